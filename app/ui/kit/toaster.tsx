import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Toast, ToastAction } from '../../rules/messages/toast.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'

/** One that the browser itself shows may offer to try what failed once more. */
export type Shown = Toast & { again?: (() => unknown) | undefined }

const EVENT = 'zovala:toast'
const SHOWN_FOR_MS = 6000

/**
 * Says something that happened in the browser alone (a copied code); acts answer by `redirectWith`. Null
 * takes back what is said, wherever it stands: behind an open window, and within it.
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

/** So much of a phone's foot may be a bar that a toast stands above (toasts.css). */
const BAR = 96

/**
 * At a phone's foot this toast would lie on the field that is typed in, on the heading or the price, or
 * behind the keys.
 */
function isFootTaken(toast: HTMLElement | null) {
  const top = innerHeight - BAR - (toast?.offsetHeight ?? 0)
  const isThere = (one: Element) => {
    const box = one.getBoundingClientRect()
    return box.bottom > top && box.top < innerHeight
  }
  const typed = document.querySelector(':is(input, select, textarea):focus')
  const keys = innerHeight - (visualViewport?.height ?? innerHeight)
  // The home page's own is for who hears it: those who see begin with its first banner.
  const heading = document.querySelector('main :is(h1, h2):not(.sr-only)')
  const price = document.querySelector('main [data-price]')
  return [typed, heading, price].some(
    (one) => one && (isThere(one) || (one === typed && keys > BAR)),
  )
}

/**
 * The place where the shop says what was done or refused; it hangs below the nearest positioned box, on a shopper's
 * phone at the foot of the screen (toasts.css). `Action` draws what it offers; the shop itself offers links alone.
 */
export function Toaster({
  toast,
  Action = ActionLink,
}: {
  toast: Toast | null
  Action?: ComponentType<ActionProps>
}) {
  const [shown, setShown] = useState<Shown | null>(toast)
  const [brought, setBrought] = useState(toast)
  // The one that somebody points at or reads with the keyboard; the next one is not it.
  const [held, setHeld] = useState<Shown | null>(null)
  const { pathname, search } = useLocation()
  const [page, setPage] = useState(pathname)
  const place = useRef<HTMLDivElement>(null)
  const [isHigh, setHigh] = useState(false)

  // Who has gone on elsewhere needs the way on no longer that was offered.
  if (pathname !== page) {
    setPage(pathname)
    if (shown?.action && !shown.action.fields) setShown(null)
  }
  // The page brought another one; a page that brings none lets the last one have its time.
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
    // What asks for something stays until it is answered.
    const { action, again } = shown ?? {}
    const isAsking = action && !action.isExtra && !action.seconds
    if (!shown || isAsking || again || held === shown) return undefined
    const time = action?.seconds ? action.seconds * 1000 : action ? 2 * SHOWN_FOR_MS : SHOWN_FOR_MS
    const timer = setTimeout(() => setShown(null), time)
    return () => clearTimeout(timer)
  }, [shown, held])

  useEffect(() => {
    // Once the page has come to its top.
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
          {/* Without scripts the page is asked for again, and comes without it. */}
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
