import { createHash, randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { isOrphan, readClash } from '../../db/clash.server.ts'
import { beginOfNumbers, nextNumber } from '../../db/next-number.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { asPlaceholders, prepareOnce } from '../../db/prepared.server.ts'
import { orderEvents, orders, payments } from '../../db/tables.server.ts'
import { together } from '../../db/together.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { DiscountType } from '../../rules/discounts.ts'
import { addressKeyOf, type PostalAddress } from '../../rules/orders.ts'
import type { PaymentProviderName } from '../../rules/payments.ts'
import type { Refusal } from '../../rules/words.ts'
import { SHOP } from '../../shop.ts'
import { holdDiscount } from '../discounts/hold-discount.ts'
import { eventOf, type Order } from '../orders/change-order.ts'
import { findLatestPayment, newReference, type PagePayment } from '../payments/payments.ts'
import { checkHolds, lockHolders, readHolds } from './limit-unpaid.ts'
import { takeStock } from '../stock/take-stock.ts'
import { type PricedOrder, priceOrder } from './price-order.ts'
import { nothingToPay } from './settle-payment.ts'
import type { ClaimedLine } from '../orders/read-lines.ts'

/** What a request claims: all of it is checked, none of it is charged. Amounts in whole kwacha. */
export type CheckoutClaim = {
  lines: ClaimedLine[]
  email: string
  firstName: string
  lastName: string
  phone: string
  shippingAddress: PostalAddress
  billingAddress: PostalAddress
  courierId: string
  notes: string | null
  discount: { code: string; type?: DiscountType; value?: number; discountAmount?: number } | null
  /** What the customer saw as the amount to pay. */
  totalAmount: number
  isFreeDelivery?: boolean
  idempotencyKey: string | null
}

/**
 * `isNew`: this request made the order, and is the one that opens its payment page. `payment` is null for an
 * order that costs nothing: it is not waiting for any.
 */
export type Placed = {
  ok: true
  order: PlacedOrder
  payment: PagePayment | null
  isNew: boolean
}
/** What the way to the payment page needs to know of an order. */
export type PlacedOrder = Pick<
  Order,
  'id' | 'orderNumber' | 'status' | 'firstName' | 'lastName' | 'email'
>

/** One account cannot hold the shop's stock for others without end. */
const ORDERS = { max: 60, windowSeconds: 600 }

/** What makes two requests under one key the same: everything but the key itself. */
const printOf = ({ idempotencyKey: _, ...claim }: CheckoutClaim) =>
  createHash('sha256').update(JSON.stringify(claim)).digest('base64url')

/**
 * Makes an order and reserves its goods and its use of a code, all or nothing; what costs nothing is sold at
 * once, without a payment. Prices, totals, delivery and discount are the shop's own; where a claim differs it is
 * refused with what has changed. The same
 * idempotency key makes one order, however often and however many at once it is sent.
 */
export async function placeOrder(
  shop: Shop,
  userId: string,
  claim: CheckoutClaim,
): Promise<Placed | Refusal> {
  const print = printOf(claim)
  try {
    return await transact<Placed | Refusal>(shop.db, async (db) => {
      const priced = await priceOrder(db, userId, claim, shop)
      if (priced.ok) return writeOrder(shop, db, userId, claim, priced, print)
      // A repeat is answered with its order, though its goods may be gone since or their price another.
      const earlier = await findEarlier(db, userId, claim.idempotencyKey)
      return earlier ? repeat(db, earlier, print) : priced
    })
  } catch (error) {
    if (isOrphan(error)) return { ok: false, reason: 'product-unavailable' }
    if (readClash(error)?.constraint !== 'orders_once') throw error
    // A rival with the same key was first, and is through.
    const first = await findEarlier(shop.db, userId, claim.idempotencyKey)
    return first ? repeat(shop.db, first, print) : { ok: false, reason: 'payment-failed' }
  }
}

/** Fails by the index `orders_once` when this customer's key has made an order, or is making one. */
async function writeOrder(
  shop: Shop,
  db: Tx,
  userId: string,
  claim: CheckoutClaim,
  priced: PricedOrder,
  print: string,
): Promise<Placed | Refusal> {
  const { lines, discount, terms } = priced
  const isFree = terms.total === 0
  const { paymentPollSeconds, paymentWindowMinutes } = shop.config
  // Known beforehand, so that all of the order leaves in one piece.
  const orderId = randomUUID()
  const reference = newReference()
  const limitedCode = discount?.maximumUses == null ? null : discount.id
  const wanted = { userId, claim, lines, limitedCode }
  const [attempt, , holds, order, taken] = await together(
    () => shop.attempts.take(`orders ${userId}`, ORDERS, db),
    () => lockHolders(db, wanted),
    () => readHolds(shop, db, wanted),
    () =>
      insertOrder(db, userId, claim, priced, {
        orderId,
        reference,
        provider: isFree ? null : shop.payments.name,
        now: shop.now(),
        print,
        windowMinutes: paymentWindowMinutes,
      }),
    () => takeStock(db, lines, 'reservation', { orderId, byUser: userId }),
    () =>
      isFree
        ? Promise.resolve()
        : shop.jobs.enqueueAll(db, 'check-payment', [
            { data: { reference }, afterSeconds: paymentPollSeconds },
            { data: { orderId }, afterSeconds: paymentWindowMinutes * 60 },
          ]),
  )
  if (!attempt.allowed)
    return { ok: false, reason: 'too-many-attempts', minutes: Math.ceil(attempt.retryAfter / 60) }
  const held = checkHolds(shop, wanted, holds)
  if (!held.ok) return held
  if (!taken.ok)
    return {
      ...taken,
      product: lines.find((line) => line.variantId === taken.variantId)?.name ?? 'A product',
    }
  if (isFree) await nothingToPay(shop, db, orderId)
  // The code's row is taken last: a popular code is the row that most buyers wait for.
  if (discount && !(await holdDiscount(db, discount.id)))
    return { ok: false, reason: 'discount-used-up' }
  const status = isFree ? 'processing' : order.order.status
  return { ok: true, ...order, order: { ...order.order, status }, isNew: true }
}

/** The order, its lines, its first event and its payment, whose page the writer opens at once: one statement. */
async function insertOrder(
  db: Tx,
  userId: string,
  claim: CheckoutClaim,
  { lines, terms, discount }: PricedOrder,
  given: {
    orderId: string
    reference: string
    /** null: nothing is to be paid. */
    provider: PaymentProviderName | null
    now: Date
    print: string
    windowMinutes: number
  },
): Promise<{ order: PlacedOrder; payment: PagePayment | null }> {
  const { orderId, reference, provider, now, print, windowMinutes } = given
  const { firstName, lastName, email } = claim
  const row = asPlaceholders({
    id: orderId,
    userId,
    email,
    firstName,
    lastName,
    phone: claim.phone,
    subtotal: terms.subtotal,
    discountAmount: terms.discountAmount,
    deliveryAmount: terms.deliveryAmount,
    totalAmount: terms.total,
    isFreeDelivery: terms.isFreeDelivery,
    courierId: terms.courier.id,
    courierName: terms.courier.name,
    discountId: discount?.id ?? null,
    discountCode: discount?.code ?? null,
    discountHeld: discount !== null,
    shippingAddress: claim.shippingAddress,
    addressKey: addressKeyOf(claim.shippingAddress),
    billingAddress: claim.billingAddress,
    notes: claim.notes,
    idempotencyKey: claim.idempotencyKey,
    idempotencyPrint: claim.idempotencyKey ? print : null,
    expiresAt: new Date(now.getTime() + windowMinutes * 60_000),
    createdAt: now,
  })
  const payment = provider && { id: randomUUID(), reference, amount: terms.total, provider }
  const paymentRow = payment && asPlaceholders({ ...payment, orderId }, 'payment.')
  const eventRow = asPlaceholders(
    eventOf(orderId, { from: null, to: 'pending', note: 'Placed', byUser: userId }),
    'event.',
  )
  const [written] = await prepareOnce(db, `order${row.shape}${payment ? '' : ' free'}`, () =>
    db
      .with(
        db.$with('items', {}).as(insertItems),
        db.$with('event').as(db.insert(orderEvents).values(eventRow.slots)),
        ...(paymentRow
          ? [
              db
                .$with('payment')
                .as(db.insert(payments).values({ ...paymentRow.slots, openingAt: sql`now()` })),
            ]
          : []),
      )
      .insert(orders)
      .values({
        ...row.slots,
        orderNumber: nextNumber('order_numbers', sql.placeholder('begin')),
      })
      .returning({ orderNumber: orders.orderNumber }),
  ).execute({
    ...row.values,
    ...paymentRow?.values,
    ...eventRow.values,
    begin: beginOfNumbers(SHOP.orderPrefix, now),
    items: JSON.stringify(
      lines.map((line, position) => ({
        ...line,
        orderId,
        total: line.price * line.quantity,
        position,
      })),
    ),
  })
  if (!written) throw new Error('an order was not written')
  return {
    order: { ...written, id: orderId, status: 'pending', firstName, lastName, email },
    payment: payment && { ...payment, status: 'open', checkoutUrl: null },
  }
}

/** The lines of an order, however many, as one value. */
const insertItems = sql`
  insert into order_items (order_id, product_id, variant_id, name, sku, size, color, quantity, price, total, position)
  select "orderId", "productId", "variantId", name, sku, size, color, quantity, price, total, position
  from json_to_recordset(${sql.placeholder('items')}::json) as line (
    "orderId" uuid, "productId" uuid, "variantId" uuid, name text, sku text, size text, color text,
    quantity int, price int, total int, position int)`

/** The order that this key already made. */
async function findEarlier(db: Db | Tx, userId: string, key: string | null) {
  if (!key) return undefined
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, key)))
  return order
}

/** Answers a repeated request with what the first one made. */
async function repeat(db: Db | Tx, order: Order, print: string): Promise<Placed | Refusal> {
  if (order.idempotencyPrint !== print) return { ok: false, reason: 'idempotency-reused' }
  if (order.totalAmount === 0) return { ok: true, order, payment: null, isNew: false }
  const payment = await findLatestPayment(db, { orderId: order.id })
  return payment
    ? { ok: true, order, payment, isNew: false }
    : { ok: false, reason: 'payment-failed' }
}
