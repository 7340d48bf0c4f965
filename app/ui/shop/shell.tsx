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
 * The screen, or its shape while it is slow to come; by itself, so that a tap renders nothing else anew before
 * it is seen.
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
 * A line at the top of the window as soon as something was tapped that the shop must answer: a link, a search, a form
 * (docs/product.md, Screens). Buttons say it by themselves as well; of what is read again in the background nobody
 * has tapped anything. It is always there: one more element at this place makes a browser look at the styles of the
 * whole page before it paints, a fifth of what a slow phone needs for it.
 */
const UnderWay = () => (
  <div
    aria-hidden
    hidden={useNavigation().state === 'idle'}
    className="under-way fixed inset-x-0 top-0 z-50 h-1 origin-left bg-clay"
  />
)

/** Everything around a screen of the shop. */
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
    // A new screen: who reads with the keyboard or by ear starts at its top.
    main.current?.focus({ preventScroll: true })
    // Also after a form that would have kept the place on its own page (docs/product.md, Screens).
    if (way !== NavigationType.Pop && !hash) scrollTo(0, 0)
  }, [pathname, hash, way])

  return (
    <div className="flex min-h-dvh flex-col">
      {/* As `SkipLink` of the staff's frames; the first screen weighs less without a part of its own for it. */}
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
