import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Link } from '../../kit/link.tsx'
import { ChooseAll, shownWith, useChosen } from './choose-rows.tsx'

export type Column<R> = {
  label: string
  show: (row: R) => ReactNode
  /** The name by which the list can be sorted by this column. */
  sort?: string
  /** Aligns amounts and counts to the right, in tabular figures. */
  isFigure?: boolean
  /** On a phone, shown at the top of the row's card, without its label. */
  isTitle?: boolean
  /** A status: on a phone, shown beside the title. */
  isBadge?: boolean
  /** Hidden on a narrow desktop. */
  isSpare?: boolean
  /** Holds only buttons: hidden on paper. */
  isAct?: boolean
}

/** The last column: the acts on a row. */
export const actsColumn = <R,>(show: (row: R) => ReactNode): Column<R> => ({
  label: 'Actions',
  isAct: true,
  isFigure: true,
  isTitle: true,
  show,
})

/** The column with the badge of a row's status. */
export const statusColumn = <R,>(show: (row: R) => ReactNode): Column<R> => ({
  label: 'Status',
  isBadge: true,
  show,
})

/** How rows are ticked for a bulk act: the form and field of their boxes, and the name of each row. */
type Choice<R> = { form: string; name: string; of: (row: R) => string }

function SortLink({
  sort,
  label,
  order,
}: {
  sort: string
  label: string
  order?: string | undefined
}) {
  const [params] = useSearchParams()
  const now = params.get('sort') ?? order
  const isUp = now === sort
  const isDown = now === `-${sort}`
  const next = new URLSearchParams(params)
  next.delete('after')
  next.set('sort', isDown ? sort : `-${sort}`)
  return (
    <Link
      to={`?${next}`}
      preventScrollReset
      className="inline-flex min-h-11 items-center gap-1 underline-offset-4 hover:underline"
    >
      {label}
      {isUp ? <ArrowUp aria-label="ascending" size={16} /> : null}
      {isDown ? <ArrowDown aria-label="descending" size={16} /> : null}
    </Link>
  )
}

/**
 * A list: a table with a sticky head on a desktop, a card for each row on a phone. With `choice`, rows can be ticked
 * for the acts in `bulk`, which are shown once a row is ticked.
 */
export function DataTable<R extends { id: string }>({
  caption,
  rows,
  columns,
  order,
  choice,
  bulk,
}: {
  caption: string
  rows: readonly R[]
  columns: readonly Column<R>[]
  /** The sort order unless the address has one: a column's `sort`, with a minus for descending. */
  order?: string
  choice?: Choice<R>
  bulk?: ReactNode
}) {
  const { list, shown, toggle, toggleAll } = useChosen(rows)
  const first = columns.find(({ isTitle }) => isTitle)
  /** A column's place on a phone's card: the tick, the first title and the badge share a row of their own. */
  const onCard = ({ isTitle, isBadge }: Column<R>, isFirst: boolean) => {
    if (isFirst)
      return `max-md:-order-2 max-md:max-w-full max-md:grow ${choice ? 'max-md:basis-40' : 'max-md:basis-1/2'}`
    if (isBadge) return 'max-md:-order-1 max-md:max-w-full'
    // The last of an odd number takes the whole width.
    return isTitle
      ? 'max-md:w-full'
      : 'max-md:w-[max(7.5rem,calc(50%-0.5rem))] max-md:grow max-md:self-start'
  }
  return (
    <div ref={list} className="group/ticks rounded-card border border-line bg-sheet">
      {choice ? (
        <div className="on-screen flex min-h-13 flex-wrap items-center gap-3 border-b border-line px-4 py-1">
          <ChooseAll count={shown.length} of={rows.length} onToggle={toggleAll} />
          <div className={shownWith(shown.length > 0, 'contents')}>{bulk}</div>
        </div>
      ) : null}
      <table className="w-full max-md:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-10 bg-sand max-md:sr-only">
          <tr>
            {choice ? (
              <th scope="col" className="on-screen w-10 px-3">
                <span className="sr-only">Choose</span>
              </th>
            ) : null}
            {columns.map(({ label, sort, isFigure, isSpare, isAct }) => (
              <th
                key={label}
                scope="col"
                className={`h-11 px-3 text-sm font-semibold whitespace-nowrap ${isFigure ? 'text-right' : 'text-left'} ${isSpare ? 'md:max-xl:hidden' : ''} ${isAct ? 'on-screen' : ''}`}
              >
                {sort ? <SortLink {...{ sort, label, order }} /> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map((row) => (
            <tr
              key={row.id}
              data-row
              className="scroll-mt-14 focus-visible:-outline-offset-3 border-t border-line first:border-t-0 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-4 max-md:gap-y-1.5 max-md:px-4 max-md:py-2 max-md:after:-order-1 max-md:after:-mt-1.5 max-md:after:basis-full md:hover:bg-paper"
            >
              {choice ? (
                <td className="on-screen px-3 max-md:-order-3 max-md:-mr-4 max-md:p-0">
                  <label className="inline-flex size-11 items-center justify-center max-md:-ml-3">
                    <input
                      type="checkbox"
                      data-tick
                      aria-label={`Choose ${choice.of(row)}`}
                      form={choice.form}
                      name={choice.name}
                      value={row.id}
                      checked={shown.includes(row.id)}
                      onChange={() => toggle(row.id)}
                      className="size-5"
                    />
                  </label>
                </td>
              ) : null}
              {columns.map((column) => {
                const { label, show, isFigure, isTitle, isBadge, isSpare, isAct } = column
                return (
                  <td
                    key={label}
                    className={`px-3 py-2 align-middle max-md:p-0 ${onCard(column, column === first)} ${isFigure ? 'tabular-nums md:text-right' : ''} ${isSpare ? 'md:max-xl:hidden' : ''} ${isAct ? 'on-screen' : ''}`}
                  >
                    {isTitle || isBadge ? null : (
                      <span aria-hidden className="block text-xs text-quiet md:hidden">
                        {label}
                      </span>
                    )}
                    {show(row)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Links to the next page of a list; the browser's Back leads to the previous one. */
export function Pager({ next }: { next: string | null }) {
  const [params] = useSearchParams()
  const isFirst = !params.has('after')
  if (isFirst && !next) return null
  const to = (after: string | null) => {
    const address = new URLSearchParams(params)
    address.delete('after')
    if (after) address.set('after', after)
    return `?${address}`
  }
  const look =
    'inline-flex min-h-11 items-center rounded-card border border-edge bg-sheet px-4 font-semibold hover:bg-sand'
  return (
    <nav aria-label="Pages of the list" className="mt-4 flex flex-wrap gap-2">
      {isFirst ? null : (
        <Link to={to(null)} className={look}>
          First page
        </Link>
      )}
      {next ? (
        <Link to={to(next)} className={look}>
          Next page
        </Link>
      ) : (
        <p className="inline-flex min-h-11 items-center text-quiet">That is the end of the list.</p>
      )}
    </nav>
  )
}
