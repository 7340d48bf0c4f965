import { useEffect, useEffectEvent } from 'react'

/** A scanner types faster than any hand: at most this many milliseconds between two characters. */
const FASTEST_HAND = 50
const SHORTEST_CODE = 4

type Box = HTMLInputElement | HTMLTextAreaElement
const boxOf = (target: EventTarget | null): Box | null =>
  target !== null && (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
    ? target
    : null

/** Restores the text that a field had before a scanner typed into it; React sees it as typing. */
function restore(box: Box, value: string) {
  const { prototype } = box instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(box, value)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Collects the keystrokes of a scanner: fast characters that end in Enter, wherever the focus is. `press` returns the
 * code when Enter completes one, otherwise null.
 */
export function createScanReader() {
  let code = ''
  let lastAt = 0
  let box: Box | null = null
  let before = ''
  return {
    press(key: string, at: number, target: EventTarget | null): string | null {
      const isFast = at - lastAt < FASTEST_HAND
      lastAt = at
      if (key === 'Enter') {
        const read = isFast && code.length >= SHORTEST_CODE ? code : null
        code = ''
        if (read && box) restore(box, before)
        return read
      }
      // Shift and similar keys come between the characters of a scanner that types capitals.
      if (key.length > 1) return null
      if (!isFast || code === '') {
        code = ''
        box = boxOf(target)
        before = box?.value ?? ''
      }
      code += key
      return null
    },
  }
}

const SCANNED = 'zovala:scanned'
/** Reports a code that was read without a scanner: by the camera. */
export const notifyScan = (code: string) =>
  window.dispatchEvent(new CustomEvent(SCANNED, { detail: code }))

/** Calls `onScan` for every scan on the screen, also while a button or another field has the focus. */
export function useScanner(onScan: (code: string) => void) {
  const scanned = useEffectEvent(onScan)
  useEffect(() => {
    const reader = createScanReader()
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const code = reader.press(event.key, event.timeStamp, event.target)
      if (code === null) return
      // The scanner's Enter must press no button and send no form.
      event.preventDefault()
      event.stopPropagation()
      scanned(code)
    }
    const onCode = ({ detail }: CustomEventInit<string>) => scanned(detail ?? '')
    window.addEventListener('keydown', onKey, { capture: true })
    window.addEventListener(SCANNED, onCode)
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true })
      window.removeEventListener(SCANNED, onCode)
    }
  }, [])
}
