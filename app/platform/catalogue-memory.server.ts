import type { Events } from './events.server.ts'

/** Reads what is asked for under this key, or has it already. What is handed out is shared: never changed. */
export type Remember = <T>(key: string, read: () => Promise<T>) => Promise<T>

export const readAlways: Remember = (_key, read) => read()

/**
 * Parts of the catalogue that stand on every page, read once until the catalogue changes in any process.
 * What is not there, or could not be read, is asked for again.
 */
export function rememberCatalogue(events: Pick<Events, 'on'>): Remember {
  let known = new Map<string, Promise<unknown>>()
  events.on('catalogue', () => {
    known = new Map()
  })
  return <T>(key: string, read: () => Promise<T>) => {
    const before = known.get(key)
    if (before) return before as Promise<T>
    // Read before a change, it must not be known after it.
    const mine = known
    const reading = read().then(
      (found) => {
        if (found === undefined) mine.delete(key)
        return found
      },
      (error: unknown) => {
        mine.delete(key)
        throw error
      },
    )
    mine.set(key, reading)
    return reading
  }
}
