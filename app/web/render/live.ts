import { useEffect } from 'react'

/** What the window is told once the scripts serve the page that was sent (late-scripts.server.ts). */
export const LIVE = 'zovala:live'

export const useLiveSignal = () =>
  useEffect(() => {
    window.dispatchEvent(new Event(LIVE))
  }, [])
