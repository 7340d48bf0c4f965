import { and, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { returnItems, variants } from '../../db/tables.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { settings } from '../../rules/settings/settings.ts'
import type { Order, OrderItem } from '../orders/read-order.ts'
import { listInStock, passOnReserved, reserveForExchange } from '../stock/exchange-stock.ts'
import { lockProductsOf } from '../stock/lock-products.ts'

type ExchangeLine = { lineId: string; units: number; chosen?: string | null }
type SoldOut = Refusal<'exchange-sold-out'>

/** Whether what was chosen instead are sizes and colors of the same products, and this shop exchanges at all. */
export async function isOffered(
  db: Tx,
  items: readonly OrderItem[],
  lines: readonly ExchangeLine[],
) {
  const chosen = lines.flatMap((line) => (line.chosen ? [{ ...line, chosen: line.chosen }] : []))
  if (chosen.length === 0) return true
  if (!settings().exchangeOfSize) return false
  const ids = chosen.map((line) => line.chosen)
  const rows = await db
    .select({ id: variants.id, productId: variants.productId })
    .from(variants)
    .where(and(inArray(variants.id, ids), isNull(variants.retiredAt)))
  return chosen.every(({ lineId, chosen }) => {
    const line = items.find(({ id }) => id === lineId)
    return rows.some(({ id, productId }) => id === chosen && productId === line?.productId)
  })
}

/** Whether another size or color of what does not fit could be sent now, and nobody has chosen it. */
export async function isUnchosen(
  db: Tx,
  items: readonly OrderItem[],
  lines: readonly ExchangeLine[],
) {
  const open = items.filter(({ id }) =>
    lines.some(({ lineId, chosen }) => lineId === id && !chosen),
  )
  if (open.length === 0) return false
  const productIds = [...new Set(open.map(({ productId }) => productId))]
  const there = await listInStock(db, { productIds })
  return open.some((line) =>
    there.some(
      ({ productId, variantId }) => productId === line.productId && variantId !== line.variantId,
    ),
  )
}

/** Refuses what could not be sent now. */
export async function checkInStock(
  db: Tx,
  lines: readonly ExchangeLine[],
): Promise<{ ok: true } | SoldOut> {
  const sums = new Map<string, number>()
  for (const { chosen, units } of lines)
    if (chosen) sums.set(chosen, (sums.get(chosen) ?? 0) + units)
  if (sums.size === 0) return { ok: true }
  const rows = await listInStock(db, { variantIds: [...sums.keys()] })
  for (const [id, units] of sums) {
    const there = rows.find(({ variantId }) => variantId === id)
    const available = there ? (there.units ?? units) : 0
    if (available < units) return { ok: false, reason: 'exchange-sold-out', available }
  }
  return { ok: true }
}

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
