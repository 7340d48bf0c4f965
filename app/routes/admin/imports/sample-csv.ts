import { recordExport } from '../../../modules/audit/record-export.ts'
import { sampleRows } from '../../../modules/imports/sample-rows.ts'
import { COLUMNS } from '../../../rules/imports/columns.ts'
import { CSV_KINDS, type CsvKind } from '../../../rules/imports/imports.ts'
import { shopContext } from '../../../web/context.ts'
import { listFile } from '../../../web/lists/csv.ts'
import { readFilter } from '../../../web/lists/list-query.ts'
import { requireActor } from '../../../web/staff-guards.ts'
import type { Route } from './+types/sample-csv'

/** The log labels of files that hold the costs or the stock of the shop's own products. */
const OF_THE_SHOP: Partial<Record<CsvKind, string>> = {
  prices: 'sample-prices',
  stock: 'sample-stock',
}

/**
 * A file of a few filled-in rows, with every column that this kind of file may have. Files with the shop's own data are
 * logged.
 */
export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args
  const kind = readFilter(request, 'kind', CSV_KINDS) ?? 'products'
  const columns = COLUMNS[kind].read.map(
    (column) => [column, (row: Readonly<Record<string, string>>) => row[column] ?? ''] as const,
  )
  const label = OF_THE_SHOP[kind]
  if (label) {
    const file = { entity: 'product', label, filters: {} } as const
    await recordExport(context.get(shopContext).db, await requireActor(args), file)
  }
  return listFile(`sample-${kind}.csv`, columns, async () => ({
    rows: await sampleRows(context.get(shopContext), kind),
    next: null,
  }))
}
