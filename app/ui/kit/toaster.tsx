import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Toast, ToastAction } from '../../rules/messages/toast.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'

/** A toast that the browser itself shows may offer a retry of what failed. */
export type Shown = Toast & { again?: (() => unknown) | undefined }

const EVENT = 'zovala:toast'
const SHOWN_FOR_SECONDS = 6

/**
 * Shows a toast about something that happened only in the browser (a copied code); acts answer by `redirectWith`. Null
 * removes the current toast, also behind and within an open window.
 */
export const showToast = (toast: Shown | null) =>
  window.dispatchEvent(new CustomEvent(EVENT, { detail: toast }))

export const TOAST_ACTION =
  'mt-2 inline-flex min-h-11 items-center rounded-card bg-paper px-5 font-semibold text-ink hover:bg-sand'

export type ActionProps = { action: ToastAction; onDone: () => void }
const ActionLink = ({ action, onDone }: ActionProps) => (
  <Link to={action.to} onClick={onDone} className={TOAST_ACTION}>
    {action.label}
  </Link>
)

/** The highest bar at a phone's foot that a toast stands above (toasts.css). */
const BAR = 96

/**
 * Whether this toast, at a phone's foot, would cover the field that is typed in, the heading or the price, or be hidden
 * by the keyboard.
 */
function isFootTaken(toast: HTMLElement | null) {
  const top = innerHeight - BAR - (toast?.offsetHeight ?? 0)
  const isThere = (one: Element) => {
    const box = one.getBoundingClientRect()
    return box.bottom > top && box.top < innerHeight
  }
  const typed = document.querySelector(':is(input, select, textarea):focus')
  const keys = innerHeight - (visualViewport?.height ?? innerHeight)
  // Not the home page's own heading, which only screen readers get: the page starts with its first banner.
  const heading = document.querySelector('main :is(h1, h2):not(.sr-only)')
  const price = document.querySelector('main [data-price]')
  return [typed, heading, price].some(
    (one) => one && (isThere(one) || (one === typed && keys > BAR)),
  )
}

/**
 * Shows what was done or refused, below the nearest positioned element; on a shopper's phone at the foot of the screen
 * (toasts.css). `Action` renders a toast's action; the shop itself offers only links.
 */
export function Toaster({
  toast,
  isOverMenu,
  Action = ActionLink,
}: {
  toast: Toast | null
  /** Whether it covers a menu, so that it is removed when another page is opened. */
  isOverMenu?: boolean
  Action?: ComponentType<ActionProps>
}) {
  const [shown, setShown] = useState<Shown | null>(toast)
  const [brought, setBrought] = useState(toast)
  // The toast that somebody points at or has focused; the next toast is not held.
  const [held, setHeld] = useState<Shown | null>(null)
  const { pathname, search } = useLocation()
  const [page, setPage] = useState(pathname)
  const place = useRef<HTMLDivElement>(null)
  const [isHigh, setHigh] = useState(false)

  // After a navigation the offered link is not needed any more; in the back office the toast would cover the menu.
  if (pathname !== page) {
    setPage(pathname)
    if (shown?.action ? !shown.action.fields : isOverMenu) setShown(null)
  }
  // The page brought a new toast; a page without one leaves the last one its time.
  if (toast !== brought) {
    setBrought(toast)
    if (toast) setShown(toast)
  }
  useEffect(() => {
    const show = (event: Event) => setShown((event as CustomEvent<Shown | null>).detail)
    window.addEventListener(EVENT, show)
    return () => window.removeEventListener(EVENT, show)
  }, [])
  useEffect(() => {
    // A toast that asks for something stays until it is answered.
    const { action, again } = shown ?? {}
    const isAsking = action && !action.isExtra && !action.seconds
    if (!shown || isAsking || again || held === shown) return undefined
    const seconds = action?.seconds || SHOWN_FOR_SECONDS * (action ? 2 : 1)
    const timer = setTimeout(() => setShown(null), seconds * 1000)
    return () => clearTimeout(timer)
  }, [shown, held])

  useEffect(() => {
    // After the page has scrolled to its top.
    const frame = requestAnimationFrame(() => setHigh(shown !== null && isFootTaken(place.current)))
    return () => cancelAnimationFrame(frame)
  }, [shown])

  return (
    <div
      ref={place}
      data-high={isHigh || undefined}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may hold no form
      role="status"
      aria-live="polite"
      className="toast-place pointer-events-none absolute inset-x-3 top-full z-30 mt-3 flex justify-end"
    >
      {shown ? (
        <div
          key={shown.title + shown.description}
          className={`toast pointer-events-auto flex w-full max-w-md items-start gap-3 rounded-card border-l-8 bg-night py-3 pr-1 pl-4 text-paper shadow-float ${shown.tone === 'bad' ? 'border-alarm-bright' : 'border-sun'}`}
          onMouseEnter={() => setHeld(shown)}
          onMouseLeave={() => setHeld(null)}
          onFocus={() => setHeld(shown)}
          onBlur={() => setHeld(null)}
        >
          <div className="min-w-0 flex-1 py-1">
            <p className="font-semibold">{shown.title}</p>
            {shown.description ? <p className="wrap-anywhere">{shown.description}</p> : null}
            {shown.action ? <Action action={shown.action} onDone={() => setShown(null)} /> : null}
            {shown.again ? (
              <button
                type="button"
                className={TOAST_ACTION}
                onClick={() => {
                  showToast(null)
                  shown.again?.()
                }}
              >
                Try again
              </button>
            ) : null}
          </div>
          {/* Without scripts it loads the page again, which comes without the toast. */}
          <form
            action={pathname}
            onSubmit={(event) => {
              event.preventDefault()
              showToast(null)
            }}
          >
            {[...new URLSearchParams(search)].map(([name, value], index) => (
              <input key={index} type="hidden" name={name} value={value} />
            ))}
            <button
              type="submit"
              aria-label="Dismiss"
              className="grid size-11 place-items-center rounded-card hover:bg-white/15"
            >
              <Icon name="close" size={20} />
            </button>
          </form>
        </div>
      ) : null}
    </div>
  )
}
