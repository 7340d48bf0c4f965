import {
  type CartLineView,
  heldBy,
  type LineTrouble,
  orderableOf,
  troubleOf,
} from '../../../rules/cart/cart.ts'
import type { WaitingOrder } from '../../../rules/checkout/checkout.ts'
import { formatPreorder } from '../../../rules/messages/stock/preorders.ts'
import { formatKwacha } from '../../../rules/money.ts'

/** Shows both prices when the product's price has changed since it was put into the cart. */
export function PriceChange({ line }: { line: { price: number; currentPrice: number } }) {
  const { price, currentPrice } = line
  if (price === currentPrice) return null
  return (
    <p className="mt-1 text-sm font-semibold text-clay">
      The price has changed from {formatKwacha(price)} to {formatKwacha(currentPrice)} since you
      added it.
    </p>
  )
}

/** The line is a pre-order: says when it ships. */
export function PreorderNote({ from }: { from: string | null }) {
  return from ? (
    <p className="mt-1 text-sm font-semibold text-lake">{formatPreorder(from)}</p>
  ) : null
}

const NOTES: Record<LineTrouble, (left: number) => string> = {
  gone: () => 'This is no longer sold.',
  'sold-out': () => 'This is sold out at the moment.',
  'too-many': (left) => `Only ${left} left. Please take fewer.`,
}

/** Why a line could not be bought as it stands, or which unpaid order of the customer (`waiting`) holds it. */
export function LineTroubleNote({
  line,
  waiting,
}: {
  line: CartLineView
  waiting: readonly WaitingOrder[]
}) {
  const trouble = troubleOf(line)
  if (!trouble) return null
  const left = orderableOf(line) ?? 0
  const holder = heldBy(line, waiting)
  return holder ? (
    <p className="mt-1 text-sm font-semibold text-lake">
      {`Your order ${holder.orderNumber}, which waits for payment, holds ${left > 0 ? `some; ${left} left besides.` : 'this.'}`}
    </p>
  ) : (
    <p className="mt-1 text-sm font-semibold text-alarm">{NOTES[trouble](left)}</p>
  )
}
