import type { Choice } from '../../../../rules/catalogue/products.ts'
import type { ReturnReason } from '../../../../rules/returns/returns.ts'
import type { BackInCart } from '../../../../rules/till/exchanges/paid-prices.ts'
import type { Approval, ReturnedLine } from '../../../../rules/till/till-events.ts'
import type { SaleParties } from '../../../../rules/till/till-sale.ts'

/** The items that come back in exchange for what is in the cart. Amounts in kwacha. */
export type ExchangeInCart = {
  /** The id of the return, so that pressed again it is the same one. An approval is for this id. */
  id: string
  /** The number of the receipt or of the web shop's order. */
  number: string
  order: {
    id: string
    reason: ReturnReason
    /** The order is not delivered, or was longer ago than the days for returns. */
    isLate?: boolean
    /** Only in a cart of an earlier release: whoever put the exchange there needed an approval. */
    needsApproval?: boolean
  } | null
  /**
   * `productId`: of this product as many pieces go out at the price that was paid. Absent where the server is of an
   * earlier release: its price is that of the list then.
   */
  lines: (ReturnedLine & Choice & { name: string } & Pick<BackInCart, 'productId' | 'takenId'>)[]
  refund: number
  reason: string
  approval: Approval | null
  /** Whose sale the receipt is, because another person may finish the cart. Absent in a cart of an earlier release. */
  of?: SaleParties
  /** What was refunded of the receipt or order before. */
  before?: number
  /**
   * The part of the returned items that a code had paid. For an order of the web shop it is all of them, and goes on a
   * code that pays this sale.
   */
  credit: { amount: number; ending: string } | null
  /** The server has taken the items back: their money is booked out of the drawer, and pays this sale or goes back. */
  isSettled?: boolean
  /** The server was asked to take them back; before it answers nobody knows whether it has. */
  isAsked?: boolean
  /** What mobile money was to pay when the server was asked; null for a sale in cash. */
  mobileAmount?: number | null
  /** The shift whose drawer its cash is booked out of. */
  shiftId?: string | null
}

/**
 * Whether the returned items of an order go on a code, which the server makes with the return and reserves for
 * this sale.
 */
export const goesOnCode = (exchange: ExchangeInCart | null | undefined) =>
  exchange != null && exchange.order !== null && exchange.credit !== null

/** Whether they are on that code, which the customer has as well. */
export const isOnCode = (exchange: ExchangeInCart | null | undefined) =>
  exchange?.isSettled === true && goesOnCode(exchange)

/** Whether the server has booked or may have booked its money: then it must not be discarded with its cart. */
export const isOwed = (exchange: ExchangeInCart | null | undefined) =>
  exchange?.isSettled ? !isOnCode(exchange) : exchange?.isAsked === true
