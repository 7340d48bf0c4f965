import type { BackInCart } from '../../../rules/till/exchanges/paid-prices.ts'
import type { Approval } from '../../../rules/till/till-events.ts'
import type { Paid } from '../payments/paid.ts'
import type { TillState } from '../store/state.ts'
import type { WayOrExchange } from './back-in-cash.tsx'
import type { Choice, ReturnLine } from './return-line.tsx'
import type { Picked, Taken } from './taken-instead.tsx'

/** A line that can come back. */
export type LineBack = Parameters<typeof ReturnLine>[0]['line'] & Taken & { id: string }
/** A line whose chosen units come back; `amount` is their worth in kwacha. */
export type Chosen<L> = L & Choice & Pick<BackInCart, 'takenId'> & { amount: number }
export type Back<L, R extends string> = {
  id: string
  lines: Chosen<L>[]
  refund: number
  reason: R
  way: WayOrExchange
  approval: Approval | null
  /** The sizes and colors taken instead that were chosen on this screen. */
  taken: Picked[]
}

/**
 * The props of a screen that takes items back. It calls `onTakenBack` when all is done, and `onExchange` when the new
 * items are in the cart or to be chosen next.
 */
export type TakesBack = {
  till: TillState
  onTakenBack: (back: Paid) => void
  onExchange: (isChosen: boolean) => void
}

/** A returned line as the exchange and its receipt show it, with the product that goes out at its price. */
export function pieceOf(line: Chosen<LineBack>, { shop }: Pick<TillState, 'shop'>) {
  const { name, size, color, quantity, isRestocked, amount, productId, takenId } = line
  const priced = shop?.exchangesAtPaidPrice ? { productId, takenId } : {}
  return { name, size, color, quantity, isRestocked, amount, ...priced }
}
