import { useEffect, useEffectEvent, useRef } from 'react'
import { isCovered, onUncovered } from '../kit/notices.tsx'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

/** A key pressed this shortly before a window closes, while its act is being saved, is meant for the screen. */
const EARLY_MS = 500

/** The sale screen's shortcuts: function keys anywhere, `/` unless somebody is typing. */
export function useShortcuts(acts: Record<string, () => void>) {
  const early = useRef<{ key: string; at: number } | null>(null)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = acts[event.key]
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key.length === 1 && isTyping(event.target)) return
    // Prevents the browser's own use of the key in any case (F6 leaves the page, F7 turns on caret browsing).
    event.preventDefault()
    if (event.repeat) return
    if (isCovered()) early.current = { key: event.key, at: event.timeStamp }
    else act()
  })
  const catchUp = useEffectEvent(() => {
    const pressed = early.current
    early.current = null
    if (pressed && performance.now() - pressed.at < EARLY_MS && !isCovered()) acts[pressed.key]?.()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    const stop = onUncovered(() => catchUp())
    window.addEventListener('keydown', onKey)
    return () => {
      stop()
      window.removeEventListener('keydown', onKey)
    }
  }, [])
}
