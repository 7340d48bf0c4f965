import { type ReactNode, useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigation, useNavigationType } from 'react-router'
import { Waiting } from '../../web/render/connection.ts'
import { PhoneSearchBox } from './catalogue/search/phone-search-box.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { PendingScreen, useSlow } from './pending-screen.tsx'
import type { ShellData } from './shell-data.ts'

/** The path that an in-app navigation is slow to reach, or null. */
function useSlowPath() {
  const { pathname } = useLocation()
  const { state, location, formMethod } = useNavigation()
  const isForm = formMethod !== undefined && formMethod !== 'GET'
  return useSlow(
    state === 'loading' && !isForm && location.pathname !== pathname ? location.pathname : null,
  )
}

/**
 * The screen, or a placeholder while it is slow to load. A component of its own, so that a tap renders nothing
 * else first.
 */
function ScreenOrShape({ children }: { children: ReactNode }) {
  const slowPath = useSlowPath()
  return (
    <>
      {slowPath ? <PendingScreen path={slowPath} /> : null}
      <div hidden={slowPath !== null}>{children}</div>
    </>
  )
}

/**
 * A bar at the top of the window as soon as a link, a search or a form was used that the shop must answer
 * (docs/product.md, Screens). Not for data that is refreshed in the background. It is always in the document: adding an
 * element here would make a browser recompute the styles of the whole page before it paints, a fifth of what a slow
 * phone needs for that.
 */
const UnderWay = () => (
  <div
    aria-hidden
    hidden={useNavigation().state === 'idle'}
    className="under-way fixed inset-x-0 top-0 z-50 h-1 origin-left bg-clay"
  />
)

/** The frame around every screen of the shop. */
export function Shell({
  shell,
  year,
  children,
}: {
  shell: ShellData
  year: number
  children: ReactNode
}) {
  const { pathname, hash } = useLocation()
  const way = useNavigationType()
  const main = useRef<HTMLElement>(null)
  const cameFrom = useRef(pathname)
  useEffect(() => {
    if (cameFrom.current === pathname) return
    cameFrom.current = pathname
    // A new screen: keyboard and screen reader start at its top.
    main.current?.focus({ preventScroll: true })
    // Also after a form that would have kept the scroll position on its own page (docs/product.md, Screens).
    if (way !== NavigationType.Pop && !hash) scrollTo(0, 0)
  }, [pathname, hash, way])

  return (
    <div className="flex min-h-dvh flex-col">
      {/* Like `SkipLink` of the staff's frames; without a component of its own the first screen weighs less. */}
      <a
        href="#main"
        className="sr-only z-50 rounded-card bg-ink px-4 py-3 text-paper focus-visible:not-sr-only focus-visible:absolute focus-visible:top-2 focus-visible:left-2"
      >
        Skip to content
      </a>
      <UnderWay />
      <Header shell={shell} />
      <Waiting />
      <main id="main" ref={main} tabIndex={-1} className="grow">
        {pathname === '/products' ? <PhoneSearchBox /> : null}
        <ScreenOrShape>{children}</ScreenOrShape>
      </main>
      <Footer categories={shell.categories} year={year} />
    </div>
  )
}
