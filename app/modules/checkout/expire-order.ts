import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { orders, payments, posSales, shortSaleEnds } from '../../db/tables.server.ts'
import { MOST_FORGOTTEN } from '../../platform/jobs.server.ts'
import type { Services } from '../../platform/services.server.ts'
import { completeForgotten, endSale } from '../till/sales/settle-sale.ts'
import { askOnceMore, endOrder } from './end-order.ts'

const HOUR_MS = 3_600_000

/** The condition for sales that were given up and paid later: the return of their order is still to be recorded. */
const isOwedExchange = and(
  ne(posSales.paymentStatus, 'completed'),
  sql`${posSales.exchange} #>> '{order,id}' is not null`,
  sql`exists (select from ${payments} p where p.pos_sale_id = ${posSales.id} and p.status = 'paid')`,
  sql`not exists (select from ${shortSaleEnds} e where e.pos_sale_id = ${posSales.id})`,
)

/**
 * Cancels an order that was not paid within its window; returns whether it did. When called too early, by a machine
 * whose clock is behind, it enqueues itself again.
 */
export async function expireOrder(shop: Services, orderId: string): Promise<boolean> {
  const [order] = await shop.db
    .select({ status: orders.status, expiresAt: orders.expiresAt })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (order?.status !== 'pending') return false
  const left = order.expiresAt.getTime() - shop.now().getTime()
  if (left > 0) {
    await shop.jobs.enqueue(shop.db, 'expire-order', { orderId }, { afterSeconds: left / 1000 })
    return false
  }
  await askOnceMore(shop, { orderId })
  return endOrder(
    shop,
    orderId,
    'timer',
    { note: { code: 'not-paid-in-time' } },
    ({ expiresAt }) => expiresAt <= shop.now(),
  )
}

/**
 * Enqueues orders and till sales again that nobody has ended: their jobs were lost, or went to another release's
 * queue. Called every night.
 */
export async function expireForgotten({ db, jobs, now, config }: Services): Promise<void> {
  const hourAgo = new Date(now().getTime() - HOUR_MS)
  const windowBefore = new Date(hourAgo.getTime() - config.paymentWindowMinutes * 60_000)
  const unpaid = await db
    .select({ orderId: orders.id })
    .from(orders)
    .where(and(eq(orders.status, 'pending'), isNull(orders.paidAt), lt(orders.expiresAt, hourAgo)))
    .limit(MOST_FORGOTTEN)
  const waiting = await db
    .select({ posSaleId: posSales.id })
    .from(posSales)
    .where(
      and(
        or(eq(posSales.paymentStatus, 'pending'), isOwedExchange),
        lt(posSales.createdAt, windowBefore),
      ),
    )
    .limit(MOST_FORGOTTEN)
  const asJobs = <T>(found: T[]) => found.map((data) => ({ data }))
  await jobs.enqueueAll(db, 'expire-order', asJobs(unpaid))
  await jobs.enqueueAll(db, 'expire-pos-sale', asJobs(waiting))
}

/** Ends a till sale that was not paid within its window; returns whether it did. */
export async function expirePosSale(shop: Services, posSaleId: string): Promise<boolean> {
  await askOnceMore(shop, { posSaleId })
  return shop.db.transaction(async (db) => {
    const ended = await endSale(db, posSaleId, 'timer')
    if (!ended) await completeForgotten(shop, db, posSaleId)
    return ended !== undefined
  })
}
