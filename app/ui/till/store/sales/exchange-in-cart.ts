import type { Choice } from '../../../../rules/catalogue/products.ts'
import type { ReturnReason } from '../../../../rules/returns/returns.ts'
import type { Approval, ReturnedLine } from '../../../../rules/till/till-events.ts'
import type { SaleParties } from '../../../../rules/till/till-sale.ts'

/** Items that come back for what is in the cart. Amounts in kwacha. */
export type ExchangeInCart = {
  /** The return's: pressed again, it is the same one. An approval is for it. */
  id: string
  /** Of the receipt, or of the order of the web shop. */
  number: string
  order: {
    id: string
    reason: ReturnReason
    /** Not delivered, or longer ago than items are taken back. */
    isLate?: boolean
    /** In a cart of an earlier release: whoever put it there needed an approval. */
    needsApproval?: boolean
  } | null
  lines: (ReturnedLine & Choice & { name: string })[]
  refund: number
  reason: string
  approval: Approval | null
  /**
   * Of a receipt: whose sale it is, for a cart is paid by another person than filled it. Absent in one of an
   * earlier release.
   */
  of?: SaleParties
  /** What came back of the receipt or the order before. */
  before?: number
  /**
   * What a code had paid of them; of an order of the web shop all of it, which goes back on a code that pays this sale.
   */
  credit: { amount: number; ending: string } | null
  /** The server has taken them back: their money is out of the drawer by the books, and pays this sale or goes back. */
  isSettled?: boolean
  /** The server was asked to: whether it has is not known before it answers. */
  isAsked?: boolean
  /** What mobile money was to pay beside it when the server was asked; null for a sale in cash. */
  mobileAmount?: number | null
  /** Out of whose drawer its cash is by the books. */
  shiftId?: string | null
}

/** What comes back of an order goes on a code that the server makes with the return, and keeps for this sale. */
export const goesOnCode = (exchange: ExchangeInCart | null | undefined) =>
  exchange != null && exchange.order !== null && exchange.credit !== null

/** It is on that code: its customer has it as well. */
export const isOnCode = (exchange: ExchangeInCart | null | undefined) =>
  exchange?.isSettled === true && goesOnCode(exchange)

/** Money hangs on it at the server: it is not thrown away with its cart. */
export const isOwed = (exchange: ExchangeInCart | null | undefined) =>
  exchange?.isSettled ? !isOnCode(exchange) : exchange?.isAsked === true
