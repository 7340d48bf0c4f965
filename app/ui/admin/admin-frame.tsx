import { Menu, ScanBarcode } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { formatDateTime } from '../../rules/dates.ts'
import type { Toast } from '../../rules/messages/toast.ts'
import { TEST_PAYMENTS } from '../../rules/messages/words/payments.ts'
import { SHOP } from '../../shop.ts'
import { Link } from '../kit/link.tsx'
import { SkipLink } from '../kit/skip-link.tsx'
import { Toaster } from '../kit/toaster.tsx'
import { SCREENS } from './screens.ts'
import { ToastAction } from './toast-action.tsx'

// Lower beside a mouse, so that a laptop shows them all.
const LINK =
  'flex min-h-11 lg:pointer-fine:min-h-10 items-center gap-3 rounded-card px-3 font-semibold hover:bg-white/15 aria-[current=page]:bg-white/15'

/** Screens that are reached from another one's tabs and buttons. */
const WITHIN: Record<string, string> = {
  '/admin/pos-sales': '/admin/orders',
  '/admin/waitlist': '/admin/stock',
  '/admin/add-product': '/admin/products',
  '/admin/edit-product': '/admin/products',
}
const isAt = (pathname: string, to: string) => {
  const screen = /^\/admin(\/[^/]+)?/.exec(pathname)?.[0] ?? ''
  return (WITHIN[screen] ?? screen) === to
}

function Screens() {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Back office" className="grid gap-0.5">
      {SCREENS.map(([to, label, Icon]) => (
        <Link
          key={to}
          to={to}
          aria-current={isAt(pathname, to) ? 'page' : undefined}
          className={LINK}
        >
          <Icon aria-hidden size={20} className="shrink-0 opacity-80" /> {label}
        </Link>
      ))}
      {/* The till stays open beside the back office (docs/product.md, Screens). */}
      <a href="/admin/pos" target="_blank" rel="noreferrer" className={LINK}>
        <ScanBarcode aria-hidden size={20} className="shrink-0 opacity-80" /> Point of Sale
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </nav>
  )
}

const SAMPLE = 'Sample shop: nothing here is real.'

// Both in one row, so that a laptop shows them without scrolling.
const WAY_OUT = 'min-h-11 rounded-card text-[0.9375rem] leading-11 font-semibold hover:bg-white/15'

const SignedIn = ({ name, version }: { name: string; version: string }) => (
  <div className="mt-3 border-t border-white/20 pt-2">
    <Link
      to="/account"
      reloadDocument
      className="block min-h-11 truncate rounded-card px-3 text-sm leading-11 opacity-80 hover:bg-white/15"
    >
      {name || 'Your account'}
      <span className="sr-only">: your account</span>
    </Link>
    <div className="flex flex-wrap justify-between">
      <Link to="/" reloadDocument className={`${WAY_OUT} pr-1 pl-3`}>
        To the shop
      </Link>
      <Form method="post" action="/auth">
        <button name="intent" value="sign-out" className={`${WAY_OUT} pr-3 pl-1`}>
          Sign Out
        </button>
      </Form>
    </div>
    {version ? <p className="px-3 text-xs opacity-80">Version {version}</p> : null}
  </div>
)

/** The menu of small screens: it opens without scripts, and closes by itself on going elsewhere. */
function PhoneMenu({ name, version }: { name: string; version: string }) {
  const box = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is heard for the links inside
    <details
      key={pathname}
      ref={box}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !box.current?.open) return
        box.current.open = false
        box.current.querySelector('summary')?.focus()
      }}
    >
      <summary className="inline-flex min-h-11 items-center gap-2 rounded-card px-3 font-semibold hover:bg-white/15">
        <Menu aria-hidden size={20} /> Menu
      </summary>
      <div className="absolute top-full right-0 z-30 mt-2 max-h-[80dvh] w-64 max-w-[calc(100vw-2rem)] overflow-auto rounded-card bg-night p-3 shadow-float">
        <Screens />
        <SignedIn name={name} version={version} />
      </div>
    </details>
  )
}

/** What moves and what is said while the next screen is fetched. */
function Progress() {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  const isLoading = state === 'loading'
  // Each letter of a search is a way to the same screen.
  const isLeaving = isLoading && location.pathname !== pathname
  return (
    <div className="sticky top-14 z-30 lg:top-0 print:hidden">
      {/* Slow lines: something moves while the next screen is fetched. */}
      <div
        aria-hidden
        className={`h-1 bg-sun transition-[width] duration-1000 ${isLoading ? 'w-3/4' : 'w-0 duration-0'}`}
      />
      {/* After a moment: what is quick would only flicker. */}
      <output>
        {isLeaving ? (
          <span className="absolute top-2 right-4 rounded-card bg-night px-3 py-1 text-sm font-semibold text-paper shadow-float transition-opacity delay-300 starting:opacity-0">
            Checking permissions…
          </span>
        ) : null}
      </output>
    </div>
  )
}

const Home = ({ className }: { className: string }) => (
  <Link to="/admin" className={`inline-flex min-h-11 items-center font-display ${className}`}>
    {SHOP.name}
  </Link>
)

/** The frame of the back office: where one can go, who one is, and what was just done. */
export const AdminFrame = ({
  name,
  version = '',
  isSample = false,
  isTest = false,
  printedAt = null,
  toast,
  children,
}: {
  name: string
  version?: string
  isSample?: boolean
  isTest?: boolean
  /** Of a list that goes on paper. */
  printedAt?: Date | null
  toast: Toast | null
  children: ReactNode
}) => (
  <div className="staff min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
    <SkipLink />
    <header className="on-dark bg-night text-paper max-lg:sticky max-lg:top-0 max-lg:z-20 print:hidden">
      <div className="flex flex-wrap items-center justify-between px-4 py-1.5 lg:hidden">
        <Home className="text-2xl" />
        <PhoneMenu name={name} version={version} />
      </div>
      <div className="sticky top-0 hidden h-dvh flex-col overflow-auto px-3 pb-4 lg:flex">
        <Home className="px-3 pt-4 text-3xl" />
        <div aria-hidden className="cloth-hairline mx-3 my-3 shrink-0 opacity-90" />
        {isSample ? (
          <p className="mx-3 mb-2 rounded-card border border-white/40 px-2 py-1 text-sm">
            {SAMPLE}
          </p>
        ) : null}
        {isTest ? (
          <p className="mx-3 mb-2 rounded-card bg-sun px-2 py-1 text-sm font-semibold text-night">
            {TEST_PAYMENTS}
          </p>
        ) : null}
        <Screens />
        <div className="mt-auto">
          <SignedIn name={name} version={version} />
        </div>
      </div>
      <div aria-hidden className="cloth-hairline lg:hidden" />
      {isSample ? <p className="px-4 py-1 text-center text-sm lg:hidden">{SAMPLE}</p> : null}
      {isTest ? (
        <p className="bg-sun px-4 py-1 text-center text-sm font-semibold text-night lg:hidden">
          {TEST_PAYMENTS}
        </p>
      ) : null}
    </header>
    <div className="min-w-0">
      <Progress />
      {/* Above the bar that a form ends with, and clear of the buttons that a screen begins with. */}
      <div className="fixed inset-x-0 bottom-18 z-30 *:top-auto *:bottom-0 lg:left-60 print:hidden">
        <Toaster toast={toast} Action={ToastAction} />
      </div>
      <main id="main" tabIndex={-1} className="mx-auto max-w-7xl px-4 pt-4 pb-16 md:px-6 md:pt-6">
        {printedAt ? (
          <p className="hidden text-sm print:block">
            {SHOP.name} · printed {formatDateTime(printedAt)} by {name}
          </p>
        ) : null}
        {children}
      </main>
    </div>
  </div>
)
