import { type ListedReturn, listAllReturns } from '../../../modules/returns/list-all-returns.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { customerWords } from '../../../rules/messages/orders/words.ts'
import { RETURN_REASON_WORDS, RETURN_STATUS_WORDS } from '../../../rules/messages/returns/words.ts'
import { type CsvColumns, csvPhone } from '../../../web/lists/csv.ts'
import { exportList } from '../../../web/lists/export.ts'
import type { Route } from './+types/csv'
import { readReturnQuery } from './list-query.ts'

const stamp = (date: Date | null) => (date ? formatStamp(date) : null)

const COLUMNS: CsvColumns<ListedReturn> = [
  ['Order', 'orderNumber'],
  ['Asked for', (row) => stamp(row.createdAt)],
  ['Status', (row) => RETURN_STATUS_WORDS[row.status]],
  ['Why', (row) => RETURN_REASON_WORDS[row.reason]],
  ['Customer', customerWords],
  ['Email', 'email'],
  ['Phone', (row) => csvPhone(row.phone)],
  ['Pieces', 'pieces'],
  ['To stock', 'restocked'],
  ['Written off', 'faulty'],
  ['Given back', 'refunded'],
  ['Decided', (row) => stamp(row.decidedAt)],
  ['Arrived', (row) => stamp(row.receivedAt)],
  ['Inspected', (row) => stamp(row.inspectedAt)],
  ['Ended', (row) => stamp(row.endedAt)],
]

/** The list as a spreadsheet file, all its pages, with the screen's search and filters. */
export const loader = (args: Route.LoaderArgs) =>
  exportList(args, {
    name: 'returns.csv',
    entity: 'order',
    label: 'list-returns',
    query: readReturnQuery(args.request),
    read: listAllReturns,
    columns: COLUMNS,
  })
