import { useContext, useMemo } from 'react'
import {
  UNSAFE_DataRouterDataContext as RouterData,
  UNSAFE_DataRouterNavigationContext as RouterNavigation,
  UNSAFE_DataRouterStateContext as RouterState,
  useOutlet,
} from 'react-router'

/**
 * The router's `Outlet`, which does not render again while only a navigation or a fetcher is active: for each of these
 * the router renders all screens and their links again, before a tap has a visible effect. A component that shows
 * pending work uses a hook (`useNavigation`).
 *
 * Relies on the four contexts of react-router 8.4 (these three and the fetchers') changing one by one, and on screens
 * being rendered from these two and `revalidation` alone, after which a screen that failed is tried again. Checked by:
 * tests/e2e/taps.spec.ts, and the browser tests, in which no other screen would come. Takes 20 to 34 % off the
 * processor time between a tap and its visible effect (docs/reliability.md). Off: plain-browser.server.ts.
 */
export function StableOutlet() {
  const outlet = useOutlet()
  const state = useContext(RouterState)
  const data = useContext(RouterData)
  const revalidation = useContext(RouterNavigation)?.revalidation
  // oxlint-disable-next-line react/exhaustive-deps -- the outlet is another one each time
  const stable = useMemo(() => outlet, [state, data, revalidation])
  return isOff() ? outlet : stable
}

// The server renders once for each page.
const isOff = () => import.meta.env.SSR || 'isOutletPlain' in window
