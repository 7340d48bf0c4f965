import { LRUCache } from 'lru-cache'
import { renderToString } from 'react-dom/server'
import { isPlain } from '../../rules/plain.ts'
import { fragmentWith } from './fragment.ts'

// For the server's own entry alone: browsers have neither the renderer nor a cache.
if (!isPlain('fragments'))
  fragmentWith(renderToString, new LRUCache<string, string>({ max: 1_000 }))
