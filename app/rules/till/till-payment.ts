import type { LineItem } from '../catalogue/products.ts'
import type { PosPaymentMethod } from '../payments/payments.ts'
import type { ExchangeTender } from './till-events.ts'

/**
 * Where a sale at the till stands. held: money came, but not what was asked or not for all of it, and a person decides;
 * given-up: not paid and called off, though money that comes late is credited to it.
 */
export type TillSaleState = 'paid' | 'waiting' | 'held' | 'given-up'

export type TillSaleLine = LineItem & {
  id: string
  productId: string | null
  variantId: string | null
  unitPrice: number
  /** Off this line, in kwacha. */
  discount: number
  total: number
  /** How many of them have come back already. */
  returned: number
}

/** A sale as the till sees it: to follow its payment, to print it again, to take items back. Amounts in kwacha. */
export type TillSale = {
  saleId: string
  saleNumber: string
  /** On its receipt (rules/till/receipt-code.ts). A shop of an older release tells none. */
  receiptCode?: string | null
  state: TillSaleState
  paymentMethod: PosPaymentMethod
  /** ISO. */
  soldAt: string
  cashierName: string
  /** Whose sale it is. A shop of an older release tells nobody. */
  cashierId?: string
  tillName: string | null
  customerName: string | null
  customerPhone: string | null
  notes: string | null
  subtotal: number
  /** Off the lines and off the sale together. */
  discountAmount: number
  totalAmount: number
  /** The part in cash. */
  cashAmount: number
  /** The part that a code paid, with the last four of the code. A shop of an older release tells none. */
  credit?: { amount: number; ending: string } | null | undefined
  /** What came back for it. */
  exchange?: ExchangeTender | null | undefined
  /** A voucher that was sold; its code is told to the device that has sold it by mobile money, on that day. */
  voucher?: { amount: number; code: string } | null | undefined
  /** What nothing has paid, for its money came late. A shop of an older release tells none. */
  unpaidAmount?: number
  cashGiven: number | null
  lines: TillSaleLine[]
  /** The newest attempt to pay by mobile money; none for a sale in cash. */
  payment: {
    amount: number
    /** Where the customer pays; null while there is no page. */
    checkoutUrl: string | null
    /** The provider has said that the last try failed; the customer may try again on the same page. */
    hasFailedTry: boolean
    /** How many pages to pay on have been opened. */
    pages: number
    /** It is paid while the sale waits: what was ordered online is being taken back for it. */
    isIn?: boolean
  } | null
}

/** Its late money is credited, and a part of it nothing has paid: the items stay here. */
export const isShort = ({ state, unpaidAmount = 0 }: Pick<TillSale, 'state' | 'unpaidAmount'>) =>
  state === 'held' && unpaidAmount > 0
