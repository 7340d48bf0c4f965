import { type ListedCustomer, listCustomers } from '../../../modules/accounts/list-customers.ts'
import { recordAudit } from '../../../modules/audit/record-audit.ts'
import { roleWords } from '../../../rules/accounts/customers.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { shopContext } from '../../../web/context.ts'
import { type CsvColumns, csvPhone, listFile } from '../../../web/lists/csv.ts'
import { requireActor } from '../../../web/staff-guards.ts'
import type { Route } from './+types/csv'
import { readCustomersQuery } from './list-query.ts'

const PAGE = 500
const COLUMNS: CsvColumns<ListedCustomer> = [
  ['Name', ({ fullName }) => fullName],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => csvPhone(phone)],
  ['Role', ({ role }) => roleWords(role)],
  ['Joined', ({ joinedAt }) => formatStamp(joinedAt)],
]

/** The people of the list as a file, as searched, filtered and sorted; that it left is remembered. */
export async function loader(args: Route.LoaderArgs) {
  const actor = await requireActor(args)
  const { db } = args.context.get(shopContext)
  const asked = readCustomersQuery(args.request)
  await db.transaction((db) =>
    recordAudit(db, actor, {
      action: 'exported',
      entity: 'person',
      entityId: 'list',
      label: 'Customers',
      after: { search: asked.search || null, role: asked.role },
    }),
  )
  return listFile('customers.csv', COLUMNS, (after) =>
    listCustomers(db, { ...asked, after, limit: PAGE }),
  )
}
