import type { ReactNode } from 'react'
import type { Page } from '../../../rules/lists.ts'
import { Pager } from './data-table.tsx'

type Sentences = {
  /** What stands there when they could not be read: each part of a screen fails alone. */
  error: ReactNode
  /** What stands there when there are none. */
  empty: ReactNode
}

/** Rows that were read, or the sentence in their place; null could not be read. */
export const Rows = <L extends readonly unknown[]>({
  rows,
  error,
  empty,
  children,
}: Sentences & { rows: L | null; children: (rows: L) => ReactNode }) =>
  rows === null ? error : rows.length === 0 ? empty : children(rows)

/** One page of a list, and the way to the next. */
export const PagedRows = <R,>({
  page,
  ...rest
}: Sentences & { page: Page<R> | null; children: (rows: R[]) => ReactNode }) => (
  <>
    <Rows rows={page && page.rows} {...rest} />
    {page ? <Pager next={page.next} /> : null}
  </>
)
