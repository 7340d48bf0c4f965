import type { ComponentProps } from 'react'
import { useSearchParams } from 'react-router'
import { DataTable } from './data-table.tsx'
import { PagedRows, TRY_OTHERS } from './rows.tsx'

type Rows<R> = Omit<ComponentProps<typeof PagedRows<R>>, 'children'>
type Table<R extends { id: string }> = Omit<ComponentProps<typeof DataTable<R>>, 'rows'>

/** Parameters of an address that narrow no list; `show`: which of two lists a screen has. */
const OTHERS = ['sort', 'after', 'print', 'show']

/** One page of a list as a table, with a link to the next page; `hint`: how rows come to be, when all are shown. */
export function PagedTable<R extends { id: string }>({
  page,
  error,
  empty,
  hint,
  ...table
}: Rows<R> & Table<R>) {
  const [params] = useSearchParams()
  const isNarrowed = [...params.keys()].some((name) => !OTHERS.includes(name))
  return (
    <PagedRows page={page} error={error} empty={empty} hint={isNarrowed ? TRY_OTHERS : hint}>
      {(rows) => <DataTable rows={rows} {...table} />}
    </PagedRows>
  )
}
