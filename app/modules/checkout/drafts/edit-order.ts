import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../db/open.server.ts'
import { transact } from '../../../db/transact.server.ts'
import { isForeignKeyViolation } from '../../../db/violations.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import { normalizeCode } from '../../../rules/discounts/discounts.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { isWaiting } from '../../../rules/orders/orders.ts'
import { listDone } from '../../audit/list-done.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { holdDiscount, releaseDiscount } from '../../discounts/hold-discount.ts'
import { listItems, lockOrder, type Order, type OrderItem } from '../../orders/read-order.ts'
import { rewriteOrder } from '../../orders/rewrite-order.ts'
import { auditOrder } from '../../orders/staff/audit-order.ts'
import { recordPayment, supersedePayments } from '../../payments/payments.ts'
import { changeReserved } from '../../stock/change-reserved.ts'
import { askOnceMore } from '../end-order.ts'
import { type PricedOrder, priceOrder } from '../price-order.ts'
import { nothingToPay } from '../settle-payment.ts'
import { type DraftRefusal, type OrderDraft, toPricingRequest } from './order-draft.ts'

export type OrderEdit = Pick<OrderDraft, 'customer' | 'lines' | 'hours'> & {
  orderId: string
  /** The order's version that the person saw. */
  version: number
}
type EditRefusal =
  | DraftRefusal
  | Refusal<'not-found' | 'edited-meanwhile' | 'order-not-editable' | 'order-edit-preorder'>

/**
 * Staff change an unpaid order: lines, address, courier, code and payment window, at current prices. Its reserved
 * stock changes by the difference. The next payment attempt is for the new sum; money that still comes for an older
 * attempt with another sum is put under review (settle-payment.ts). Refused once money has come, and for an order
 * with pre-ordered items.
 */
export async function editOrder(
  shop: Services,
  actor: Actor,
  edit: OrderEdit,
): Promise<{ ok: true; orderNumber: string } | EditRefusal> {
  // Asks the provider first, because a paid order must not change.
  await askOnceMore(shop, { orderId: edit.orderId })
  try {
    return await transact(shop.db, (db) => changeLocked(shop, db, actor, edit))
  } catch (error) {
    if (isForeignKeyViolation(error)) return { ok: false, reason: 'product-unavailable' }
    throw error
  }
}

async function changeLocked(
  shop: Services,
  db: Tx,
  actor: Actor,
  edit: OrderEdit,
): Promise<{ ok: true; orderNumber: string } | EditRefusal> {
  const order = await lockOrder(db, edit.orderId)
  if (!order) return { ok: false, reason: 'not-found' }
  const { id: orderId, orderNumber } = order
  if (order.version !== edit.version) {
    // The same press sent again, because its first response was lost; perhaps with something else.
    const isOwn = (await listDone(db, actor, 'order', orderId)).length > 0
    const isSame = isOwn && isAsEdited(order, await listItems(db, orderId), edit)
    return isSame ? { ok: true, orderNumber } : { ok: false, reason: 'edited-meanwhile' }
  }
  // What an exchange or store credit pays was priced for the present lines.
  if (!isWaiting(order) || order.coveredAmount > 0 || order.creditAmount > 0)
    return { ok: false, reason: 'order-not-editable' }
  if (edit.lines.length === 0) return { ok: false, reason: 'draft-empty' }
  const before = await listItems(db, orderId)
  if (before.some(({ preorderFrom }) => preorderFrom))
    return { ok: false, reason: 'order-edit-preorder' }
  const redeemed = order.discountRedeemed ? order.discountId : null
  const priced = await priceOrder(db, order.userId, toPricingRequest(edit), shop, redeemed)
  if (!priced.ok) return priced
  const cause = { orderId, byUser: actor.userId }
  const reserved = await changeReserved(db, priced.lines, cause)
  if (!reserved.ok) {
    const line = priced.lines.find(({ variantId }) => variantId === reserved.variantId)
    return { ...reserved, ...(line && { product: line.name }) }
  }
  const { address, collectAt, notes } = edit.customer
  const { firstName, lastName, phone } = address
  const to = { firstName, lastName, phone, collectAt, notes }
  const expiresAt = new Date(shop.now().getTime() + edit.hours * 3_600_000)
  await rewriteOrder(
    db,
    order,
    { ...to, shippingAddress: address, billingAddress: address },
    priced,
    { expiresAt, byUser: actor.userId },
  )
  await payAnew(shop, db, order, priced, edit.hours)
  const next = priced.discount?.id ?? null
  if (redeemed !== next) {
    if (next && !(await holdDiscount(db, next))) return { ok: false, reason: 'discount-used-up' }
    if (redeemed) await releaseDiscount(db, redeemed)
  }
  await auditOrder(db, actor, order, {
    action: 'edited',
    before: inLog(order, before),
    after: inLog({ ...order, ...to, shippingAddress: address, ...sumsOf(priced) }, priced.lines),
  })
  return { ok: true, orderNumber }
}

function isAsEdited(
  order: Order,
  items: readonly OrderItem[],
  { lines, customer: { address, collectAt, notes, courierId, code } }: OrderEdit,
) {
  const units = ({ variantId, quantity }: { variantId: string; quantity: number }) =>
    `${variantId} ${quantity}`
  return (
    items.map(units).sort().join() === lines.map(units).sort().join() &&
    isDeepStrictEqual(order.shippingAddress, address) &&
    order.courierId === courierId &&
    order.collectAt === collectAt &&
    order.notes === notes &&
    order.discountCode === (code && normalizeCode(code))
  )
}

/**
 * A changed sum gets a new payment attempt; an order that now costs nothing counts as paid. The payment
 * window starts again.
 */
async function payAnew(
  shop: Services,
  db: Tx,
  { id: orderId, totalAmount }: Order,
  { quote: { total } }: PricedOrder,
  hours: number,
) {
  if (total === 0) return nothingToPay(shop, db, orderId)
  if (total !== totalAmount) {
    await supersedePayments(db, { orderId }, shop.now())
    const { reference } = await recordPayment(db, { orderId }, total, shop.payments.name)
    const poll = { afterSeconds: shop.config.paymentPollSeconds }
    await shop.jobs.enqueue(db, 'poll-payment', { reference }, poll)
  }
  await shop.jobs.enqueue(db, 'expire-order', { orderId }, { afterSeconds: hours * 3600 })
}

const sumsOf = ({ quote, discount }: PricedOrder) => ({
  totalAmount: quote.total,
  courierName: quote.courier.name,
  discountCode: discount?.code ?? null,
})

/** What the log says about an order's contents; its full address stays with the order. */
const inLog = (
  order: Pick<Order, 'totalAmount' | 'courierName' | 'discountCode' | 'shippingAddress'>,
  lines: readonly Pick<OrderItem, 'sku' | 'quantity'>[],
) => ({
  totalAmount: order.totalAmount,
  courierName: order.courierName,
  discountCode: order.discountCode,
  district: order.shippingAddress.district,
  lines: lines.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(', '),
})
