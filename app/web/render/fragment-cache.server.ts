import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { isPlain } from '../../rules/plain.ts'
import { fragmentWith } from './fragment.ts'

/**
 * Renders a part with its characters beyond Latin-1 by number, and keeps it as Latin-1: one star in a card makes each
 * character of each page with it two bytes wide in memory.
 */
const draw = (part: ReactElement) =>
  Buffer.from(
    renderToString(part).replace(/[^\0-\xff]/gu, (sign) => `&#${sign.codePointAt(0)};`),
    'latin1',
  ).toString('latin1')

// For the server's own entry alone: browsers have neither the renderer nor a cache.
if (!isPlain('fragments')) fragmentWith(draw, new LRUCache<string, string>({ max: 1_000 }))
