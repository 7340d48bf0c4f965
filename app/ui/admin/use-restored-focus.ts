import { useLayoutEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * Nobody on a keyboard begins at the top of the page again. A button that is disabled while it saves has lost the
 * focus: it is given back, also to one that was rendered anew with the same `id`, and to a field in which Enter has
 * saved a form that is rendered anew. Where an act or a link has taken what had the focus away, it goes to the screen's
 * heading, never to the button of another row. What a screen leads the focus to by itself (a window, a row that was
 * closed) comes first.
 */
export function useRestoredFocus() {
  const { state } = useNavigation()
  const focused = useRef<Element | null>(null)
  // Before a browser notices that what has the focus is disabled.
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (state !== 'idle') {
      if (activeElement !== body) focused.current = activeElement
      return undefined
    }
    const before = focused.current
    focused.current = null
    if (!before) return undefined
    // A browser notices within one frame that what has the focus is gone or hidden; a list finds its row in the next.
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
 * Of what was rendered anew: by its id, else the only field of its name that is seen: the rows' buttons may send it,
 * too. Buttons of all rows have one name.
 */
function findAnew(before: Element) {
  const name = before.matches('input, select, textarea') ? before.getAttribute('name') : null
  const ofName = name
    ? `main ${before.localName}[name="${CSS.escape(name)}"]:not([type=hidden])`
    : ''
  const [first, second] = ofName ? document.querySelectorAll(ofName) : []
  return (before.id && document.getElementById(before.id)) || (second ? null : first)
}

/** What had the focus, where it can have it again. */
function findAgain(before: Element) {
  const place = before.isConnected ? before : findAnew(before)
  return place instanceof HTMLElement &&
    !place.matches(':disabled') &&
    place.getClientRects().length > 0
    ? place
    : null
}
