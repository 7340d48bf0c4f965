import { type ListedCredit, listCredits } from '../../../modules/credit/list-credits.ts'
import { creditStateOf } from '../../../rules/credit/credit.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { CREDIT_KIND_WORDS, CREDIT_STATE_WORDS } from '../../../rules/messages/credit/words.ts'
import type { CsvColumns } from '../../../web/lists/csv.ts'
import { exportList } from '../../../web/lists/export.ts'
import type { Route } from './+types/csv'
import { readCreditQuery } from './list-query.ts'

const COLUMNS: CsvColumns<ListedCredit> = [
  ['Code ends in', 'ending'],
  ['Issued', ({ createdAt }) => formatStamp(createdAt)],
  ['Kind', ({ kind }) => CREDIT_KIND_WORDS[kind]],
  ['State', (credit) => CREDIT_STATE_WORDS[creditStateOf(credit)]],
  ['Sent to', 'email'],
  ['Amount', 'amount'],
  ['Balance', 'balance'],
]

/** The list as a spreadsheet file, all its pages, with the screen's search and filters; no file holds a whole code. */
export const loader = (args: Route.LoaderArgs) =>
  exportList(args, {
    name: 'store-credit.csv',
    entity: 'credit',
    label: 'list-credit',
    query: readCreditQuery(args.request),
    read: listCredits,
    columns: COLUMNS,
  })
