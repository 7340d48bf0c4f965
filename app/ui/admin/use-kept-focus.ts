import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * An act or a link may take what had the focus away with it: it goes to the screen's heading then, so that nobody on a
 * keyboard begins at the top of the page again. What a screen leads the focus to by itself (a window, a row that was
 * closed) comes first.
 */
export function useKeptFocus() {
  const { state } = useNavigation()
  const hadFocus = useRef(false)
  useEffect(() => {
    if (state !== 'idle') {
      hadFocus.current ||= document.activeElement !== document.body
      return undefined
    }
    if (!hadFocus.current) return undefined
    hadFocus.current = false
    // A browser notices within one frame that what has the focus is gone or hidden; a list finds its row in the next.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => {
          if (document.activeElement !== document.body) return
          document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
        })
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [state])
}
