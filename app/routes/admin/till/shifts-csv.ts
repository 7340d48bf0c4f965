import { type ListedShift, listShifts } from '../../../modules/till/shifts/list-shifts.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { formatShiftNote } from '../../../rules/messages/till/review.ts'
import { type CsvColumns } from '../../../web/lists/csv.ts'
import { exportList } from '../../../web/lists/export.ts'
import type { Route } from './+types/shifts-csv'
import { readShiftQuery } from './list-query.ts'

const figure = (title: string, name: Exclude<keyof ListedShift['figures'], 'byCashier'>) =>
  [title, (row: ListedShift) => row.figures[name]] as const

const COLUMNS: CsvColumns<ListedShift> = [
  ['Till', 'till'],
  ['Opened', (row) => formatStamp(row.openedAt)],
  ['Opened by', 'openedBy'],
  ['Closed', (row) => (row.closedAt ? formatStamp(row.closedAt) : null)],
  ['Closed by', 'closedBy'],
  ['Status', (row) => (row.closedAt ? 'closed' : 'open')],
  figure('Sales', 'sales'),
  figure('Sold', 'amount'),
  figure('Mobile money', 'mobileMoney'),
  figure('Discounts', 'discounts'),
  figure('Returns', 'returns'),
  figure('Float', 'float'),
  ['Cash of sales', (row) => row.figures.cashSales + row.figures.splitCash],
  figure('Cash in', 'cashIn'),
  figure('Cash out', 'cashOut'),
  figure('Refunds', 'refunds'),
  figure('Expected', 'expected'),
  figure('Counted', 'counted'),
  figure('Variance', 'variance'),
  figure('Vouchers and store credit', 'credit'),
  figure('Refunds on vouchers', 'creditRefunds'),
  figure('Vouchers sold', 'vouchersAmount'),
  ['Note', (row) => formatShiftNote(row.ending, row.note)],
]

/** The list as a spreadsheet file, all its pages, with the screen's search and filters. */
export const loader = (args: Route.LoaderArgs) =>
  exportList<ReturnType<typeof readShiftQuery>, ListedShift>(args, {
    name: 'shifts.csv',
    entity: 'shift',
    label: 'list-shifts',
    query: readShiftQuery(args.request),
    read: (db, asked, shop) => listShifts(db, { ...asked, now: shop.now() }),
    columns: COLUMNS,
  })
