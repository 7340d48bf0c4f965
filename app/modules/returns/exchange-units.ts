import { and, eq, gt, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { returnItems } from '../../db/tables.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { Order, OrderItem } from '../orders/read-order.ts'
import { passOnReserved, reserveForExchange } from '../stock/exchange-stock.ts'
import { lockProductsOf } from '../stock/lock-products.ts'

export type SoldOut = Refusal<'exchange-sold-out'>

/**
 * Locks all products of the order at once, because later steps lock what comes back and what goes out: two returns of
 * the same products would deadlock. The chosen variants are of the same products.
 */
export const lockProductsOfOrder = (db: Tx, items: readonly OrderItem[]) =>
  lockProductsOf(
    db,
    items.map(({ variantId }) => variantId),
  )

const exchangedOf = (returnId: string) =>
  and(eq(returnItems.returnId, returnId), isNotNull(returnItems.wantedVariantId))

/** Whether the return has lines for which other pieces go out. */
export const hasExchangeUnits = async (db: Tx, returnId: string) =>
  (await db.$count(returnItems, exchangedOf(returnId))) > 0

/** Reserves the chosen variants once staff approve, all or none. The caller has locked the order. */
export async function reserveExchangeUnits(
  db: Tx,
  order: Order,
  returnId: string,
  byUser: string,
): Promise<{ ok: true } | SoldOut | Refusal<'return-too-late'>> {
  const lines = await db.select().from(returnItems).where(exchangedOf(returnId))
  // A cancelled order reserves nothing, and nothing is sent for it.
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

/** Releases the reserved variants of a return that is no longer exchanged: they are for sale again. */
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

/** Staff approve the return without its exchange: it is refunded instead. */
export const dropExchangeUnits = (db: Tx, returnId: string) =>
  db.update(returnItems).set({ wantedVariantId: null }).where(eq(returnItems.returnId, returnId))

/**
 * Writes how many units of a return's line are sound, faulty, reserved or exchanged. The caller has locked the order.
 */
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
