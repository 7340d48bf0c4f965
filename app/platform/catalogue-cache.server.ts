import { LRUCache } from 'lru-cache'
import type { Events } from './events.server.ts'

/** Returns the cached value of this key, or reads it. The value is shared: callers must not change it. */
export type Cached = <T>(key: string, read: () => Promise<T>) => Promise<T>

/** For a process without a cache: reads each time. */
export const readAlways: Cached = (_key, read) => read()

// As old as a cached page may be. New products and today's sales also change with time alone.
const FRESH_MS = 60_000
const MOST = 1000

/**
 * Parts of the catalogue that many pages show, read once a minute until the catalogue changes in any process.
 * Missing values and failed reads are not cached.
 */
export function cacheCatalogue(events: Pick<Events, 'on'>): Cached {
  const known = new LRUCache<string, Promise<unknown>>({ max: MOST, ttl: FRESH_MS, perf: Date })
  // Clears the cache rather than make a new one: each order changes it, and making one took a tenth of its time.
  events.on('catalogue', () => known.clear())
  return <T>(key: string, read: () => Promise<T>) => {
    const before = known.get(key)
    if (before) return before as Promise<T>
    // Cached before the read ends, so that a change during the read clears it with the rest.
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
