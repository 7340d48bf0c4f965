import { createHash, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { pipeline } from '../../db/pipeline.server.ts'
import { orders } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { isForeignKeyViolation, isRefusedBy } from '../../db/violations.server.ts'
import { refuseTooMany } from '../../platform/rate-limiter.server.ts'
import type { Services } from '../../platform/services.server.ts'
import type { DiscountType } from '../../rules/discounts/discounts.ts'
import { LIMITS } from '../../rules/limits.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { type PostalAddress, toPay } from '../../rules/orders/orders.ts'
import { spendCredit } from '../credit/spend-credit.ts'
import { holdDiscount } from '../discounts/hold-discount.ts'
import { insertOrder, type PlacedOrder } from '../orders/create-order.ts'
import type { OrderLine, RequestedLine } from '../orders/read-lines.ts'
import type { Order } from '../orders/read-order.ts'
import { findLatestPayment, newReference, type PagePayment } from '../payments/payments.ts'
import { takeStock } from '../stock/move-stock.ts'
import { checkHolds, type HoldsRefusal, readHolds } from './limit-unpaid.ts'
import { lockHolders } from './lock-holders.ts'
import { type PricedOrder, type PricingRefusal, priceOrder } from './price-order.ts'
import { nothingToPay } from './settle-payment.ts'

/** A checkout request: the shop checks all of it and charges none of it. Amounts in whole kwacha. */
export type CheckoutRequest = {
  lines: RequestedLine[]
  email: string
  firstName: string
  lastName: string
  phone: string
  shippingAddress: PostalAddress
  billingAddress: PostalAddress
  courierId: string
  /** The place where it is collected, whose address is the shipping address; null: delivered to the door. */
  collectAt?: string | null
  notes: string | null
  discount: { code: string; type?: DiscountType; value?: number; discountAmount?: number } | null
  /** Store credit, which pays as much as it can; `balance`: the balance that the customer saw. */
  credit?: { code: string; balance?: number } | null
  /** The total that the customer saw, before store credit. */
  totalAmount: number
  isFreeDelivery?: boolean
  idempotencyKey: string | null
}

/**
 * `isNew`: this request made the order and opens its payment page. `payment` is null for an order that costs nothing.
 */
export type PlaceOrderResult = {
  ok: true
  order: PlacedOrder
  payment: PagePayment | null
  isNew: boolean
}
type PlaceOrderRefusal =
  | PricingRefusal
  | HoldsRefusal
  | Refusal<
      | 'too-many-attempts'
      | 'not-authenticated'
      | 'out-of-stock'
      | 'preorder-changed'
      | 'discount-used-up'
      | 'credit-changed'
      | 'idempotency-reused'
      | 'payment-failed'
    >

/**
 * Two requests under one key are the same if everything but the key is equal. Without depot and store credit the
 * fingerprint is as before they existed, so that a request repeated across an upgrade finds its order.
 */
const fingerprintOf = ({ idempotencyKey: _, collectAt, credit, ...request }: CheckoutRequest) =>
  createHash('sha256')
    .update(
      JSON.stringify({
        ...request,
        ...(collectAt && { collectAt }),
        ...(credit && { credit: credit.code }),
      }),
    )
    .digest('base64url')

/**
 * Makes an order and reserves its items and its discount code, all or nothing; an order that costs nothing is
 * completed at once, without a payment. The shop uses its own prices, totals, delivery and discount; a request that
 * differs is refused with what has changed. The same idempotency key makes one order, however often and however
 * many at once it is sent.
 */
export async function placeOrder(
  shop: Services,
  userId: string,
  request: CheckoutRequest,
): Promise<PlaceOrderResult | PlaceOrderRefusal> {
  const fingerprint = fingerprintOf(request)
  try {
    return await transact(shop.db, async (db) => {
      const priced = await priceOrder(db, userId, request, shop)
      if (priced.ok) return writeOrder(shop, db, userId, request, priced, fingerprint)
      // A repeated request gets its order, although its items may be sold out or repriced since.
      const earlier = await findEarlier(db, userId, request.idempotencyKey)
      return earlier ? repeat(db, earlier, fingerprint) : priced
    })
  } catch (error) {
    if (isForeignKeyViolation(error)) return { ok: false, reason: 'product-unavailable' }
    if (isRefusedBy(error, 'orders_of_an_account'))
      return { ok: false, reason: 'not-authenticated' }
    // A rival request with the same key was first, and has committed.
    const first =
      isRefusedBy(error, 'orders_once') &&
      (await findEarlier(shop.db, userId, request.idempotencyKey))
    if (!first) throw error
    return repeat(shop.db, first, fingerprint)
  }
}

/** Violates the index `orders_once` when this customer's key has made an order or is making one. */
async function writeOrder(
  shop: Services,
  db: Tx,
  userId: string,
  request: CheckoutRequest,
  priced: PricedOrder,
  fingerprint: string,
): Promise<PlaceOrderResult | PlaceOrderRefusal> {
  const { lines, discount, credit, quote } = priced
  const isFree = quote.total === (credit?.amount ?? 0)
  const { paymentPollSeconds, paymentWindowMinutes } = shop.config
  const poll = { afterSeconds: paymentPollSeconds }
  const expiry = { afterSeconds: paymentWindowMinutes * 60 }
  // Generated here, so that all statements of the order leave in one batch.
  const orderId = randomUUID()
  const reference = newReference()
  const limitedCode = discount?.maximumUses == null ? null : discount.id
  const holder = { userId, request, lines, limitedCode }
  const [limit, , holds, order, taken] = await pipeline(
    () => shop.rateLimiter.take(`orders ${userId}`, LIMITS.orders, db),
    () => lockHolders(db, holder),
    () => readHolds(shop, db, holder),
    () =>
      insertOrder(db, userId, request, priced, {
        orderId,
        reference,
        provider: isFree ? null : shop.payments.name,
        now: shop.now(),
        fingerprint,
        windowMinutes: paymentWindowMinutes,
      }),
    () => takeStock(db, lines, 'reservation', { orderId, byUser: userId }),
    ...(isFree
      ? []
      : [
          () => shop.jobs.enqueue(db, 'poll-payment', { reference }, poll),
          () => shop.jobs.enqueue(db, 'expire-order', { orderId }, expiry),
        ]),
  )
  if (!limit.allowed) return refuseTooMany(limit)
  const held = checkHolds(shop, holder, holds)
  if (!held.ok) return held
  if (!taken.ok) return { ...taken, ...nameOf(lines, taken.variantId) }
  if (isFree) await nothingToPay(shop, db, orderId)
  // The code's row is locked last, because most buyers wait for the row of a popular code.
  if (discount && !(await holdDiscount(db, discount.id)))
    return { ok: false, reason: 'discount-used-up' }
  if (credit) {
    const { id: creditId, amount } = credit
    const spent = await spendCredit(db, { creditId, orderId, amount, byUser: userId })
    if (!spent.ok) return spent
  }
  const status = isFree ? 'processing' : order.order.status
  return { ok: true, ...order, order: { ...order.order, status }, isNew: true }
}

/** The product name of the refused variant. */
function nameOf(lines: readonly OrderLine[], variantId: string) {
  const line = lines.find((one) => one.variantId === variantId)
  return line ? { product: line.name } : {}
}

/** The order that this customer's idempotency key has made. */
export async function findEarlier(db: Db | Tx, userId: string, key: string | null) {
  if (!key) return undefined
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, key)))
  return order
}

/** Answers a repeated request with the order of the first one. */
async function repeat(
  db: Db | Tx,
  order: Order,
  fingerprint: string,
): Promise<PlaceOrderResult | Refusal<'idempotency-reused' | 'payment-failed'>> {
  if (order.idempotencyHash !== fingerprint) return { ok: false, reason: 'idempotency-reused' }
  if (toPay(order) === 0) return { ok: true, order, payment: null, isNew: false }
  const payment = await findLatestPayment(db, { orderId: order.id })
  return payment
    ? { ok: true, order, payment, isNew: false }
    : { ok: false, reason: 'payment-failed' }
}
