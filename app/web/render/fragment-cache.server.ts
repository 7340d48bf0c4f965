import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { isPlain } from '../../rules/plain.ts'
import { fragmentWith } from './fragment.ts'

/**
 * Renders a part with its characters beyond Latin-1 as numeric entities, and stores it as Latin-1: a single star in a
 * card would make every character of each page that shows it two bytes wide.
 */
const draw = (part: ReactElement) =>
  Buffer.from(
    renderToString(part).replace(/[^\0-\xff]/gu, (sign) => `&#${sign.codePointAt(0)};`),
    'latin1',
  ).toString('latin1')

// Only the server's entry imports this file: browsers have neither the renderer nor a cache.
if (!isPlain('fragments')) fragmentWith(draw, new LRUCache<string, string>({ max: 1_000 }))
