import { and, eq } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { orders, users } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { EmailContent } from '../../rules/messages/emails/content.ts'
import {
  type OrderEmail,
  orderCancelledEmail,
  orderDeliveredEmail,
  orderExpiredEmail,
  orderPaidEmail,
  orderReviewEmail,
  orderShippedEmail,
  orderWaybillEmail,
  preorderArrivedEmail,
} from '../../rules/messages/emails/orders.ts'
import type { OrderEmailKind } from '../../rules/orders/order-transitions.ts'
import { type OrderStatus, toPay } from '../../rules/orders/orders.ts'
import { listArrived, markNotified } from '../stock/arrived.ts'
import { orderLink } from './order-link.ts'
import { listItems, type Order, type OrderItem } from './read-order.ts'

const EMAILS: Record<
  OrderEmailKind | 'waybill',
  (email: OrderEmail, hasMoney: boolean) => EmailContent
> = {
  paid: orderPaidEmail,
  review: orderReviewEmail,
  shipped: orderShippedEmail,
  delivered: orderDeliveredEmail,
  cancelled: orderCancelledEmail,
  expired: orderExpiredEmail,
  waybill: orderWaybillEmail,
}

/**
 * Enqueues the email of a step of an order. `order` may be from before or after the step, because the email has its
 * own status. Pass `items`, whom it greets (`buyer`) and what the step has written (`after`) if they are known.
 */
export async function notifyCustomer(
  { jobs, config }: Pick<Shop, 'jobs' | 'config'>,
  db: Tx,
  order: Order,
  kind: OrderEmailKind | 'waybill' | null,
  { items, buyer, after }: { items?: OrderItem[]; buyer?: string; after?: Order | null } = {},
) {
  if (!kind || order.anonymizedAt || order.email === '') return
  const lines = items ?? (await listItems(db, order.id))
  const { releaseCode, ...stamps } = after ?? (await readStep(db, order))
  const about = { ...order, ...stamps, status: statusAfter(order.status, kind) }
  // The code that releases the parcel, in the emails of orders whose page shows it to the customer as well.
  const code = kind === 'paid' || kind === 'shipped' || kind === 'waybill' ? releaseCode : null
  const email = await emailAbout({ config, db }, about, lines, { releaseCode: code, buyer })
  const isPaid = order.paidAt !== null && toPay(order) + order.coveredAmount > order.refundedAmount
  // Too little money came, or it is not yet known whether any did.
  const isUnderReview = kind === 'expired' && order.reviewReason !== null
  await jobs.enqueue(db, 'send-email', EMAILS[kind](email, isPaid || isUnderReview))
}

/** What the email's step has written. */
async function readStep(db: Tx, { id }: Order) {
  const [step] = await db
    .select(
      columnsOf(
        orders,
        'releaseCode',
        'paidAt',
        'shippedAt',
        'deliveredAt',
        'cancelledAt',
        'reviewReason',
        'dueFrom',
        'dueTo',
      ),
    )
    .from(orders)
    .where(eq(orders.id, id))
  if (!step) throw new Error('an order was changed and is gone')
  return step
}

/** The status after the email's step; a payment never moves a shipped order back. */
const statusAfter = (before: OrderStatus, kind: OrderEmailKind | 'waybill'): OrderStatus => {
  if (kind === 'waybill' || kind === 'review') return before
  if (kind === 'expired') return 'cancelled'
  if (kind !== 'paid') return kind
  return before === 'shipped' || before === 'delivered' ? before : 'processing'
}

type AboutOrder = Omit<OrderEmail, 'to' | 'lines' | 'url' | 'releaseCode'> &
  Parameters<typeof orderLink>[1]

/**
 * Whom emails about an order greet: the order's own name may be that of who gets a gift. Of an account that staff
 * opened for the order, and nobody confirmed, that name is the better one.
 */
export async function readBuyer(
  db: Db | Tx,
  { userId, firstName }: Pick<Order, 'userId' | 'firstName'>,
): Promise<string> {
  const [account] = await db
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.emailVerified, true)))
  return account?.name || firstName
}

/** The order data that every email shows. */
export const emailAbout = async (
  { config, db }: { config: Shop['config']; db: Db | Tx },
  order: AboutOrder & Pick<Order, 'email' | 'userId'>,
  lines: OrderEmail['lines'],
  { releaseCode = null, buyer }: { releaseCode?: string | null; buyer?: string | undefined } = {},
): Promise<OrderEmail> => ({
  to: order.email,
  firstName: buyer ?? (await readBuyer(db, order)),
  orderNumber: order.orderNumber,
  status: order.status,
  createdAt: order.createdAt,
  paidAt: order.paidAt,
  shippedAt: order.shippedAt,
  deliveredAt: order.deliveredAt,
  cancelledAt: order.cancelledAt,
  reviewReason: order.reviewReason,
  shippingAddress: order.shippingAddress,
  lines,
  discountAmount: order.discountAmount,
  coveredAmount: order.coveredAmount,
  discountCode: order.discountCode,
  isFreeDelivery: order.isFreeDelivery,
  courierId: order.courierId,
  courierName: order.courierName,
  collectAt: order.collectAt,
  dueFrom: order.dueFrom,
  dueTo: order.dueTo,
  waybill: order.waybill,
  releaseCode,
  totalAmount: order.totalAmount,
  creditAmount: order.creditAmount,
  url: orderLink(config, order),
})

/**
 * Emails customers whose pre-orders have arrived completely (docs/product.md, Pre-orders), each once, however many
 * jobs run at once. The customer of an unpaid order learns it once it is paid.
 */
export async function notifyArrived({ db, jobs, config }: Pick<Shop, 'db' | 'jobs' | 'config'>) {
  for (const orderId of await listArrived(db))
    await db.transaction(async (db) => {
      if (!(await markNotified(db, orderId))) return
      const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
      // It is already shipped, or anonymized.
      if (order?.status !== 'processing' || order.anonymizedAt) return
      const email = await emailAbout({ config, db }, order, await listItems(db, orderId))
      await jobs.enqueue(db, 'send-email', preorderArrivedEmail(email))
    })
}
