import { sampleRows } from '../../../modules/imports/sample-rows.ts'
import { COLUMNS } from '../../../rules/imports/columns.ts'
import { CSV_KINDS } from '../../../rules/imports/imports.ts'
import { shopContext } from '../../../web/context.ts'
import { listFile } from '../../../web/lists/csv.ts'
import { readFilter } from '../../../web/lists/list-query.ts'
import type { Route } from './+types/sample-csv'

/** A file of a few filled-in rows, with every column that a kind of file may have. */
export function loader({ request, context }: Route.LoaderArgs) {
  const kind = readFilter(request, 'kind', CSV_KINDS) ?? 'products'
  const columns = COLUMNS[kind].read.map(
    (column) => [column, (row: Readonly<Record<string, string>>) => row[column] ?? ''] as const,
  )
  return listFile(`sample-${kind}.csv`, columns, async () => ({
    rows: await sampleRows(context.get(shopContext), kind),
    next: null,
  }))
}
