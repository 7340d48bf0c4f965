import { recordAudit } from '../../../modules/audit/record-audit.ts'
import { type ListedShift, listShifts } from '../../../modules/till/shifts/list-shifts.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { formatShiftNote } from '../../../rules/messages/till-review.ts'
import { shopContext } from '../../../web/context.ts'
import { type CsvColumns, listFile } from '../../../web/lists/csv.ts'
import { requireActor } from '../../../web/staff-guards.ts'
import type { Route } from './+types/shifts-csv'
import { readShiftQuery } from './list-query.ts'

const AT_ONCE = 200

/** The list as it is shown, all its pages, for spreadsheets. */
export async function loader(args: Route.LoaderArgs) {
  const actor = await requireActor(args)
  const { db } = args.context.get(shopContext)
  const asked = { ...readShiftQuery(args.request), limit: AT_ONCE }
  const { till, state, from, to, direction } = asked
  await db.transaction((db) =>
    recordAudit(db, actor, {
      action: 'exported',
      entity: 'shift',
      entityId: 'shifts.csv',
      label: 'Shifts',
      after: { till, state, from, to, direction },
    }),
  )
  return listFile('shifts.csv', COLUMNS, (after) => listShifts(db, { ...asked, after }))
}

const COLUMNS: CsvColumns<ListedShift> = [
  ['Till', (row) => row.till],
  ['Opened', (row) => formatStamp(row.openedAt)],
  ['Opened by', (row) => row.openedBy],
  ['Closed', (row) => (row.closedAt ? formatStamp(row.closedAt) : null)],
  ['Closed by', (row) => row.closedBy],
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
