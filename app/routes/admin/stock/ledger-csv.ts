import { data } from 'react-router'
import { z } from 'zod'
import { findLedgerProduct, readLedger } from '../../../modules/stock/read-ledger.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { formatStockReason } from '../../../rules/messages/stock/stock.ts'
import { KIND_WORDS } from '../../../rules/messages/stock/words.ts'
import type { LedgerLine } from '../../../rules/stock/stock.ts'
import { shopContext } from '../../../web/context.ts'
import type { CsvColumns } from '../../../web/lists/csv.ts'
import { exportList } from '../../../web/lists/export.ts'
import type { Route } from './+types/ledger-csv'
import { readLedgerQuery } from './list-query.ts'

const COLUMNS: CsvColumns<LedgerLine> = [
  ['When', ({ at }) => formatStamp(at)],
  ['Size', 'size'],
  ['Color', 'color'],
  ['What', ({ kind }) => KIND_WORDS[kind]],
  ['Units', 'quantity'],
  ['On hand after', 'balance'],
  ['Order or sale', ({ orderNumber, saleNumber }) => orderNumber ?? saleNumber],
  ['Who', 'by'],
  ['Reason', formatStockReason],
]

/** A product's ledger as a file, with the filters of its stock page. */
export async function loader(args: Route.LoaderArgs) {
  const { request, context, params } = args
  const { db } = context.get(shopContext)
  const id = z.uuid().safeParse(params.productId)
  const product = id.success && (await findLedgerProduct(db, id.data))
  if (!product) throw data(null, { status: 404 })
  return exportList(args, {
    name: `ledger-${product.slug}.csv`,
    entity: 'stock',
    label: product.name,
    query: readLedgerQuery(request),
    read: (db, { limit, ...asked }) => readLedger(db, product.id, asked, limit),
    columns: COLUMNS,
  })
}
