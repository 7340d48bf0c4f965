import { useSyncExternalStore } from 'react'

/**
 * A value that is stored only on this device, under one name, for all tabs of the shop; the server never gets it.
 * `parse` validates the stored value, which somebody else may have written (text that is not JSON is passed as it is).
 * `nothing` is the value that the server renders. Where a browser stores nothing, the value lasts until the page
 * is closed.
 */
export function storeOnDevice<T>(name: string, nothing: T, parse: (kept: unknown) => T) {
  const changed = `${name}-changed`
  let known: { text: string | null; value: T } = { text: null, value: nothing }

  function parseText(text: string | null) {
    if (text === null) return nothing
    let kept: unknown = text
    try {
      kept = JSON.parse(text)
    } catch {
      // Cut off by a crash, or a plain word of an earlier release.
    }
    try {
      return parse(kept)
    } catch {
      return nothing
    }
  }

  /** Returns the same object for the same text, because React compares it. */
  function read(): T {
    let text: string | null = null
    try {
      text = localStorage.getItem(name)
    } catch {
      return known.value
    }
    if (text !== known.text) known = { text, value: parseText(text) }
    return known.value
  }

  function listen(notify: () => void) {
    // `storage` reports changes of other pages of the shop, `changed` those of this page.
    for (const event of ['storage', changed]) window.addEventListener(event, notify)
    return () => {
      for (const event of ['storage', changed]) window.removeEventListener(event, notify)
    }
  }

  function change(next: (before: T) => T) {
    const value = next(read())
    try {
      localStorage.setItem(name, JSON.stringify(value))
    } catch {
      known = { text: null, value }
    }
    window.dispatchEvent(new Event(changed))
  }

  return { read, listen, use: () => useSyncExternalStore(listen, read, () => nothing), change }
}
