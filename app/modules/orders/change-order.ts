import { randomInt } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { pipeline } from '../../db/pipeline.server.ts'
import { orderEvents, orders } from '../../db/tables.server.ts'
import type { DayRange } from '../../rules/checkout/delivery-days.ts'
import type { OrderNote, OwedLine } from '../../rules/messages/orders/orders.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { findTransition, type OrderTransition } from '../../rules/orders/order-transitions.ts'
import type { OrderReviewReason, OrderStatus } from '../../rules/orders/orders.ts'
import { STOCK_CAUSES } from '../../rules/stock/stock.ts'
import { giveBackCredit, spendAgain } from '../credit/spend-credit.ts'
import { holdDiscount, releaseDiscount } from '../discounts/hold-discount.ts'
import { giveBackStock, type OutOfStock, sellReserved } from '../stock/move-stock.ts'
import { listOwed } from '../stock/preorders.ts'
import { readCame } from './read-came.ts'
import { listItems, type Order } from './read-order.ts'
import { followStatus } from './shipments/mark-delivered.ts'
import { takeAgain } from './take-again.ts'

type OrderEvent = {
  from: OrderStatus | null
  to: OrderStatus
  note?: OrderNote
  byUser?: string | null
}

/** A row of an order's history. */
export const eventOf = (orderId: string, { from, to, note, byUser }: OrderEvent) => ({
  orderId,
  fromStatus: from,
  toStatus: to,
  note: note ?? null,
  byUser: byUser ?? null,
})

/** Not an async function: the query starts when it is awaited, so that it keeps its place in a pipeline. */
export const noteEvent = (db: Tx, orderId: string, event: OrderEvent) =>
  db.insert(orderEvents).values(eventOf(orderId, event))

/** Who makes a step, the note for the order's history, and the delivery days if they are promised anew. */
type Cause = { now: Date; byUser?: string | null; note?: OrderNote; due?: DayRange | null }

/** Pre-ordered units have not arrived: the order must not ship before. */
type StillOwed = Refusal<'order-preorder-owed'>
export type StepRefusal = OutOfStock | StillOwed | Refusal<'order-credit-gone'>

/**
 * Makes a step of a locked order with all its effects (rules/orders/order-transitions.ts) except its email. Refuses
 * when items that it takes are sold out: the caller's transaction then rolls back.
 */
export async function applyTransition(
  db: Tx,
  order: Order,
  step: OrderTransition,
  { now, byUser = null, note, due = null }: Cause,
): Promise<{ ok: true; releaseCode: string | null } | StepRefusal> {
  const isPayment = step.by === 'payment'
  const cause = { orderId: order.id, byUser }
  if (step.stock === 'give-back') {
    const kind = order.paidAt ? 'return' : 'release'
    await giveBackStock(db, kind, { ...cause, ...causeOf(note) })
  } else if (step.stock === 'take') {
    const kind = order.paidAt || isPayment ? 'sale' : 'reservation'
    const taken = await takeAgain(db, await listItems(db, order.id), kind, cause)
    if (!taken.ok) return taken
  }
  if (step.to !== order.status && (step.to === 'shipped' || step.to === 'delivered')) {
    const lines = await listOwedLines(db, order.id)
    const { orderNumber } = order
    if (lines.length > 0) return { ok: false, reason: 'order-preorder-owed', orderNumber, lines }
  }
  const code = await moveCode(db, order, step)
  const credit = await moveCredit(db, order, step, byUser)
  if (!credit.ok) return credit
  const event = { from: order.status, to: step.to, byUser, ...(note && { note }) }
  const releaseCode = needsCode(order, step) ? newReleaseCode() : order.releaseCode
  const isOwed = step.review ? (await readCame(db, order.id)).paid > order.refundedAmount : false
  await pipeline(
    () =>
      db
        .update(orders)
        .set({
          status: step.to,
          version: sql`${orders.version} + 1`,
          ...(isPayment ? { paidAt: order.paidAt ?? now } : {}),
          ...Object.fromEntries(step.clears.map((stamp) => [stamp, null])),
          ...(due ? { dueFrom: due.from, dueTo: due.to } : {}),
          ...(step.stamp ? { [step.stamp]: now } : {}),
          ...code,
          releaseCode,
          ...reviewAfter(order, step, isOwed),
        })
        .where(eq(orders.id, order.id)),
    () => noteEvent(db, order.id, event),
    // Last, because it locks the products, and other transactions wait for a popular one until this one ends.
    async () => {
      if (step.stock === 'sell') await sellReserved(db, 'sale', cause)
    },
  )
  return { ok: true, releaseCode }
}

/** The lines of an order that wait for units, each with how many. */
export async function listOwedLines(db: Tx, orderId: string): Promise<OwedLine[]> {
  const owed = new Map((await listOwed(db, [orderId])).map((one) => [one.variantId, one.owed]))
  if (owed.size === 0) return []
  return (await listItems(db, orderId)).flatMap(({ variantId, name, size, color }) => {
    const units = owed.get(variantId)
    return units ? [{ name, size, color, units }] : []
  })
}

/** A paid or shipped order gets a code, which releases its parcel. */
const needsCode = ({ releaseCode }: Order, { to }: OrderTransition) =>
  releaseCode === null && (to === 'processing' || to === 'shipped')

const newReleaseCode = () => String(randomInt(10_000)).padStart(4, '0')

/** The stock ledger records the same cause as the order's history. */
function causeOf(note: OrderNote | undefined) {
  const cause = STOCK_CAUSES.find((known) => known === note?.code)
  return cause ? { cause } : {}
}

/** An order that becomes active again redeems its discount code again, if uses are left. */
async function moveCode(db: Tx, { discountId, discountRedeemed }: Order, step: OrderTransition) {
  if (step.code === 'keep') return {}
  if (step.code === 'redeem')
    return { discountRedeemed: discountId !== null && (await holdDiscount(db, discountId)) }
  if (discountRedeemed && discountId) await releaseDiscount(db, discountId)
  return { discountRedeemed: false }
}

/**
 * Store credit follows the step as discount codes do: given back when the order ends, spent again
 * when it becomes active.
 */
async function moveCredit(
  db: Tx,
  order: Order,
  { code }: OrderTransition,
  byUser: string | null,
): Promise<{ ok: true } | Refusal<'order-credit-gone'>> {
  if (code === 'keep' || order.creditAmount === 0) return { ok: true }
  if (code === 'redeem') return spendAgain(db, order, byUser)
  await giveBackCredit(db, order.id, byUser)
  return { ok: true }
}

/** `isOwed`: the customer's money stays with the shop if the order ends. An order that cost nothing has none. */
function reviewAfter({ reviewReason }: Order, step: OrderTransition, isOwed: boolean) {
  if (reviewReason) return step.answers?.includes(reviewReason) ? { reviewReason: null } : {}
  return step.review && isOwed ? { reviewReason: step.review } : {}
}

/**
 * Staff set any status from any (docs/product.md, States) on a locked order. Refuses to reactivate a cancelled order
 * whose items are sold out. `step` is null when the order has this status already.
 */
export async function changeStatus(
  db: Tx,
  order: Order,
  to: OrderStatus,
  now: Date,
  /** Null: whoever has the parcel's link, which only hands the parcel over. */
  byUser: string | null,
  /** The note for the history, when it is not the usual one of the status. */
  givenNote?: OrderNote,
): Promise<{ ok: true; step: OrderTransition | null } | StepRefusal> {
  const step = findTransition(byUser === null ? 'rider' : 'staff', order, to)
  if (!step) return { ok: true, step }
  const note =
    givenNote ?? (to === 'cancelled' ? ({ code: 'cancelled-by-shop' } as const) : undefined)
  const done = await applyTransition(db, order, step, { now, byUser, ...(note && { note }) })
  if (!done.ok) return done
  // An order set back to processing still has parcels to send, but those that arrived have arrived. Undoing a step
  // takes back their arrival too.
  if (to !== 'processing' || givenNote?.code === 'undone') await followStatus(db, order, to, now)
  return { ok: true, step }
}

/** Puts an order under review. Otherwise changes only `paidAt`, when money came for it. */
export async function flagOrder(
  db: Tx,
  order: Order,
  reviewReason: OrderReviewReason,
  note: OrderNote,
  paidAt: Date | null = order.paidAt,
) {
  await db
    .update(orders)
    .set({ reviewReason, paidAt, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, order.id))
  await noteEvent(db, order.id, { from: order.status, to: order.status, note })
}

/** Records that the customer was asked for a review, so that they are not asked again. */
export const noteAskedForReview = (db: Tx, orderId: string) =>
  db.update(orders).set({ reviewAskedAt: sql`now()` }).where(eq(orders.id, orderId))
