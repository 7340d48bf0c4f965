import { useEffect, useRef } from 'react'

/** The open windows, the topmost last: the Back button closes only that one. */
const open: (() => void)[] = []
/** A step back is under way: a second press must not leave the page. */
let isClosing = false

function back(event: PopStateEvent) {
  isClosing = false
  const close = open.pop()
  if (!close) return
  event.stopImmediatePropagation()
  close()
}

/** Closes the topmost window, for its buttons. */
export function closeByBack() {
  if (isClosing || open.length === 0) return
  isClosing = true
  history.back()
}

/**
 * For a window that fills a phone: the Back button closes it instead of leaving the page. `onClosed` is called once it
 * is closed, by Back or by `closeByBack`. The window has its own entry in the history, which the router need not know.
 */
export function useBackCloses(onClosed: () => void) {
  const latest = useRef(onClosed)
  useEffect(() => {
    latest.current = onClosed
  })
  useEffect(() => {
    const before: unknown = history.state
    isClosing = false
    history.pushState({ ...(before as object), overlay: true }, '')
    const close = () => latest.current()
    if (open.length === 0) window.addEventListener('popstate', back, { capture: true })
    open.push(close)
    return () => {
      if (open.includes(close)) open.splice(open.indexOf(close), 1)
      if (open.length === 0) window.removeEventListener('popstate', back, { capture: true })
    }
  }, [])
}
