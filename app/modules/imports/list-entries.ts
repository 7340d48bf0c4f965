import { and, eq, inArray } from 'drizzle-orm'
import { cutPage, pageBy, type SortColumn } from '../../db/keyset.server.ts'
import type { Db } from '../../db/open.server.ts'
import { importEntries } from '../../db/tables.server.ts'
import type { EntryState, ImportRow } from '../../rules/imports/imports.ts'
import type { Page } from '../../rules/lists.ts'
import type { ImportFault } from '../../rules/messages/imports/imports.ts'

export type ListedEntry = {
  id: string
  row: number
  rowCount: number
  label: string
  state: EntryState
  cells: ImportRow[]
  plan: unknown
  faults: ImportFault[]
}

/** The file's text in the cell of a fault. */
export const writtenAt = ({ cells }: Pick<ListedEntry, 'cells'>, { row, column }: ImportFault) =>
  cells.find((one) => one.row === row)?.cells[column] ?? null

const BY_ROW: SortColumn = { column: importEntries.row, type: 'integer' }

/** The entries of a file in these states, in its order. */
export async function listEntries(
  db: Db,
  asked: { importId: string; states: readonly EntryState[]; after: string | null; limit: number },
): Promise<Page<ListedEntry>> {
  const { importId, states, after, limit } = asked
  const { cursor, order, rest } = pageBy(BY_ROW, importEntries.id, { direction: 'asc', after })
  const rows = await db
    .select({
      id: importEntries.id,
      row: importEntries.row,
      rowCount: importEntries.rowCount,
      label: importEntries.label,
      state: importEntries.state,
      cells: importEntries.cells,
      plan: importEntries.plan,
      faults: importEntries.faults,
      cursor,
    })
    .from(importEntries)
    .where(
      and(eq(importEntries.importId, importId), inArray(importEntries.state, [...states]), rest),
    )
    .orderBy(...order)
    .limit(limit + 1)
  return cutPage(rows, limit)
}
