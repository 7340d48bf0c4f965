import { formatCountdown, secondsLeft } from '../../../rules/banners/banners.ts'

/**
 * Writes each second the time that a banner has left into its element; null: the rest of a day that began when the page
 * was opened. Returns the function that stops it.
 */
export function runCountdown(element: Element, endsAt: string | null) {
  const tick = () => {
    element.textContent = formatCountdown(secondsLeft(endsAt, performance.timeOrigin, Date.now()))
  }
  tick()
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}
