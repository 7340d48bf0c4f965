import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the page as it was sent, true once scripts run: for what only they can do. */
export const useIsLive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
