import { useEffect, useEffectEvent } from 'react'
import { isCovered } from '../kit/notices.tsx'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

/** The sale screen's keys: function keys anywhere, `/` where nothing is being typed. */
export function useShortcuts(acts: Record<string, () => void>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = acts[event.key]
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key.length === 1 && isTyping(event.target)) return
    // The browser's own meaning of the key (F6 leaves the page, F7 reads it with a caret) stays away even so.
    event.preventDefault()
    if (!event.repeat && !isCovered()) act()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
