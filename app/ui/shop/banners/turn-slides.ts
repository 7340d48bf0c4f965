const TURN_EVERY_MS = 5000
const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Which slide of a row is shown, from 0. */
export const shownSlide = (row: Element) =>
  Math.round(row.scrollLeft / Math.max(1, row.clientWidth))

/** Starts loading the pictures of the slides out of view (theme.css). */
const wake = (row: Element) => row.setAttribute('data-awake', '')

/** Scrolls to a slide; after the last comes the first. */
export function showSlide(row: Element, index: number) {
  const count = row.children.length
  const next = (index + count) % count
  wake(row)
  row.scrollTo({ left: next * row.clientWidth, behavior: isCalm() ? 'auto' : 'smooth' })
}

/**
 * Shows the next banner every 5 s (docs/product.md, Banners) while the banners are in view and nobody points at them,
 * has the focus in them or has stopped them (`data-stopped` on the box). Works on the page as it was sent, without
 * React. Returns the function that stops it.
 */
export function turnSlides(box: HTMLElement) {
  const row = box.querySelector('ul')
  if (!row || row.children.length < 2 || isCalm()) return () => {}
  let inSight = false
  let timer: ReturnType<typeof setInterval>
  // Half of the time is enough for the next picture to arrive, and a visitor who leaves before has not paid for it.
  const waking = setTimeout(() => {
    if (inSight && !document.hidden) wake(row)
  }, TURN_EVERY_MS / 2)
  const watch = new IntersectionObserver(
    ([entry]) => {
      inSight = (entry?.intersectionRatio ?? 0) >= 0.5
    },
    { threshold: [0, 0.5] },
  )
  watch.observe(row)
  const isInUse = () => 'stopped' in box.dataset || box.matches(':hover, :focus-within')
  // Each slide is shown for a whole five seconds.
  const wait = () => {
    clearInterval(timer)
    timer = setInterval(() => {
      if (inSight && !document.hidden && !isInUse()) showSlide(row, shownSlide(row) + 1)
    }, TURN_EVERY_MS)
  }
  wait()
  const signs = [
    [row, 'scroll'],
    [box, 'pointerleave'],
    [box, 'focusout'],
  ] as const
  for (const [target, sign] of signs) target.addEventListener(sign, wait)
  return () => {
    watch.disconnect()
    clearInterval(timer)
    clearTimeout(waking)
    for (const [target, sign] of signs) target.removeEventListener(sign, wait)
  }
}
