import { useEffect, useState } from 'react'
import { formatCountdown, secondsLeft } from '../../../rules/banners/banners.ts'

// The day of a banner without an end runs on from slide to slide; on the server it never starts.
let openedAt = 0

/** 'Ends in: HH:MM:SS'; `now` is the server's time, so that both print the same at first. */
export function Countdown({ endsAt, now }: { endsAt: string | null; now: number }) {
  const [seconds, setSeconds] = useState(() =>
    openedAt ? secondsLeft(endsAt, openedAt, Date.now()) : secondsLeft(endsAt, now, now),
  )
  useEffect(() => {
    openedAt ||= Date.now()
    const tick = () => setSeconds(secondsLeft(endsAt, openedAt, Date.now()))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [endsAt])
  return (
    <p
      role="timer"
      aria-live="off"
      className="absolute top-3 left-3 rounded-card bg-paper px-3 py-1.5 text-sm font-semibold md:top-4 md:left-[calc(40%+1rem)] md:text-base"
    >
      Ends in: <span className="text-clay tabular-nums">{formatCountdown(seconds)}</span>
    </p>
  )
}
