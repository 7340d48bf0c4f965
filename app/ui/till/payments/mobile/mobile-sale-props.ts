import type { CreditInCart } from '../../../../rules/credit/reserve.ts'
import type { TillSale } from '../../../../rules/till/till-payment.ts'
import type { ExchangeInCart } from '../../store/sales/exchange-in-cart.ts'

/** A sale that waits for mobile money. Amounts in kwacha. */
export type WaitingSale = {
  /** Null until the server has answered. */
  saleNumber: string | null
  /** The basket's id, made at the till: also the key under which the sale was sent. */
  saleId: string
  /** After discounts, including the part in cash. */
  total: number
  /** The part that the customer pays in cash; 0 when all is paid by mobile money. */
  cashAmount: number
  /** The part that a code or the returned items of an exchange pay. */
  otherwise?: number
  /** The payment page; null when the till was reloaded and does not know it any more. */
  checkoutUrl: string | null
  /** It sells a voucher, no products. */
  isVoucher?: boolean
  /** The returned items of its exchange are on a code already, which pays a part. */
  isBack?: boolean
}

export type MobileSaleProps = {
  sale: WaitingSale
  /** Whether the till believes to be online; the screen also finds out by itself. */
  isOnline: boolean
  /** The server says that the sale is paid, or short (`isShort`): print the receipt, empty the basket. Called once. */
  onPaid: (sale: TillSale) => void
  /** The server says that the sale was cancelled: the basket continues under a NEW id. Called once. */
  onGivenUp: () => void
  /** Set when the sale never reached the server: the till may send it again, or restore its basket. */
  unsent?: { onAgain: () => Promise<void>; onBack: () => void }
  /** Leaves the sale waiting on the server and serves the next customer. */
  onLater: () => void
}

/** What the till sends for a basket that is paid by mobile money. */
export type MobileBasket = {
  /** The basket's id; after a cancelled sale it must be a new one. */
  id: string
  tillId: string
  shiftId: string
  lines: {
    productId: string
    variantId: string
    quantity: number
    unitPrice: number
    /** Discount on this line, in kwacha. */
    discount: number
  }[]
  /** Discount on the whole sale, in addition to those on its lines. */
  discount: number
  approval: { by: string; byName: string; proof: string } | null
  customerName: string
  customerPhone: string
  notes: string
  /** After discounts. */
  total: number
  /** The part in cash; less than the total. */
  cashAmount: number
  /** A code that pays a part. */
  credit?: CreditInCart | null | undefined
  /** The returned items of an exchange, which pay a part. */
  exchange?: ExchangeInCart | null | undefined
  /** The amount of a voucher that is sold; then there are no lines. */
  voucher?: number | undefined
}

/**
 * `mayExist`: the answer was lost, or the provider made no payment page, so the sale may exist on the server. It is
 * followed there before it is sold in another way.
 */
export type Started =
  | { ok: true; saleNumber: string; checkoutUrl: string }
  | { ok: false; title: string; message: string; reason: string | null; mayExist: boolean }
