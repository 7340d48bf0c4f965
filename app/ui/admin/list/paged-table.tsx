import type { ComponentProps } from 'react'
import { DataTable } from './data-table.tsx'
import { PagedRows } from './rows.tsx'

type Rows<R> = Omit<ComponentProps<typeof PagedRows<R>>, 'children'>
type Table<R extends { id: string }> = Omit<ComponentProps<typeof DataTable<R>>, 'rows'>

/** One page of a list as a table, with a link to the next page. */
export const PagedTable = <R extends { id: string }>({
  page,
  error,
  empty,
  hint,
  ...table
}: Rows<R> & Table<R>) => (
  <PagedRows page={page} error={error} empty={empty} hint={hint}>
    {(rows) => <DataTable rows={rows} {...table} />}
  </PagedRows>
)
