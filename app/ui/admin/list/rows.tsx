import type { ReactNode } from 'react'
import type { Page } from '../../../rules/lists.ts'
import { Pager } from './data-table.tsx'
import { Empty } from './empty.tsx'
import { MoreThanPrinted, usePrinted } from './on-paper.tsx'

/**
 * Rows that were read, or what is shown instead. Null: could not be read, so that each part of a screen fails alone.
 */
export const Rows = <L extends readonly unknown[]>({
  rows,
  error,
  empty,
  children,
}: {
  rows: L | null
  error: ReactNode
  empty: ReactNode
  children: (rows: L) => ReactNode
}) => (rows === null ? error : rows.length === 0 ? empty : children(rows))

/** Shown instead of a list that could not be read. */
export const NotRead = ({ error }: { error: string }) => (
  <div role="alert">
    <Empty title={error} hint="Please reload the page in a minute." />
  </div>
)

/** What to do about a list that is empty because it is narrowed. */
export const TRY_OTHERS = 'Try another search or another filter.'

type Sentences = {
  /** Shown when the rows could not be read. */
  error: string
  /** Shown when there are no rows, with what to do about it. */
  empty: string
  hint?: string | undefined
}

/** The rows of a list with a screen of its own, or a message instead. */
export const ListRows = <L extends readonly unknown[]>({
  rows,
  error,
  empty,
  hint,
  children,
}: Sentences & { rows: L | null; children: (rows: L) => ReactNode }) => (
  <Rows rows={rows} error={<NotRead error={error} />} empty={<Empty title={empty} hint={hint} />}>
    {children}
  </Rows>
)

/** One page of such a list, with a link to the next page. */
export function PagedRows<R>({
  page,
  ...rest
}: Sentences & { page: Page<R> | null; children: (rows: R[]) => ReactNode }) {
  const isPrinted = usePrinted()
  return (
    <>
      {page?.next ? <MoreThanPrinted isPrinted={isPrinted} /> : null}
      <ListRows rows={page && page.rows} {...rest} />
      {page ? <Pager next={page.next} /> : null}
    </>
  )
}
