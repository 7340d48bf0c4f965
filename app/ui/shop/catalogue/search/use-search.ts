import { useEffect, useState } from 'react'
import type { SearchResult } from '../../../../rules/search.ts'
import { isBroken, notifyNoConnection } from '../../../../web/render/connection.ts'

export type SearchState =
  | { phase: 'idle' }
  | { phase: 'searching' }
  | { phase: 'found'; text: string; answer: SearchResult }

// Long enough to skip most characters of a word typed in one go, too short to be noticed.
const PAUSE_MS = 120

async function ask(text: string, signal: AbortSignal) {
  const response = await fetch(`/search?q=${encodeURIComponent(text)}`, { signal })
  if (!response.ok) throw new Error(`Search answered ${response.status}`)
  return (await response.json()) as SearchResult
}

/**
 * Reports a search without result: only the text with which somebody leaves, not each keystroke (docs/product.md, Lists
 * and search).
 */
export function reportMissed(text: string) {
  if (text === '') return
  fetch(`/search?q=${encodeURIComponent(text)}&missed=1`, { keepalive: true }).catch(() => {})
}

/** Searches after a short pause in typing; a late answer for another text is dropped. */
export function useSearch(text: string): SearchState {
  const query = text.trim()
  const [last, setLast] = useState<{ text: string; answer: SearchResult | null } | null>(null)

  useEffect(() => {
    if (query === '') return undefined
    const abort = new AbortController()
    const timer = setTimeout(() => {
      ask(query, abort.signal).then(
        (answer) => setLast({ text: query, answer }),
        (error: unknown) => {
          if (abort.signal.aborted) return
          // Logged, and the results cleared (docs/product.md, Lists and search).
          console.error(error)
          if (isBroken(error)) notifyNoConnection()
          setLast({ text: query, answer: null })
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query])

  if (query === '') return { phase: 'idle' }
  if (last?.text !== query) return { phase: 'searching' }
  return last.answer ? { phase: 'found', text: query, answer: last.answer } : { phase: 'idle' }
}
