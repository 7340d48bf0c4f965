import { ChevronDown, X } from 'lucide-react'
import {
  type FormEvent,
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

/** The number of a row, which opens it beside the list. */
export function OpenLink({
  name,
  value,
  children = value,
}: {
  name: string
  value: string
  /** What the row is called, where that is not the value. */
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

/** The column whose number opens the row beside the list; `below` stands under it. */
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

/** Under the number of a row: its date, where there is no room for a column of it. */
export const DateBelow = ({ children }: { children: string }) => (
  <span className="hidden text-sm text-quiet md:max-xl:block">{children}</span>
)

/**
 * What one row of a list holds, opened by the address: beside the list on a desktop, in its place on a
 * phone. Who opens it from the list is led into it, after an act in it to its heading, and back to its
 * row once it is closed.
 */
export function SidePanel({
  name,
  title,
  children,
}: {
  /** The field of the address that opened it. */
  name: string
  title: string
  children: ReactNode
}) {
  const [params] = useSearchParams()
  const { hash } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    const panel = heading.current?.closest('section')
    // Who is in it already, before its script had come, stays there.
    if (!title || panel?.contains(document.activeElement)) return
    // Who comes from another list is led to the part that its link names.
    const part = hash && panel?.querySelector<HTMLElement>(`[id="${CSS.escape(hash.slice(1))}"]`)
    ;(part || heading.current)?.focus()
  }, [title, hash])
  const noteAct = useReturnToHeading(heading)
  useReturnToRow(name, params.get(name))
  useCloseByEscape(addressOf(params, name, null))
  return (
    <section
      aria-labelledby={id}
      onSubmit={noteAct}
      className="side-panel rounded-card border border-line bg-sheet xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:overflow-y-auto"
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
        <Link
          to={addressOf(params, name, null)}
          preventScrollReset
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

/** Escape closes it, but takes no words away that somebody has just typed, and leaves a window's own to it. */
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
 * An act may take its own button away: the focus would be lost with it. A refused one leads to the reason, which stands
 * in its form.
 */
function useReturnToHeading(heading: RefObject<HTMLHeadingElement | null>) {
  const { state } = useNavigation()
  /** The form that was sent last. */
  const sent = useRef<EventTarget | null>(null)
  useLayoutEffect(() => {
    const form = sent.current
    if (state !== 'idle' || form === null) return
    sent.current = null
    const { activeElement } = document
    const panel = heading.current?.closest('section')
    const isLost = activeElement === document.body
    if (!isLost && !panel?.contains(activeElement)) return
    // Some browsers give a pressed button no focus, and none keeps that of one that was switched off meanwhile.
    const refused =
      form instanceof Element ? form.querySelector<HTMLElement>('[data-refused]') : null
    if (!refused) heading.current?.focus()
    else if (!refused.closest('form')?.contains(activeElement)) refused.focus()
  }, [state, heading])
  return (event: FormEvent<HTMLElement>) => {
    sent.current = event.target
  }
}

/** The link that opened what was closed; where something else has the focus by then, it keeps it. */
function useReturnToRow(name: string, value: string | null) {
  // Not later, as an effect may be on a busy machine: the screen's heading would have the focus by
  // then (use-restored-focus.ts).
  useLayoutEffect(
    () => () => {
      if (value === null) return
      // The list may have been hidden behind the panel until now.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const links = document.querySelectorAll<HTMLElement>(
          `[data-opens="${CSS.escape(opens(name, value))}"]`,
        )
        // The last is the list's own: what needs a person stands above it.
        links.item(links.length - 1)?.focus()
      })
    },
    [name, value],
  )
}

/** An address that leads to nothing, told where the entry would be. */
const NoSuchPanel = ({ name, value }: { name: string; value: string }) => (
  <SidePanel name={name} title="Not found">
    <p className="wrap-anywhere">
      Nothing is called {value.slice(0, 60)}, or it could not be read.
    </p>
  </SidePanel>
)

/** What `value` opened beside a list, said where there is none; null where nothing is open. */
export const panelOf = (name: string, value: string | null, panel: ReactNode) =>
  panel ?? (value === null ? null : <NoSuchPanel name={name} value={value} />)

/** A list and what is open of it. The list stays the same one, opened and closed, with what is ticked in it. */
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

/**
 * A part of the panel that is opened by who needs it, with scripts or without; `beside` can be read while it is closed.
 */
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
