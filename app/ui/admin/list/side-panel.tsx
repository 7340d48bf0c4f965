import { ChevronDown, X } from 'lucide-react'
import {
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { Link } from '../../kit/link.tsx'
import type { Column } from './data-table.tsx'

/** The address of this list with one entry open, or with none. */
export function addressOf(params: URLSearchParams, name: string, value: string | null) {
  const address = new URLSearchParams(params)
  if (value === null) address.delete(name)
  else address.set(name, value)
  return `?${address}`
}

const opens = (name: string, value: string) => `${name} ${value}`

/** A row's number, which links to the row's panel beside the list. */
export function OpenLink({
  name,
  value,
  children = value,
}: {
  name: string
  value: string
  /** The row's name, if it is not the value. */
  children?: ReactNode
}) {
  const [params] = useSearchParams()
  return (
    <Link
      data-opens={opens(name, value)}
      to={addressOf(params, name, value)}
      preventScrollReset
      aria-current={params.get(name) === value ? 'true' : undefined}
      className="inline-flex min-h-11 items-center font-semibold wrap-anywhere tabular-nums text-lake md:whitespace-nowrap underline underline-offset-4 aria-[current=true]:text-clay"
    >
      {children}
    </Link>
  )
}

/** The column with the number that opens a row beside the list; `below` is rendered below the number. */
export const openColumn = <R,>(
  label: string,
  name: string,
  of: (row: R) => string,
  below: (row: R) => ReactNode,
): Column<R> => ({
  label,
  isTitle: true,
  show: (row) => (
    <>
      <OpenLink name={name} value={of(row)} />
      {below(row)}
    </>
  ),
})

/** The row's date below its number, when there is no space for a column. */
export const DateBelow = ({ children }: { children: string }) => (
  <span className="hidden text-sm text-quiet md:max-xl:block">{children}</span>
)

/**
 * The details of one row, opened by the address: beside the list on a desktop, instead of it on a phone. Opening it
 * moves the focus into it, an act moves it to its heading, and closing it moves it back to the row.
 */
export function SidePanel({
  name,
  title,
  children,
}: {
  /** The parameter of the address that opened it. */
  name: string
  title: string
  children: ReactNode
}) {
  const [params] = useSearchParams()
  const value = params.get(name)
  const { hash } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    const panel = heading.current?.closest('section')
    // Whoever is in it already, before its script came, stays there.
    if (!title || panel?.contains(document.activeElement)) return
    // A link from another list focuses the part that it names.
    const part = hash && panel?.querySelector<HTMLElement>(`[id="${CSS.escape(hash.slice(1))}"]`)
    ;(part || heading.current)?.focus()
    if (value !== null) rowLink(name, value)?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }, [title, hash, name, value])
  const noteAct = useReturnToHeading(heading)
  useReturnToRow(name, value)
  useCloseByEscape(addressOf(params, name, null))
  return (
    <section
      aria-labelledby={id}
      onSubmit={noteAct}
      onClickCapture={ignoreSecondPress}
      className="side-panel rounded-card border border-line bg-sheet xl:sticky xl:top-4 xl:max-h-[calc(100dvh-10.5rem)] xl:overflow-y-auto"
    >
      <div className="sticky top-0 z-10 flex items-center justify-between gap-3 rounded-t-card border-b border-line bg-sheet px-4 py-1 max-xl:static">
        <h2
          id={id}
          ref={heading}
          tabIndex={-1}
          className="min-w-0 scroll-mt-24 wrap-anywhere hyphens-auto font-body text-xl font-bold max-md:text-[length:min(1.25rem,5.6vw)] tabular-nums focus:outline-none"
        >
          {title}
        </h2>
        {/* Before its scripts have come it waits for them: by a page anew it would lead back to no row. */}
        <Link
          to={addressOf(params, name, null)}
          preventScrollReset
          data-held=""
          aria-label="Close details"
          className="on-screen -mr-2 grid size-11 shrink-0 place-items-center rounded-card hover:bg-sand"
        >
          <X aria-hidden size={20} />
        </Link>
      </div>
      <div className="grid grid-cols-1 gap-5 p-4">{children}</div>
    </section>
  )
}

/** The second press of a double click or tap would meet what the first one has brought to that place. */
function ignoreSecondPress(event: MouseEvent<HTMLElement>) {
  const { target, detail } = event
  if (detail > 1 && target instanceof Element && target.closest('[type="submit"]'))
    event.preventDefault()
}

/** Escape closes the panel, unless somebody has typed in a field or a window is open, which uses Escape itself. */
function useCloseByEscape(closed: string) {
  const navigate = useNavigate()
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      const { target } = event
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
      if (
        isField &&
        (target.type === 'search' ? target.value : target.value !== target.defaultValue)
      )
        return
      if (document.querySelector('dialog[open]')) return
      void navigate(closed, { preventScrollReset: true })
    }
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [closed, navigate])
}

/**
 * Restores the focus after an act, which may have removed its own button. A refused act focuses the reason in its form.
 */
function useReturnToHeading(heading: RefObject<HTMLHeadingElement | null>) {
  const { state } = useNavigation()
  /** The form that was submitted last. */
  const sent = useRef<EventTarget | null>(null)
  useLayoutEffect(() => {
    const form = sent.current
    if (state !== 'idle' || form === null) return
    sent.current = null
    const { activeElement } = document
    const panel = heading.current?.closest('section')
    const isLost = activeElement === document.body
    if (!isLost && !panel?.contains(activeElement)) return
    // Some browsers do not focus a pressed button, and all drop the focus of a button that was disabled meanwhile.
    const refused =
      form instanceof Element ? form.querySelector<HTMLElement>('[data-refused]') : null
    if (!refused) heading.current?.focus()
    else if (!refused.closest('form')?.contains(activeElement)) refused.focus()
  }, [state, heading])
  return (event: FormEvent<HTMLElement>) => {
    sent.current = event.target
  }
}

/**
 * The link of the list that opens an entry: the last one, because the same row may also be above the list, among those
 * that need a person.
 */
function rowLink(name: string, value: string) {
  const links = document.querySelectorAll<HTMLElement>(
    `[data-opens="${CSS.escape(opens(name, value))}"]`,
  )
  return links.item(links.length - 1)
}

/** On closing, focuses the link that opened the panel, unless something else has the focus. */
function useReturnToRow(name: string, value: string | null) {
  // A layout effect: on a busy machine an effect may run after the screen's heading has taken the
  // focus (use-restored-focus.ts).
  useLayoutEffect(
    () => () => {
      if (value === null) return
      // The list may have been hidden behind the panel until now.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        rowLink(name, value)?.focus()
      })
    },
    [name, value],
  )
}

/** Shown beside the list for an address without such an entry. */
const NoSuchPanel = ({ name, value }: { name: string; value: string }) => (
  <SidePanel name={name} title="Not found">
    <p className="wrap-anywhere">
      Nothing is called {value.slice(0, 60)}, or it could not be read.
    </p>
  </SidePanel>
)

/** The panel of the entry `value`, or a message that there is none; null when nothing is open. */
export const panelOf = (name: string, value: string | null, panel: ReactNode) =>
  panel ?? (value === null ? null : <NoSuchPanel name={name} value={value} />)

/** A list with its open panel. Opening and closing keep the same list, with its ticks. */
export const BesideList = ({ panel, children }: { panel: ReactNode; children: ReactNode }) => (
  <div
    className={
      panel ? 'xl:grid xl:grid-cols-[minmax(0,1fr)_24rem] xl:items-start xl:gap-5' : undefined
    }
  >
    <div className={panel ? 'max-xl:hidden' : undefined}>{children}</div>
    {panel}
  </div>
)

/** A part of the panel. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-1 font-body text-base font-bold">
        {title}
      </h3>
      {children}
    </section>
  )
}

/** A part of the panel that is folded, and opened with scripts or without; `beside` is visible while it is closed. */
export const FoldedPart = ({
  title,
  beside,
  isOpen = false,
  children,
}: {
  title: string
  beside?: ReactNode
  isOpen?: boolean
  children: ReactNode
}) => (
  <details open={isOpen} className="group/part min-w-0">
    <summary className="flex min-h-11 flex-wrap items-center gap-x-2 font-bold">
      <ChevronDown
        aria-hidden
        className="size-5 shrink-0 -rotate-90 text-lake group-open/part:rotate-0 print:hidden"
      />
      <h3 className="mr-auto font-body text-base font-bold text-lake">{title}</h3>
      {beside}
    </summary>
    {children}
  </details>
)
