import { useEffect } from 'react'
import { listenToEvents } from '../kit/events.ts'
import { useRefresh } from '../kit/use-refresh.ts'

const LOOK_EVERY_MS = 4000

/** Refreshes the page every few seconds, and at once when the shop reports a change. */
export function useFollow(canListen: boolean) {
  const refresh = useRefresh()
  useEffect(() => {
    let isLooking = false
    const look = async () => {
      // Not while the page is hidden, so that a phone in a pocket uses no data.
      if (isLooking || document.hidden) return
      isLooking = true
      // Checks first, because a connection that is down for a moment must not end in an error page.
      const isThere = await fetch('/healthz').then(
        ({ ok }) => ok,
        () => false,
      )
      if (isThere) await refresh()
      isLooking = false
    }
    const lookNow = () => void look()
    const timer = setInterval(lookNow, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', lookNow)
    const stop = canListen ? listenToEvents({ order: lookNow }) : null
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookNow)
      stop?.()
    }
  }, [canListen, refresh])
}
