import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { formatDateTime } from '../../rules/dates.ts'
import { TEST_PAYMENTS } from '../../rules/messages/payments/words.ts'
import type { Toast } from '../../rules/messages/toast.ts'
import { settings } from '../../rules/settings/settings.ts'
import { Link } from '../kit/link.tsx'
import { SkipLink } from '../kit/skip-link.tsx'
import { Toaster } from '../kit/toaster.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { Screens, SignedIn } from './screen-links.tsx'
import { ToastAction } from './toast-action.tsx'
import { useRestoredFocus } from './use-restored-focus.ts'

const SAMPLE = 'Sample shop: nothing here is real.'

/** Shows that the next screen is loading. */
function Progress() {
  useRestoredFocus()
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  const isLoading = state === 'loading'
  // A search navigates to the same screen with each character, which is no change of screen.
  const isLeaving = isLoading && location.pathname !== pathname
  return (
    <div className="sticky top-0 z-30 print:hidden">
      {/* For slow connections: a bar moves while the next screen is loading. */}
      <div
        aria-hidden
        className={`h-1 bg-sun transition-[width] duration-1000 ${isLoading ? 'w-3/4' : 'w-0 duration-0'}`}
      />
      {/* Shown after a delay, because on a fast connection it would only flicker. */}
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
    {settings().name}
  </Link>
)

/** The frame of the back office: its menu, the signed-in person, and toasts. */
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
  /** When a list that is printed was loaded. */
  printedAt?: Date | null
  toast: Toast | null
  children: ReactNode
}) => (
  <div className="staff min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
    <SkipLink />
    <div className="on-dark bg-night text-paper print:hidden">
      <div className="lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col">
        {/* `relative`: otherwise the text for screen readers would make every page as long as this list. */}
        <header className="lg:relative lg:min-h-0 lg:grow lg:overflow-auto">
          <div className="px-4 py-0.5 lg:hidden">
            <Home className="text-2xl" />
          </div>
          <div className="hidden min-h-full flex-col px-3 pb-4 lg:flex">
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
        {/*
         * On wide screens it has its own space below the menu and covers nothing; on small screens it floats above the
         * bar, clear of the buttons at a screen's top (staff.css).
         */}
        <div className="fixed inset-x-0 bottom-[calc(4.5rem+var(--bar))] z-30 *:top-auto *:bottom-0 lg:static lg:shrink-0 lg:*:static lg:*:mx-3 lg:*:mt-0 lg:*:mb-3 lg:*:empty:mb-0">
          <Toaster isOverMenu toast={toast} Action={ToastAction} />
        </div>
      </div>
    </div>
    <div className="min-w-0">
      <Progress />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto max-w-7xl px-4 pt-4 pb-[calc(4rem+var(--bar))] md:px-6 md:pt-6 print:pb-0"
      >
        {printedAt ? (
          <p className="hidden text-sm print:block">
            {settings().name} · printed {formatDateTime(printedAt)} by {name}
          </p>
        ) : null}
        {children}
      </main>
    </div>
    <PhoneBar name={name} version={version} />
  </div>
)
