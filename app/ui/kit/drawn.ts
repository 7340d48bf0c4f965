import type { ReactElement } from 'react'

const MOST = 1_000

let draw: ((part: ReactElement) => string) | undefined
const kept = new Map<string, string>()

/** The server's own way to draw; without it nothing is drawn beforehand. */
export function drawWith(way: (part: ReactElement) => string) {
  draw = way
}

/**
 * For the server alone: the HTML of a part that follows from its key and nothing else, drawn once. The
 * browser finds what it would have drawn itself. A part that asks for pictures at once does not belong
 * here: their hints would stand within it.
 */
export function drawnOnce(key: string, part: ReactElement): { __html: string } | undefined {
  const known = kept.get(key)
  if (known !== undefined) return { __html: known }
  if (!draw) return undefined
  const html = draw(part)
  for (const oldest of kept.keys()) {
    if (kept.size < MOST) break
    kept.delete(oldest)
  }
  kept.set(key, html)
  return { __html: html }
}
