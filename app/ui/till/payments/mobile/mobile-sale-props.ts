import type { CreditInCart } from '../../../../rules/credit/reserve.ts'
import type { TillSale } from '../../../../rules/till/till-payment.ts'
import type { ExchangeInCart } from '../../store/sales/exchange-in-cart.ts'

/** A sale that waits for mobile money. Amounts in kwacha. */
export type WaitingSale = {
  /** Null while the server has not answered. */
  saleNumber: string | null
  /** The basket's id, made at the till: also the key under which the sale was sent. */
  saleId: string
  /** After discounts, the part in cash included. */
  total: number
  /** The part that the customer pays in cash; 0 for all by mobile money. */
  cashAmount: number
  /** The part that a code pays, or what comes back for it. */
  otherwise?: number
  /** Where the customer pays; null when it is not known any more (a till that was reloaded). */
  checkoutUrl: string | null
  /** A voucher, and no products. */
  isVoucher?: boolean
  /** What came back for it is on a code already, which pays of it. */
  isBack?: boolean
}

export type MobileSaleProps = {
  sale: WaitingSale
  /** What the till thinks of the network; the screen also finds out by itself. */
  isOnline: boolean
  /**
   * The server says that it is paid, or that it is short (`isShort`): print the receipt, empty the basket. Called once.
   */
  onPaid: (sale: TillSale) => void
  /** The server says that it was called off: the basket goes on, under a NEW id. Called once. */
  onGivenUp: () => void
  /** It never reached the server: the till may send it again, or have its basket back. */
  unsent?: { onAgain: () => Promise<void>; onBack: () => void }
  /** Leave it waiting and serve the next customer; it goes on waiting on the server. */
  onLater: () => void
}

/** What the till sends of a basket that is paid by mobile money. */
export type MobileBasket = {
  /** The basket's id; after a sale that was given up it must be a new one. */
  id: string
  tillId: string
  shiftId: string
  lines: {
    productId: string
    variantId: string
    quantity: number
    unitPrice: number
    /** Off this line, in kwacha. */
    discount: number
  }[]
  /** Off the whole sale, beside what is off its lines. */
  discount: number
  approval: { by: string; byName: string; proof: string } | null
  customerName: string
  customerPhone: string
  notes: string
  /** After discounts. */
  total: number
  /** The part in cash, less than the total. */
  cashAmount: number
  /** A code that pays a part. */
  credit?: CreditInCart | null | undefined
  /** What comes back for it, and pays a part. */
  exchange?: ExchangeInCart | null | undefined
  /** A voucher of so much, and no lines. */
  voucher?: number | undefined
}

/**
 * `mayExist`: the answer was lost, or no page to pay on could be had, so the sale may stand on the server
 * and is followed there before it is sold otherwise.
 */
export type Started =
  | { ok: true; saleNumber: string; checkoutUrl: string }
  | { ok: false; title: string; message: string; reason: string | null; mayExist: boolean }
