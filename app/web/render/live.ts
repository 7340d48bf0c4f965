import { useEffect } from 'react'

/** What the window is told once the scripts serve the page that was sent (lazy-scripts.server.ts). */
export const LIVE = 'zovala:live'
/** The same where what was waited for is given up before that (recovery/before-scripts.ts). */
export const GIVEN_UP = 'zovala:given-up'

export const useLiveSignal = () =>
  useEffect(() => {
    window.dispatchEvent(new Event(LIVE))
  }, [])
