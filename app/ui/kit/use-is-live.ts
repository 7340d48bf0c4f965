import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the page as it was sent, true once scripts have taken it over: for what only they can do. */
export const useIsLive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
