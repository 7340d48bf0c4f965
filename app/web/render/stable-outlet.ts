import { useContext, useMemo } from 'react'
import {
  UNSAFE_DataRouterDataContext as RouterData,
  UNSAFE_DataRouterNavigationContext as RouterNavigation,
  UNSAFE_DataRouterStateContext as RouterState,
  useOutlet,
} from 'react-router'

/**
 * The router's `Outlet`, left as it is while only a navigation or a fetcher is under way: the router renders
 * all screens and their links anew for each, before a tap is seen. Who shows what is under way asks by a
 * hook (`useNavigation`).
 *
 * Relies on the four contexts of react-router 8.4 (these three and the fetchers') that change one by one, and on
 * screens being rendered from these two and `revalidation` alone, after which a screen that failed is tried again.
 * Checked by: tests/e2e/taps.spec.ts, and the browser tests, in which no other screen would come. Takes 20 to 34 % off
 * what a processor does between a tap and what is seen of it (docs/reliability.md). Off: plain-browser.server.ts.
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
