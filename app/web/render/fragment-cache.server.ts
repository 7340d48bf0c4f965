import { LRUCache } from 'lru-cache'
import { renderToString } from 'react-dom/server'
import { isPlain } from '../../rules/plain.ts'
import { fragmentWith } from './fragment.ts'

// One star makes every letter of a page two bytes wide in memory, and the page twice as slow to write: what
// is rendered beforehand has its own signs by number. Only the way through bytes makes its letters narrow again.
const BEYOND_LATIN = /[\u0100-\u{10ffff}]/gu
const byNumber = (sign: string) => `&#${sign.codePointAt(0)};`
const narrow = (html: string) =>
  isPlain('narrow-text')
    ? html
    : Buffer.from(html.replace(BEYOND_LATIN, byNumber), 'latin1').toString('latin1')

if (!isPlain('fragments'))
  fragmentWith((part) => narrow(renderToString(part)), new LRUCache<string, string>({ max: 1_000 }))
