// Runs the banners until a visitor's first act has loaded React (docs/decisions/0005-scripts-come-late.md): they turn,
// the dots follow, and the countdown runs. A separate script, written into the page (vite.config.ts).
import { LIVE } from '../../../web/render/live.ts'
import { runCountdown } from './run-countdown.ts'
import { shownSlide, turnSlides } from './turn-slides.ts'

const box = document.querySelector<HTMLElement>('[data-banners]')
const row = box?.querySelector('ul')
const time = box?.querySelector('[role=timer] span')

if (box && row) {
  const dots = box.querySelectorAll('a[aria-label^="Banner "]')
  const countdownOf = (index: number) => {
    const { endsAt } = (row.children[index] as HTMLElement).dataset
    return time ? runCountdown(time, endsAt ?? null) : () => {}
  }
  let shown = 0
  let stopCountdown = countdownOf(shown)
  const follow = () => {
    const now = shownSlide(row)
    if (now === shown) return
    dots[shown]?.removeAttribute('aria-current')
    dots[now]?.setAttribute('aria-current', 'true')
    shown = now
    stopCountdown()
    stopCountdown = countdownOf(now)
  }
  row.addEventListener('scroll', follow)
  const stopTurning = turnSlides(box)
  addEventListener(
    LIVE,
    () => {
      row.removeEventListener('scroll', follow)
      stopTurning()
      stopCountdown()
    },
    { once: true },
  )
}
