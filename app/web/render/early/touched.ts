/**
 * Marks the element under a finger as pressed (`data-touched`, ui/pressed.css) while the finger is still down: by
 * themselves browsers show it with the tap at the earliest, after everything that the tap starts. A finger that scrolls
 * starts to move before TOUCH_MS, and then the browser cancels its touch. Sent as text (lazy-scripts.server.ts), so it
 * uses only what the browser provides. Checked by: tests/e2e/everybody/pressed.spec.ts.
 */
export function showTouch() {
  const TOUCH_MS = 40
  const SEEN_MS = 150
  let touched: Element | null = null
  let started = 0
  const end = () => {
    touched?.removeAttribute('data-touched')
    touched = null
  }
  // Counted in frames, because browsers delay timers by a tenth of a second after a touch.
  const look = (now: number) => {
    if (now - started < TOUCH_MS) requestAnimationFrame(look)
    else touched?.setAttribute('data-touched', '')
  }
  const listen = (
    name: 'pointerdown' | 'pointerup' | 'pointercancel',
    act: (event: PointerEvent) => void,
  ) => addEventListener(name, act, { capture: true, passive: true })
  listen('pointerdown', ({ target, pointerType, timeStamp }) => {
    end()
    // The browser marks what a mouse presses as `:active` at once.
    if (pointerType === 'mouse') return
    touched = (target as Element).closest('a[href],button,summary,select,label')
    started = timeStamp
    requestAnimationFrame(look)
  })
  listen('pointerup', () => {
    const lifted = touched
    lifted?.setAttribute('data-touched', '')
    setTimeout(() => {
      if (touched === lifted) end()
    }, SEEN_MS)
  })
  listen('pointercancel', end)
}
