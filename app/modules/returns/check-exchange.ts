import { and, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { variants } from '../../db/tables.server.ts'
import { settings } from '../../rules/settings/settings.ts'
import type { OrderItem } from '../orders/read-order.ts'
import { listInStock } from '../stock/exchange-stock.ts'
import type { SoldOut } from './exchange-units.ts'

type ExchangeLine = { lineId: string; units: number; chosen?: string | null }

/** Whether each chosen variant is another size or color of the same product, and this shop exchanges at all. */
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

/** Whether a line has no chosen variant although another size or color of its product could be sent now. */
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

/** Refuses variants that are out of stock. */
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
