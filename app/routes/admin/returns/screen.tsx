import { redirect } from 'react-router'
import { listAdminOrders } from '../../../modules/orders/staff/list-admin-orders.ts'
import { listAllReturns } from '../../../modules/returns/list-all-returns.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { RETURN_FILTER_WORDS } from '../../../rules/messages/returns/words.ts'
import { RETURN_FILTERS } from '../../../rules/returns/returns.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { ListTools, stateFilter } from '../../../ui/admin/list/list-tools.tsx'
import { PagedTable } from '../../../ui/admin/list/paged-table.tsx'
import { OrdersHead } from '../../../ui/admin/orders/orders-head.tsx'
import { FindOrder } from '../../../ui/admin/returns/find-order.tsx'
import { RETURN_COLUMNS } from '../../../ui/admin/returns/return-columns.tsx'
import { useLiveAdmin } from '../../../ui/admin/use-live-admin.ts'
import { shopContext } from '../../../web/context.ts'
import { readWord } from '../../../web/lists/list-query.ts'
import { limitPrinted } from '../../../web/lists/print-list.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/screen'
import { readReturnQuery } from './list-query.ts'

export const meta = () => [{ title: `Returns | ${settings().name}` }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const find = readWord(args.request, 'find')
  const found = find === null ? null : await findReturned(shop.db, find)
  if (found) throw redirect(found)
  const query = readReturnQuery(args.request)
  const limit = await limitPrinted(args, STAFF_PAGE, {
    entity: 'order',
    label: 'list-returns',
    query,
  })
  return {
    typed: find,
    page: await readPart(shop, 'returns', () => listAllReturns(shop.db, { ...query, limit })),
  }
}

/** The address of the one order that is sought, with the form for its return, or of the list of several. */
async function findReturned(db: Shop['db'], search: string) {
  const asked = { search, status: null, after: null, limit: 1 } as const
  const { rows, next } = await listAdminOrders(db, { ...asked, sort: 'placed', direction: 'desc' })
  const [one] = rows
  if (!one) return null
  const query = new URLSearchParams(next ? { search } : { order: one.orderNumber, note: 'on' })
  return `/admin/orders?part=returns&${query}`
}

export default function ReturnsList({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <OrdersHead isLive={useLiveAdmin()} />
      <FindOrder typed={loaderData.typed} />
      <ListTools
        label="Search by order, email, phone or name"
        filters={[stateFilter('status', 'Status', RETURN_FILTERS, RETURN_FILTER_WORDS)]}
        csv="/admin/returns.csv"
        narrowed={[]}
      />
      <PagedTable
        page={loaderData.page}
        error="Error loading returns."
        empty="No returns found"
        hint="What customers want to send back appears here at once. Note a return yourself at its order."
        caption="Returns of online orders"
        order="-asked"
        columns={RETURN_COLUMNS}
      />
    </>
  )
}
