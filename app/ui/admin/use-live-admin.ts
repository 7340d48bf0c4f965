import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { listenToEvents } from '../kit/events.ts'
import { useRefresh } from '../kit/use-refresh.ts'

const CALM_MS = 400
const MINUTE_MS = 60_000

/**
 * Loads the screen's data again when an order or a till sale was made, paid or moved; many events at once cause one
 * request. With `everyMinute` also for what only the clock changes, while the page is visible. Returns false while the
 * connection to the shop is down; the browser reopens it by itself.
 */
export function useLiveAdmin({ everyMinute = false } = {}): boolean {
  const [isLive, setLive] = useState(true)
  const refresh = useRefresh()
  // A page for printing stays as it was when it was requested.
  const isPrinted = new URLSearchParams(useLocation().search).has('print')
  useEffect(() => {
    if (isPrinted) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void refresh(), CALM_MS)
    }
    const look = () => document.hidden || ask()
    const clock = everyMinute ? setInterval(look, MINUTE_MS) : undefined
    const stop = listenToEvents({
      order: ask,
      sale: ask,
      till: ask,
      open: () => {
        setLive(true)
        ask()
      },
      lost: () => setLive(false),
    })
    return () => {
      clearTimeout(timer)
      clearInterval(clock)
      stop()
    }
  }, [refresh, isPrinted, everyMinute])
  return isLive
}

/**
 * Keeps an act's answer while its screen is open: the router (react-router 8.4) drops it when the screen's data is
 * loaded again, so that a refusal would vanish with the next order.
 */
export function useAnswer<A>(answer: A | undefined): A | undefined {
  const { key } = useLocation()
  const [kept, keep] = useState({ key, answer })
  if (key !== kept.key || (answer !== undefined && answer !== kept.answer)) keep({ key, answer })
  return answer ?? (key === kept.key ? kept.answer : undefined)
}
