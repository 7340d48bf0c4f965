import { type ListedShift, listShifts } from '../../../modules/till/shifts/list-shifts.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { formatShiftNote } from '../../../rules/messages/till-review.ts'
import { type CsvColumns } from '../../../web/lists/csv.ts'
import { exportList } from '../../../web/lists/export.ts'
import type { Route } from './+types/shifts-csv'
import { readShiftQuery } from './list-query.ts'

const COLUMNS: CsvColumns<ListedShift> = [
  ['Till', 'till'],
  ['Opened', (row) => formatStamp(row.openedAt)],
  ['Opened by', 'openedBy'],
  ['Closed', (row) => (row.closedAt ? formatStamp(row.closedAt) : null)],
  ['Closed by', 'closedBy'],
  ['Status', (row) => (row.closedAt ? 'closed' : 'open')],
  ['Sales', (row) => row.figures.sales],
  ['Sold', (row) => row.figures.amount],
  ['Mobile money', (row) => row.figures.mobileMoney],
  ['Discounts', (row) => row.figures.discounts],
  ['Returns', (row) => row.figures.returns],
  ['Float', (row) => row.figures.float],
  ['Cash of sales', (row) => row.figures.cashSales + row.figures.splitCash],
  ['Cash in', (row) => row.figures.cashIn],
  ['Cash out', (row) => row.figures.cashOut],
  ['Given back', (row) => row.figures.refunds],
  ['Expected', (row) => row.figures.expected],
  ['Counted', (row) => row.figures.counted],
  ['Variance', (row) => row.figures.variance],
  ['Note', (row) => formatShiftNote(row.ending, row.note)],
]

/** The list as it is shown, all its pages, for spreadsheets. */
export const loader = (args: Route.LoaderArgs) =>
  exportList(args, {
    name: 'shifts.csv',
    entity: 'shift',
    label: 'Shifts',
    query: readShiftQuery(args.request),
    read: listShifts,
    columns: COLUMNS,
  })
