import { recordAudit } from '../../../modules/audit/record-audit.ts'
import {
  type AdminOrder,
  listAdminOrders,
  ORDER_SORTS,
  type OrderSort,
} from '../../../modules/orders/list-admin-orders.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { ORDER_REVIEW_TEXTS } from '../../../rules/orders/order-review.ts'
import { STAFF_STATUS_WORDS } from '../../../rules/orders/order-status.ts'
import { ORDER_STATUSES } from '../../../rules/orders/orders.ts'
import { shopContext } from '../../../web/context.ts'
import { type CsvColumns, csvPhone, listFile } from '../../../web/lists/csv.ts'
import { readFilter, readListAddress } from '../../../web/lists/list-query.ts'
import { requireActor } from '../../../web/staff-guards.ts'
import type { Route } from './+types/csv'

const AT_ONCE = 500

/** The list as it is shown, all its pages, for spreadsheets. */
export async function loader(args: Route.LoaderArgs) {
  const actor = await requireActor(args)
  const { db } = args.context.get(shopContext)
  const status = readFilter(args.request, 'status', ORDER_STATUSES)
  const asked = { ...readListAddress<OrderSort>(args.request, ORDER_SORTS), status, limit: AT_ONCE }
  const { search, sort, direction } = asked
  await db.transaction((db) =>
    recordAudit(db, actor, {
      action: 'exported',
      entity: 'order',
      entityId: 'orders.csv',
      label: 'Online Orders',
      after: { search, status, sort, direction },
    }),
  )
  return listFile('orders.csv', COLUMNS, (after) => listAdminOrders(db, { ...asked, after }))
}

const stamp = (date: Date | null) => (date ? formatStamp(date) : null)

const COLUMNS: CsvColumns<AdminOrder> = [
  ['Order', (row) => row.orderNumber],
  ['Placed', (row) => stamp(row.createdAt)],
  ['Status', (row) => STAFF_STATUS_WORDS[row.status]],
  ['Needs a person', (row) => (row.reviewReason ? ORDER_REVIEW_TEXTS[row.reviewReason] : null)],
  ['Customer', (row) => `${row.firstName} ${row.lastName}`],
  ['Email', (row) => row.email],
  ['Phone', (row) => csvPhone(row.phone)],
  ['Address', (row) => row.shippingAddress.address],
  ['City', (row) => row.shippingAddress.city],
  ['District', (row) => row.shippingAddress.district],
  ['Courier', (row) => row.courierName],
  ['Items', (row) => row.itemCount],
  ['Subtotal', (row) => row.subtotal],
  ['Discount', (row) => row.discountAmount],
  ['Code', (row) => row.discountCode],
  ['Delivery', (row) => row.deliveryAmount],
  ['Total', (row) => row.totalAmount],
  ['Paid', (row) => stamp(row.paidAt)],
  ['Shipped', (row) => stamp(row.shippedAt)],
  ['Delivered', (row) => stamp(row.deliveredAt)],
  ['Cancelled', (row) => stamp(row.cancelledAt)],
]
