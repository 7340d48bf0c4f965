import { type PricedLine, refundFor } from '../till-sale.ts'

// The same product goes out in exchange at the price that was paid (docs/decisions/0089).

/** Pieces of one line that come back, together worth `amount` kwacha; without `productId` the product is gone. */
export type PiecesBack = { productId?: string | null | undefined; quantity: number; amount: number }

/** What each of the pieces is worth in kwacha; together they are worth exactly the amount. */
const worthOfEach = ({ quantity, amount }: PiecesBack) =>
  Array.from({ length: quantity }, (_, n) => refundFor(amount, quantity, n, 1))

/** The prices in kwacha at which the same products may go out, for as many pieces as come back. */
export function paidPrices(back: readonly PiecesBack[]) {
  let left = back.flatMap((pieces) =>
    worthOfEach(pieces).map((worth) => ({ productId: pieces.productId, worth })),
  )
  return {
    /** Whether so many pieces of the product come back at this price each. A piece that is taken here counts once. */
    take({ productId, quantity, price }: { productId: string; quantity: number; price: number }) {
      const isSame = (one: (typeof left)[number]) =>
        one.productId === productId && one.worth === price
      const most = left.filter(isSame).length
      if (!Number.isInteger(quantity) || quantity < 1 || quantity > most) return false
      let taken = 0
      left = left.filter((one) => !isSame(one) || (taken += 1) > quantity)
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
  const left = back.map((one) => ({ ...one, worths: worthOfEach(one) }))
  const priced = lines.map((line): { line: L; paid: number[] } => ({ line, paid: [] }))
  for (const isChosen of [true, false])
    for (const { productId, takenId, worths } of left)
      for (const { line, paid } of priced) {
        if (line.productId !== productId || (isChosen && line.variantId !== takenId)) continue
        paid.push(...worths.splice(0, line.quantity - paid.length))
      }
  return priced.map(({ line, paid }) => ({ line, parts: partsOf(line, paid) }))
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
