import type { LineItem } from '../catalogue/products.ts'
import type { PosPaymentMethod } from '../payments/payments.ts'
import type { ExchangeTender } from './till-events.ts'

/**
 * The payment state of a till sale. held: the wrong sum came, or money for a part only, and a person decides; given-up:
 * not paid and called off, although money that comes late is still credited to it.
 */
export type TillSaleState = 'paid' | 'waiting' | 'held' | 'given-up'

export type TillSaleLine = LineItem & {
  id: string
  productId: string | null
  variantId: string | null
  unitPrice: number
  /** The discount on this item, in kwacha. */
  discount: number
  total: number
  /** How many units were returned already. */
  returned: number
}

/** A sale as the till sees it: to follow its payment, to print it again, to take items back. Amounts in kwacha. */
export type TillSale = {
  saleId: string
  saleNumber: string
  /** The code on its receipt (rules/till/receipt-code.ts). A shop of an older release sends none. */
  receiptCode?: string | null
  state: TillSaleState
  paymentMethod: PosPaymentMethod
  /** ISO. */
  soldAt: string
  cashierName: string
  /** Who made the sale. A shop of an older release sends nobody. */
  cashierId?: string
  tillName: string | null
  customerName: string | null
  customerPhone: string | null
  notes: string | null
  subtotal: number
  /** All discounts, on the items and on the sale. */
  discountAmount: number
  totalAmount: number
  /** The part in cash. */
  cashAmount: number
  /** The part that a code paid, with the code's last four characters. A shop of an older release sends none. */
  credit?: { amount: number; ending: string } | null | undefined
  /** The returned items that paid a part of the sale. */
  exchange?: ExchangeTender | null | undefined
  /** A sold voucher; only the device that sold it by mobile money gets its code, on the same day. */
  voucher?: { amount: number; code: string } | null | undefined
  /** The part that nothing has paid, because its money came late. A shop of an older release sends none. */
  unpaidAmount?: number
  cashGiven: number | null
  lines: TillSaleLine[]
  /** The newest attempt to pay by mobile money; none for a sale in cash. */
  payment: {
    amount: number
    /** Where the customer pays; null while there is no page. */
    checkoutUrl: string | null
    /** The provider reported that the last try failed; the customer may try again on the same page. */
    hasFailedTry: boolean
    /** How many payment pages were opened. */
    pages: number
    /** The payment has arrived, but the sale still waits because items of an online order are being returned for it. */
    isIn?: boolean
  } | null
}

/** Whether the late payment of a sale is credited but a part is still unpaid: the items stay in the shop. */
export const isShort = ({ state, unpaidAmount = 0 }: Pick<TillSale, 'state' | 'unpaidAmount'>) =>
  state === 'held' && unpaidAmount > 0
