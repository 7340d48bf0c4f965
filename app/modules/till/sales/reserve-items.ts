import type { Tx } from '../../../db/open.server.ts'
import { posSaleItems } from '../../../db/tables.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { costOf } from '../../catalogue/cost-of.ts'
import { takeStock } from '../../stock/move-stock.ts'
import type { PricedLines } from './price-sale.ts'

/** Writes a sale's lines and reserves their stock; a voucher has no lines. */
export async function reserveItems(
  db: Tx,
  { id: posSaleId, cashierId: byUser }: { id: string; cashierId: string },
  lines: PricedLines,
): Promise<{ ok: true } | Refusal<'pos-stock'>> {
  if (lines.length === 0) return { ok: true }
  await db.insert(posSaleItems).values(
    lines.map(({ price, discount, ...line }, position) => ({
      ...line,
      posSaleId,
      unitPrice: price,
      discountAmount: discount,
      totalPrice: price * line.quantity - discount,
      unitCost: costOf(line.productId),
      position,
    })),
  )
  const taken = await takeStock(db, lines, 'reservation', { posSaleId, byUser })
  if (taken.ok) return { ok: true }
  const available = taken.reason === 'out-of-stock' ? taken.available : 0
  return { ok: false, reason: 'pos-stock', available }
}
