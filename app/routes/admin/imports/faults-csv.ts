import { data } from 'react-router'
import { findImport } from '../../../modules/imports/find-import.ts'
import { type ListedEntry, listEntries, writtenAt } from '../../../modules/imports/list-entries.ts'
import { formatFault } from '../../../rules/imports/format-fault.ts'
import type { Page } from '../../../rules/lists.ts'
import type { ImportFault } from '../../../rules/messages/imports/imports.ts'
import { shopContext } from '../../../web/context.ts'
import type { CsvColumns } from '../../../web/lists/csv.ts'
import { exportList } from '../../../web/lists/export.ts'
import type { Route } from './+types/faults-csv'

type FaultRow = { entry: ListedEntry; fault: ImportFault }
const COLUMNS: CsvColumns<FaultRow> = [
  ['Row', ({ fault }) => fault.row],
  ['Column', ({ fault }) => fault.column],
  ['Problem', ({ entry, fault }) => formatFault(fault, entry.plan)],
  ['Written', ({ entry, fault }) => writtenAt(entry, fault)],
  ['Item', ({ entry }) => entry.label],
]

/** Every fault of a file, by row and column. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = args.context.get(shopContext)
  const file = await findImport(db, args.params.importId)
  if (!file) throw data(null, { status: 404 })
  return exportList<{ after: string | null }, FaultRow>(args, {
    name: 'import-faults.csv',
    entity: 'import',
    label: file.fileName,
    query: { after: null },
    read: async (db, { after, limit }): Promise<Page<FaultRow>> => {
      const page = await listEntries(db, { importId: file.id, states: ['bad'], after, limit })
      return {
        next: page.next,
        rows: page.rows.flatMap((entry) => entry.faults.map((fault) => ({ entry, fault }))),
      }
    },
    columns: COLUMNS,
  })
}
