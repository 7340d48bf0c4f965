import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { returnItems, returns } from '../../db/tables.server.ts'
import { type OutOfStock, takeStock, type VariantQuantity } from '../stock/move-stock.ts'
import { listNotSent } from '../stock/not-sent.ts'
import { promiseAgain } from '../stock/preorders.ts'

type Line = { id: string; variantId: string; quantity: number; preorderFrom: string | null }

/**
 * A cancelled order that becomes active again takes its stock again, all or nothing: its lines without the units that
 * were returned, or refunded because they are not sent, and what is reserved for exchanges. Pre-ordered units that are
 * not in stock are promised again.
 */
export async function takeAgain(
  db: Tx,
  items: readonly Line[],
  kind: 'sale' | 'reservation',
  cause: { orderId: string; byUser: string | null },
): Promise<{ ok: true } | OutOfStock> {
  const back = await db
    .select({
      lineId: returnItems.orderItemId,
      restocked: returnItems.restocked,
      faulty: returnItems.faulty,
      variantId: returnItems.wantedVariantId,
      reserved: returnItems.reserved,
    })
    .from(returnItems)
    .innerJoin(returns, eq(returns.id, returnItems.returnId))
    .where(eq(returns.orderId, cause.orderId))
  const came = (id: string) =>
    back
      .filter(({ lineId }) => lineId === id)
      .reduce((sum, { restocked, faulty }) => sum + restocked + faulty, 0)
  const notSent = await listNotSent(db, cause.orderId)
  const gone = (id: string) => came(id) + (notSent.get(id) ?? 0)
  const lines = items
    .map((line) => ({ ...line, quantity: line.quantity - gone(line.id) }))
    .filter(({ quantity }) => quantity > 0)
  const promised = await promiseAgain(db, lines, cause)
  if (!promised.ok) return promised
  const taken = await take(db, promised.lines, kind, cause)
  if (!taken.ok) return taken
  // Their products are locked already: an exchange is another size or color of a line that has not come back.
  const kept = back.flatMap(({ variantId, reserved }) =>
    variantId && reserved > 0 ? [{ variantId, quantity: reserved }] : [],
  )
  return take(db, kept, 'reservation', cause)
}

async function take(
  db: Tx,
  requested: readonly VariantQuantity[],
  kind: 'sale' | 'reservation',
  cause: { orderId: string; byUser: string | null },
): Promise<{ ok: true } | OutOfStock> {
  if (requested.length === 0) return { ok: true }
  const taken = await takeStock(db, requested, kind, cause)
  // An order that becomes active again cannot be asked whether it accepts to wait for a pre-order: its
  // units had been in stock.
  return taken.ok || taken.reason === 'out-of-stock'
    ? taken
    : { ok: false, reason: 'out-of-stock', variantId: taken.variantId, available: 0 }
}
