import { useSyncExternalStore } from 'react'

/**
 * A value that screens subscribe to and that code outside of React changes, part by part. `nothing` is its initial
 * value, which is also rendered on the server.
 */
export function liveValue<T extends object>(nothing: T) {
  let value = nothing
  const watchers = new Set<() => void>()
  const now = () => value
  const change = (part: Partial<T>) => {
    value = { ...value, ...part }
    for (const watcher of watchers) watcher()
  }
  const watch = (watcher: () => void) => {
    watchers.add(watcher)
    return () => {
      watchers.delete(watcher)
    }
  }
  const useValue = () => useSyncExternalStore(watch, now, () => nothing)
  return { now, change, watch, useValue }
}
