import { useEffect, useRef } from 'react'
import { formatCountdown, secondsLeft } from '../../../rules/banners/banners.ts'
import { runCountdown } from './run-countdown.ts'

/** 'Ends in: HH:MM:SS'; `now` is the server's time, used for the first render. */
export function Countdown({ endsAt, now }: { endsAt: string | null; now: number }) {
  const time = useRef<HTMLSpanElement>(null)
  useEffect(() => (time.current ? runCountdown(time.current, endsAt) : undefined), [endsAt])
  return (
    <p
      role="timer"
      aria-live="off"
      className="absolute top-3 left-3 rounded-card bg-paper px-3 py-1.5 text-sm font-semibold md:top-4 md:left-[calc(40%+1rem)] md:text-base"
    >
      Ends in:{' '}
      <span ref={time} suppressHydrationWarning className="text-clay tabular-nums">
        {formatCountdown(secondsLeft(endsAt, now, now))}
      </span>
    </p>
  )
}
