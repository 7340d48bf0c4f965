import { LRUCache } from 'lru-cache'
import type { Events } from './events.server.ts'

/** Reads what is asked for under this key, or has it already. What is handed out is shared: never changed. */
export type Cached = <T>(key: string, read: () => Promise<T>) => Promise<T>

/** The cache of a process that keeps nothing: each question is asked. */
export const readAlways: Cached = (_key, read) => read()

// As old as a finished page may be: what is new, and what was sold today, follow the clock too.
const FRESH_MS = 60_000
const MOST = 1000

/**
 * Parts of the catalogue that many pages show, read once a minute until the catalogue changes in any process.
 * What is not there, or could not be read, is asked for again.
 */
export function cacheCatalogue(events: Pick<Events, 'on'>): Cached {
  const known = new LRUCache<string, Promise<unknown>>({ max: MOST, ttl: FRESH_MS, perf: Date })
  // Each order tells of a change: a new cache each time, with room for so many, took a tenth of an order's time.
  events.on('catalogue', () => known.clear())
  return <T>(key: string, read: () => Promise<T>) => {
    const before = known.get(key)
    if (before) return before as Promise<T>
    // Known from its beginning on, and so forgotten with the rest by a change that comes while it is read.
    const forget = () => {
      if (known.peek(key) === reading) known.delete(key)
    }
    const reading: Promise<T> = read().then(
      (found) => {
        if (found === undefined) forget()
        return found
      },
      (error: unknown) => {
        forget()
        throw error
      },
    )
    known.set(key, reading)
    return reading
  }
}
