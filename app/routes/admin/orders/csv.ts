import {
  type AdminOrder,
  listAdminOrders,
  ORDER_SORTS,
  type OrderSort,
} from '../../../modules/orders/staff/list-admin-orders.ts'
import { formatStamp } from '../../../rules/dates.ts'
import {
  customerWords,
  orderReviewText,
  STAFF_STATUS_WORDS,
} from '../../../rules/messages/orders/words.ts'
import { REFUNDED_WORDS } from '../../../rules/messages/refunds/words.ts'
import { MESSAGE_STATES } from '../../../rules/orders/order-messages.ts'
import { ORDER_STATUSES, WAITING_STATES } from '../../../rules/orders/orders.ts'
import { refundedStateOf } from '../../../rules/refunds/refunded-state.ts'
import { type CsvColumns, csvPhone } from '../../../web/lists/csv.ts'
import { exportList } from '../../../web/lists/export.ts'
import { readFilter, readListAddress, readWord } from '../../../web/lists/list-query.ts'
import type { Route } from './+types/csv'

const stamp = (date: Date | null) => (date ? formatStamp(date) : null)

function refundedWordsOf(row: AdminOrder) {
  const state = refundedStateOf(row)
  return state && REFUNDED_WORDS[state]
}

const COLUMNS: CsvColumns<AdminOrder> = [
  ['Order', 'orderNumber'],
  ['Placed', (row) => stamp(row.createdAt)],
  ['Status', (row) => STAFF_STATUS_WORDS[row.status]],
  ['Needs a person', (row) => (row.reviewReason ? orderReviewText(row.reviewReason) : null)],
  ['Customer', customerWords],
  ['Email', 'email'],
  ['Phone', (row) => csvPhone(row.phone)],
  ['Address', (row) => row.shippingAddress.address],
  ['City', (row) => row.shippingAddress.city],
  ['District', (row) => row.shippingAddress.district],
  ['Courier', 'courierName'],
  ['Collect at', 'collectAt'],
  ['Items', 'itemCount'],
  ['Parcels', (row) => row.parcelCount || null],
  ['Items in parcels', (row) => row.shippedCount || null],
  ['Tags', (row) => row.tags.join(', ') || null],
  ['Waits for pre-orders', (row) => (row.isOwed ? 'yes' : null)],
  ['Subtotal', 'subtotal'],
  ['Discount', 'discountAmount'],
  ['Code', 'discountCode'],
  ['Delivery', 'deliveryAmount'],
  ['Total', 'totalAmount'],
  ['Store credit', 'creditAmount'],
  ['Given back', 'refundedAmount'],
  ['Paid', (row) => stamp(row.paidAt)],
  ['Packed', (row) => stamp(row.packedAt)],
  ['Shipped', (row) => stamp(row.shippedAt)],
  ['Delivered', (row) => stamp(row.deliveredAt)],
  ['Cancelled', (row) => stamp(row.cancelledAt)],
  ['Refund', refundedWordsOf],
]

/** The list as a spreadsheet file, all its pages, with the screen's search and filters. */
export const loader = (args: Route.LoaderArgs) =>
  exportList(args, {
    name: 'orders.csv',
    entity: 'order',
    label: 'list-orders',
    query: {
      ...readListAddress<OrderSort>(args.request, ORDER_SORTS),
      status: readFilter(args.request, 'status', ORDER_STATUSES),
      messages: readFilter(args.request, 'messages', MESSAGE_STATES),
      waiting: readFilter(args.request, 'waiting', WAITING_STATES),
      tag: readWord(args.request, 'tag'),
    },
    read: listAdminOrders,
    columns: COLUMNS,
  })
