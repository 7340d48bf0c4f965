import { useLayoutEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * Restores the keyboard focus after an act or a navigation, so that nobody starts at the top of the page again. It goes
 * back to a button that was disabled while it saved, also to one that was rendered anew with the same `id`, and to a
 * field in which Enter has saved a form that is rendered anew. When the focused element was removed, it goes to the
 * screen's heading, never to the button of another row. Where a screen itself moves the focus (a window, a row that was
 * closed), that comes first.
 */
export function useRestoredFocus() {
  const { state } = useNavigation()
  const focused = useRef<Element | null>(null)
  // A layout effect, before the browser drops the focus of an element that was disabled.
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (state !== 'idle') {
      if (activeElement !== body) focused.current = activeElement
      return undefined
    }
    const before = focused.current
    focused.current = null
    if (!before) return undefined
    // A browser drops the focus of a removed or hidden element within one frame; a list finds its row in the next.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => {
          if (document.activeElement !== document.body) return
          const place = findAgain(before) ?? document.querySelector<HTMLElement>('main h1')
          place?.focus({ preventScroll: true })
        })
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [state])
}

/**
 * Finds an element that was rendered anew: by its id, otherwise a field by its name if only one has it. Not for
 * buttons, because those of all rows have the same name.
 */
function findAnew(before: Element) {
  const name = before.matches('input, select, textarea') ? before.getAttribute('name') : null
  const ofName = name
    ? `main ${before.localName}[name="${CSS.escape(name)}"]:not([type=hidden])`
    : ''
  const [first, second] = ofName ? document.querySelectorAll(ofName) : []
  return (before.id && document.getElementById(before.id)) || (second ? null : first)
}

/** The element that had the focus, if it can have it again. */
function findAgain(before: Element) {
  const place = before.isConnected ? before : findAnew(before)
  return place instanceof HTMLElement &&
    !place.matches(':disabled') &&
    place.getClientRects().length > 0
    ? place
    : null
}
