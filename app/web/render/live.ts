import { useEffect } from 'react'

/** The event on the window once the scripts serve the page that was sent (lazy-scripts.server.ts). */
export const LIVE = 'zovala:live'
/**
 * The event on the window when the wait for an answer or for scripts ends without success (recovery/before-scripts.ts).
 */
export const GIVEN_UP = 'zovala:given-up'

export const useLiveSignal = () =>
  useEffect(() => {
    window.dispatchEvent(new Event(LIVE))
  }, [])
