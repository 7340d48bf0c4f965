import { checkUnits } from '../../../rules/till/till-sale.ts'
import type { TillRefusal } from '../refusals.ts'
import { addToBasket, priceLines, setLineDiscount, setQuantity } from '../store/acts.ts'
import type { Basket, BasketLine } from '../store/state.ts'
import { ask } from '../store/sync/ask.ts'
import { findCode } from '../store/sync/catalogue-index.ts'

/** The customer must not wait for the network: after this time the till sells at the prices it has. */
const PATIENCE_MS = 1500

type Changed = { variantId: string; unitPrice: number; onHand: number | null }
/** A line of the basket with the price and stock that the server has for it now. */
export type ChangedLine = { line: BasketLine; unitPrice: number; onHand: number | null }

/**
 * Asks the server whether prices and stock still hold. Returns the lines that changed: none when it does not answer
 * in time. Of a line at the price that was paid only the stock counts.
 */
export async function findChanges(basket: Basket): Promise<ChangedLine[]> {
  const { lines } = basket
  const answer = await ask<{ ok: boolean; changed?: Changed[] }>('/admin/pos/check', {
    body: {
      lines: lines.map(({ variantId, quantity, unitPrice }) => ({
        variantId,
        quantity,
        unitPrice,
      })),
    },
    patience: PATIENCE_MS,
  })
  const changed = answer.ok ? (answer.data?.changed ?? []) : []
  return priceLines(basket).flatMap(({ line, parts }) => {
    const found = changed.find(({ variantId }) => variantId === line.variantId)
    if (!found) return []
    const { unitPrice, onHand } = found
    if (parts.some(({ isPaid }) => !isPaid)) return [{ line, unitPrice, onHand }]
    const isShort = onHand !== null && onHand < line.quantity
    return isShort ? [{ line, unitPrice: line.unitPrice, onHand }] : []
  })
}

/** Applies the server's prices and stock to the basket. */
export async function takeOver(changes: readonly ChangedLine[]): Promise<TillRefusal | null> {
  for (const { line, unitPrice, onHand } of changes) {
    const quantity = Math.min(line.quantity, Math.max(0, onHand ?? line.quantity))
    const found = findCode(line.sku)
    const variant = found?.product.variants.find(({ id }) => id === line.variantId)
    // Looked at before the line goes: it could not be put back.
    const left = found?.product.isTracked ? (variant?.onHand ?? null) : null
    const enough = unitPrice === line.unitPrice ? { ok: true as const } : checkUnits(quantity, left)
    if (!enough.ok) return enough
    const removed = await setQuantity(line.id, unitPrice === line.unitPrice ? quantity : 0)
    if (!removed.ok) return removed
    if (unitPrice === line.unitPrice || quantity === 0 || !found || !variant) continue
    const added = await addToBasket({ ...found.product, price: unitPrice }, variant, quantity)
    if (!added.ok) return added
    if (line.discount > 0) await setLineDiscount(added.lineId, line.discount)
  }
  return null
}
