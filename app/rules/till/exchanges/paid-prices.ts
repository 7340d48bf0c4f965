import { type PricedLine, refundFor } from '../till-sale.ts'

// The same product goes out in exchange at the price that was paid (docs/decisions/0089).

/** Pieces of one line that come back, together worth `amount` kwacha; without `productId` the product is gone. */
export type PiecesBack = { productId?: string | null | undefined; quantity: number; amount: number }

/** What each of the pieces is worth in kwacha; together they are worth exactly the amount. */
const worthOfEach = ({ quantity, amount }: PiecesBack) =>
  Array.from({ length: quantity }, (_, n) => refundFor(amount, quantity, n, 1))

/** The prices in kwacha at which the same products may go out, for as many pieces as come back. */
export function paidPrices(back: readonly PiecesBack[]) {
  const prices = new Map<string, number[]>()
  for (const pieces of back) {
    const { productId } = pieces
    if (productId) prices.set(productId, [...(prices.get(productId) ?? []), ...worthOfEach(pieces)])
  }
  return {
    /** Whether so many pieces of the product come back at this price each. A piece that is taken here counts once. */
    take({ productId, quantity, price }: { productId: string; quantity: number; price: number }) {
      const left = prices.get(productId) ?? []
      const same = left.filter((worth) => worth === price).length
      if (!Number.isInteger(quantity) || quantity < 1 || quantity > same) return false
      let taken = 0
      prices.set(
        productId,
        left.filter((worth) => worth !== price || (taken += 1) > quantity),
      )
      return true
    },
  }
}

type LineInCart = PricedLine & { productId: string; variantId: string }
/** `takenId`: the size and color that was chosen for them. */
export type BackInCart = PiecesBack & { takenId?: string | undefined }
/** Pieces of a line in the cart at one price in kwacha; `isPaid`: the price that was paid for what comes back. */
export type PricedPart = PricedLine & { isPaid: boolean }

/**
 * Prices the lines of a cart: pieces of a product that comes back cost what was paid, for as many as come back, in the
 * chosen size and color first; all others cost their line's price. A line's discount is taken off the latter first, and
 * is never more than its pieces cost.
 */
export function priceInExchange<L extends LineInCart>(
  lines: readonly L[],
  back: readonly BackInCart[],
): { line: L; parts: PricedPart[] }[] {
  const left = back.map(worthOfEach)
  const paid = lines.map((): number[] => [])
  for (const isChosen of [true, false])
    for (const [n, { productId, takenId }] of back.entries())
      for (const [at, line] of lines.entries()) {
        if (line.productId !== productId || (isChosen && line.variantId !== takenId)) continue
        const room = line.quantity - (paid[at]?.length ?? 0)
        paid[at]?.push(...(left[n]?.splice(0, room) ?? []))
      }
  return lines.map((line, at) => ({ line, parts: partsOf(line, paid[at] ?? []) }))
}

function partsOf({ quantity, unitPrice, discount }: PricedLine, paid: number[]): PricedPart[] {
  const others = { unitPrice, quantity: quantity - paid.length, isPaid: false }
  const atPaid = [...new Set(paid)].map((price) => {
    const pieces = paid.filter((worth) => worth === price)
    return { unitPrice: price, quantity: pieces.length, isPaid: true }
  })
  let off = discount
  return [others, ...atPaid]
    .filter((part) => part.quantity > 0)
    .map((part) => {
      const own = Math.min(off, part.quantity * part.unitPrice)
      off -= own
      return { ...part, discount: own }
    })
}
