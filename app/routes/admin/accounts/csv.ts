import { type ListedCustomer, listCustomers } from '../../../modules/accounts/list-customers.ts'
import { roleWords } from '../../../rules/accounts/customers.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { isReachable } from '../../../rules/orders/order-draft.ts'
import { type CsvColumns, csvPhone } from '../../../web/lists/csv.ts'
import { exportList } from '../../../web/lists/export.ts'
import type { Route } from './+types/csv'
import { readCustomersQuery } from './list-query.ts'

const COLUMNS: CsvColumns<ListedCustomer> = [
  ['Name', 'fullName'],
  ['Email', ({ email }) => (isReachable(email) ? email : null)],
  ['Phone', ({ phone }) => csvPhone(phone)],
  ['Role', ({ role }) => roleWords(role)],
  ['Joined', ({ joinedAt }) => formatStamp(joinedAt)],
]

/** The list of customers as a spreadsheet file, all its pages, with the screen's search, filters and order. */
export const loader = (args: Route.LoaderArgs) =>
  exportList(args, {
    name: 'customers.csv',
    entity: 'person',
    label: 'list-customers',
    query: readCustomersQuery(args.request),
    read: listCustomers,
    columns: COLUMNS,
  })
