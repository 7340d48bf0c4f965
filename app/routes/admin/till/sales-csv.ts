import { recordAudit } from '../../../modules/audit/record-audit.ts'
import { type ListedSale, listSales } from '../../../modules/till/sales/list-sales.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { REVIEW_TEXTS } from '../../../rules/till/till-review.ts'
import { shopContext } from '../../../web/context.ts'
import { type CsvColumns, csvPhone, listFile } from '../../../web/lists/csv.ts'
import { requireActor } from '../../../web/staff-guards.ts'
import type { Route } from './+types/sales-csv'
import { readSaleQuery } from './list-query.ts'

const AT_ONCE = 500

/** The list as it is shown, all its pages, for spreadsheets. */
export async function loader(args: Route.LoaderArgs) {
  const actor = await requireActor(args)
  const { db } = args.context.get(shopContext)
  const asked = { ...readSaleQuery(args.request), limit: AT_ONCE }
  const { search, till, shift, sort, direction } = asked
  await db.transaction((db) =>
    recordAudit(db, actor, {
      action: 'exported',
      entity: 'pos_sale',
      entityId: 'pos-sales.csv',
      label: 'POS Sales',
      after: { search, till, shift, sort, direction },
    }),
  )
  return listFile('pos-sales.csv', COLUMNS, (after) => listSales(db, { ...asked, after }))
}

const waitingWords = ({ reviewReasons, handledAt }: ListedSale) =>
  handledAt ? null : reviewReasons.map((reason) => REVIEW_TEXTS[reason]).join(', ') || null

const COLUMNS: CsvColumns<ListedSale> = [
  ['Sale', (row) => row.saleNumber],
  ['Sold', (row) => formatStamp(row.createdAt)],
  ['Till', (row) => row.till],
  ['Cashier', (row) => row.cashier],
  ['Customer', (row) => row.customerName],
  ['Phone', (row) => csvPhone(row.customerPhone)],
  ['Paid by', (row) => row.paymentMethod],
  ['Status', (row) => row.paymentStatus],
  ['Items', (row) => row.itemCount],
  ['Subtotal', (row) => row.subtotal],
  ['Discount', (row) => row.discountAmount],
  ['Tax', (row) => row.taxAmount],
  ['Total', (row) => row.totalAmount],
  ['In cash', (row) => row.cashAmount],
  ['Given back', (row) => row.returned],
  ['Needs a person', (row) => waitingWords(row)],
  ['Notes', (row) => row.notes],
]
