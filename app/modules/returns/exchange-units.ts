import { and, eq, gt, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { returnItems } from '../../db/tables.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { Order, OrderItem } from '../orders/read-order.ts'
import { passOnReserved, reserveForExchange } from '../stock/exchange-stock.ts'
import { lockProductsOf } from '../stock/lock-products.ts'

export type SoldOut = Refusal<'exchange-sold-out'>

/**
 * At once, for what comes back and what goes out for it are locked by two steps: two returns of the same products would
 * wait for each other. What was chosen instead is of the same products.
 */
export const lockProductsOfOrder = (db: Tx, items: readonly OrderItem[]) =>
  lockProductsOf(
    db,
    items.map(({ variantId }) => variantId),
  )

const exchangedOf = (returnId: string) =>
  and(eq(returnItems.returnId, returnId), isNotNull(returnItems.wantedVariantId))

/** Whether other pieces go out for some of it. */
export const hasExchangeUnits = async (db: Tx, returnId: string) =>
  (await db.$count(returnItems, exchangedOf(returnId))) > 0

/** Staff agree: what was chosen is kept for it, all of it or nothing. Its order is locked. */
export async function reserveExchangeUnits(
  db: Tx,
  order: Order,
  returnId: string,
  byUser: string,
): Promise<{ ok: true } | SoldOut | Refusal<'return-too-late'>> {
  const lines = await db.select().from(returnItems).where(exchangedOf(returnId))
  // One that is cancelled holds nothing, and nothing goes out of it.
  if (lines.length > 0 && order.status === 'cancelled')
    return { ok: false, reason: 'return-too-late' }
  const exchanged = lines.map(({ wantedVariantId, quantity }) => ({
    variantId: wantedVariantId ?? '',
    quantity,
  }))
  const kept = await reserveForExchange(db, exchanged, { orderId: order.id, byUser })
  if (!kept.ok) return { ok: false, reason: 'exchange-sold-out', available: kept.available }
  for (const { orderItemId, wantedVariantId, quantity } of lines)
    if (kept.counted.has(wantedVariantId ?? ''))
      await setLine(db, returnId, orderItemId, { reserved: quantity })
  return { ok: true }
}

/** It is not to be exchanged any more: what was kept for it is for sale again. */
export async function releaseExchangeUnits(
  db: Tx,
  order: Order,
  returnId: string,
  byUser: string | null,
) {
  const lines = await db
    .select()
    .from(returnItems)
    .where(and(exchangedOf(returnId), gt(returnItems.reserved, 0)))
  const kept = lines.map(({ wantedVariantId, reserved }) => ({
    variantId: wantedVariantId ?? '',
    reserved,
    sent: 0,
  }))
  await passOnReserved(db, kept, { orderId: order.id, byUser }, null)
  if (kept.length > 0)
    await db.update(returnItems).set({ reserved: 0 }).where(eq(returnItems.returnId, returnId))
}

/** Staff agree to the return alone: money takes the place of what was chosen. */
export const dropExchangeUnits = (db: Tx, returnId: string) =>
  db.update(returnItems).set({ wantedVariantId: null }).where(eq(returnItems.returnId, returnId))

/** Writes how many pieces of a line of a return are sound, faulty, kept or exchanged; its order is locked. */
export const setLine = (
  db: Tx,
  returnId: string,
  orderItemId: string,
  set: Partial<
    Pick<typeof returnItems.$inferInsert, 'restocked' | 'faulty' | 'reserved' | 'exchanged'>
  >,
) =>
  db
    .update(returnItems)
    .set(set)
    .where(and(eq(returnItems.returnId, returnId), eq(returnItems.orderItemId, orderItemId)))
