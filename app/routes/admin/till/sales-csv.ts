import { type ListedSale, listSales } from '../../../modules/till/sales/list-sales.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { reviewText } from '../../../rules/messages/till/words.ts'
import { type CsvColumns, csvPhone } from '../../../web/lists/csv.ts'
import { exportList } from '../../../web/lists/export.ts'
import type { Route } from './+types/sales-csv'
import { readSaleQuery } from './list-query.ts'

const waitingWords = ({ reviewReasons, handledAt }: ListedSale) =>
  handledAt ? null : reviewReasons.map(reviewText).join(', ') || null

const COLUMNS: CsvColumns<ListedSale> = [
  ['Sale', 'saleNumber'],
  ['Sold', (row) => formatStamp(row.createdAt)],
  ['Till', 'till'],
  ['Cashier', 'cashier'],
  ['Customer', 'customerName'],
  ['Phone', (row) => csvPhone(row.customerPhone)],
  ['Paid by', 'paymentMethod'],
  ['Status', 'paymentStatus'],
  ['Items', 'itemCount'],
  ['Subtotal', 'subtotal'],
  ['Discount', 'discountAmount'],
  ['Tax', 'taxAmount'],
  ['Total', 'totalAmount'],
  ['In cash', (row) => row.cashAmount - row.laterCashAmount],
  ['Refunds', 'returned'],
  ['By voucher or store credit', 'creditAmount'],
  ['Voucher sold', 'voucherAmount'],
  ['Not paid', 'unpaidAmount'],
  ['Cash taken later', 'laterCashAmount'],
  ['Needs a person', (row) => waitingWords(row)],
  ['Notes', 'notes'],
]

/** The list as a spreadsheet file, all its pages, with the screen's search and filters. */
export const loader = (args: Route.LoaderArgs) =>
  exportList(args, {
    name: 'pos-sales.csv',
    entity: 'pos_sale',
    label: 'list-pos-sales',
    query: readSaleQuery(args.request),
    read: listSales,
    columns: COLUMNS,
  })
