import { createHash, randomUUID } from 'node:crypto'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { orders } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import { isForeignKeyViolation, isRefusedBy } from '../../../db/violations.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import { openAccountFor } from '../../accounts/add-customer.ts'
import { listDone } from '../../audit/list-done.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { holdDiscount } from '../../discounts/hold-discount.ts'
import { insertOrder } from '../../orders/create-order.ts'
import { auditOrder } from '../../orders/staff/audit-order.ts'
import { endOpening, newReference } from '../../payments/payments.ts'
import { takeStock } from '../../stock/move-stock.ts'
import { priceOrder } from '../price-order.ts'
import { nothingToPay } from '../settle-payment.ts'
import { type DraftRefusal, type OrderDraft, toPricingRequest } from './order-draft.ts'

/** Who corrects the form after a lost answer must learn that the order is made as it was first sent. */
const fingerprintOf = ({ key: _, ...draft }: OrderDraft) =>
  createHash('sha256').update(JSON.stringify(draft)).digest('base64url')

type MadeOrder = { ok: true; orderNumber: string; isNew: boolean }

/**
 * Staff make an order for a customer who calls or writes: at the shop's prices, with its items reserved and its
 * discount code redeemed, and unpaid; the order's own page is the payment link. The customer's account is found by the
 * email, otherwise by the phone number. The limits on unpaid orders do not apply.
 */
export async function makeOrder(
  shop: Services,
  actor: Actor,
  draft: OrderDraft,
): Promise<MadeOrder | DraftRefusal> {
  const make = () => transact(shop.db, (db) => writeOrder(shop, db, actor, draft))
  try {
    return await make()
  } catch (error) {
    if (isForeignKeyViolation(error)) return { ok: false, reason: 'product-unavailable' }
    if (isRefusedBy(error, 'orders_of_an_account'))
      return { ok: false, reason: 'not-authenticated' }
    // The same press came first and has ended: a second try finds its order.
    if (isRefusedBy(error, 'orders_once')) return make()
    throw error
  }
}

async function writeOrder(
  shop: Services,
  db: Tx,
  actor: Actor,
  draft: OrderDraft,
): Promise<MadeOrder | DraftRefusal> {
  const { customer, key } = draft
  if (draft.lines.length === 0) return { ok: false, reason: 'draft-empty' }
  const { address, email } = customer
  const { firstName, lastName, phone } = address
  const name = `${firstName} ${lastName}`.trim()
  const fingerprint = fingerprintOf(draft)
  // Found by the press, because a corrected email names another customer, under whom the key finds nothing.
  const [pressed] = (await listDone(db, actor, 'order')).filter(
    ({ action }) => action === 'created',
  )
  if (pressed) return repeat(db, eq(orders.id, pressed.entityId), fingerprint)
  const userId = await openAccountFor(db, shop.config, actor, { email, name, phone })
  const once = and(eq(orders.userId, userId), eq(orders.idempotencyKey, key))
  if ((await db.$count(orders, once)) > 0) return repeat(db, once, fingerprint)
  const priced = await priceOrder(db, userId, toPricingRequest(draft), shop)
  if (!priced.ok) return priced
  const { lines, discount, quote } = priced
  const isFree = quote.total === 0
  const orderId = randomUUID()
  const reference = newReference()
  const cause = { orderId, byUser: actor.userId }
  const { collectAt, notes } = customer
  const { order, payment } = await insertOrder(
    db,
    userId,
    {
      email,
      firstName,
      lastName,
      phone,
      collectAt,
      notes,
      shippingAddress: address,
      billingAddress: address,
      idempotencyKey: key,
    },
    priced,
    {
      orderId,
      reference,
      now: shop.now(),
      byUser: actor.userId,
      provider: isFree ? null : shop.payments.name,
      fingerprint,
      windowMinutes: draft.hours * 60,
    },
  )
  // Nobody is on the way to the payment page: the customer opens it later.
  if (payment) await endOpening(db, payment.id, null)
  const taken = await takeStock(db, lines, 'reservation', cause)
  if (!taken.ok) {
    const line = lines.find(({ variantId }) => variantId === taken.variantId)
    return { ...taken, ...(line && { product: line.name }) }
  }
  if (isFree) await nothingToPay(shop, db, orderId)
  else {
    const poll = { afterSeconds: shop.config.paymentPollSeconds }
    await shop.jobs.enqueue(db, 'poll-payment', { reference }, poll)
    const expiry = { afterSeconds: draft.hours * 3600 }
    await shop.jobs.enqueue(db, 'expire-order', { orderId }, expiry)
  }
  // The code's row is locked last, as in every checkout.
  if (discount && !(await holdDiscount(db, discount.id)))
    return { ok: false, reason: 'discount-used-up' }
  const { orderNumber } = order
  await auditOrder(db, actor, order, {
    action: 'created',
    after: { totalAmount: quote.total, units: lines.reduce((sum, one) => sum + one.quantity, 0) },
  })
  return { ok: true, orderNumber, isNew: true }
}

/** Answers a press that has made its order already. */
async function repeat(
  db: Tx,
  where: SQL | undefined,
  fingerprint: string,
): Promise<MadeOrder | DraftRefusal> {
  const [order] = await db.select().from(orders).where(where)
  return order?.idempotencyHash === fingerprint
    ? { ok: true, orderNumber: order.orderNumber, isNew: false }
    : { ok: false, reason: 'edited-meanwhile' }
}
