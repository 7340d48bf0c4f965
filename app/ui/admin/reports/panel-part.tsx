import type { ReactNode } from 'react'
import { Link } from '../../kit/link.tsx'
import { Rows } from '../list/rows.tsx'

const Failed = ({ error }: { error: string }) => (
  <p className="py-3 font-semibold text-alarm">{error}</p>
)

/** The content of a panel, or the message that it could not be read: each fails alone. */
export function PanelPart<T>({
  part,
  error,
  children,
}: {
  part: T | null
  error: string
  children: (part: T) => ReactNode
}) {
  return part === null ? <Failed error={error} /> : children(part)
}

/** Rows of a panel, each a link: its name at the left, its figures at the right. */
export const PanelRows = <R extends { id: string }>({
  rows,
  error,
  empty,
  hrefOf,
  renderName,
  renderFigures,
}: {
  rows: readonly R[] | null
  error: string
  empty: string
  hrefOf: (row: R) => string
  renderName: (row: R) => ReactNode
  renderFigures: (row: R) => ReactNode
}) => (
  <Rows
    rows={rows}
    error={<Failed error={error} />}
    empty={<p className="py-3 text-quiet">{empty}</p>}
  >
    {(read) => (
      <ul>
        {read.map((row) => (
          <li key={row.id} className="border-t border-line first:border-t-0">
            <Link
              to={hrefOf(row)}
              className="-mx-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-card px-2 py-2 hover:bg-sand"
            >
              <span className="min-w-0 grow basis-36">{renderName(row)}</span>
              <span className="ml-auto grid justify-items-end gap-0.5">{renderFigures(row)}</span>
            </Link>
          </li>
        ))}
      </ul>
    )}
  </Rows>
)

export const PANEL_LINK =
  'inline-flex min-h-11 items-center font-semibold text-lake underline-offset-4 hover:underline'

/** In a panel's head: links to the whole list. */
export const PanelLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={PANEL_LINK}>
    {children}
  </Link>
)
