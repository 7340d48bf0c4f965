import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { products, variants } from '../../../db/tables.server.ts'
import { isVisible } from '../../catalogue/conditions.ts'

type BasketLine = { variantId: string; quantity: number; unitPrice: number }
/**
 * A variant's current price and stock. `unitPrice` null: it is no longer for sale. `onHand` null: its
 * stock is not tracked.
 */
type Changed = { variantId: string; unitPrice: number | null; onHand: number | null }

/** Whether a till's basket still has the server's prices and enough stock; otherwise which variants changed. */
export async function checkBasket(
  db: Db,
  lines: readonly BasketLine[],
): Promise<{ ok: true } | { ok: false; changed: Changed[] }> {
  const ids = [...new Set(lines.map(({ variantId }) => variantId))]
  const rows = await db
    .select({
      variantId: variants.id,
      unitPrice: products.price,
      onHand: variants.inventory,
      isTracked: products.trackInventory,
    })
    .from(variants)
    .innerJoin(products, and(eq(products.id, variants.productId), isVisible))
    .where(and(inArray(variants.id, ids), isNull(variants.retiredAt)))
  const changed = ids.flatMap((variantId): Changed[] => {
    const asked = lines.filter((line) => line.variantId === variantId)
    const units = asked.reduce((sum, { quantity }) => sum + quantity, 0)
    const now = rows.find((row) => row.variantId === variantId)
    if (!now) return [{ variantId, unitPrice: null, onHand: 0 }]
    const { unitPrice } = now
    const onHand = now.isTracked ? now.onHand : null
    const isSame = asked.every((line) => line.unitPrice === unitPrice)
    return isSame && (onHand === null || onHand >= units) ? [] : [{ variantId, unitPrice, onHand }]
  })
  return changed.length === 0 ? { ok: true } : { ok: false, changed }
}
