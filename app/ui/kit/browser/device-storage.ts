import { useSyncExternalStore } from 'react'

/**
 * Something that is kept on this device alone, under one name, for all tabs of the shop; the server never learns of it.
 * `parse` reads what is there, or anything that somebody else wrote there (text that is no JSON as it is); `nothing` is
 * what the server renders. Where a browser keeps nothing, it is known as long as this page is open.
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
      // Cut off by a crash, or a bare word of an earlier release.
    }
    try {
      return parse(kept)
    } catch {
      return nothing
    }
  }

  /** The same value for the same text: React compares it. */
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
    // Another page of the shop, and this one.
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
