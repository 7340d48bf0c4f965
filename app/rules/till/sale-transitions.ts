import type { ReviewNote } from '../messages/till/review.ts'
import type { PosPaymentStatus } from '../payments/payments.ts'
import { VOUCHER_REFUND_WAYS } from '../refunds/voucher-refunds.ts'
import { mobileAmount } from './tenders.ts'
import type { TillReviewReason } from './till-events.ts'

/**
 * Who or what moves a till sale that is paid by mobile money; staff call off a sale that is not paid in full. A cash
 * sale is complete from the start, and stays so.
 */
export const SALE_ACTORS = ['payment', 'timer', 'cashier', 'staff'] as const
export type SaleActor = (typeof SALE_ACTORS)[number]

export type SaleTransition = {
  to: PosPaymentStatus
  /**
   * sell: the reserved units become sold. allocate: takes the units that are available. return: gives back all units.
   */
  stock: 'keep' | 'sell' | 'allocate' | 'return'
  /** uncount: the cash part went back to the customer when the sale ended unpaid, so the drawer no longer holds it. */
  cash: 'keep' | 'uncount'
  /** The part that a code paid. return: goes back on the code. take: is taken from it again, as far as it covers it. */
  credit: 'keep' | 'return' | 'take'
  review: TillReviewReason | null
}

const RETURN = { stock: 'return', cash: 'keep', credit: 'return', review: null } as const
const LATE = {
  to: 'completed',
  stock: 'allocate',
  cash: 'uncount',
  credit: 'take',
  review: 'paid-late',
} as const

/**
 * Every step of a sale (docs/product.md, Selling). Any other step is refused; a payment has a step from every status.
 */
export const SALE_TRANSITIONS: { payment: Record<PosPaymentStatus, SaleTransition> } & Record<
  SaleActor,
  Partial<Record<PosPaymentStatus, SaleTransition>>
> = {
  payment: {
    pending: { to: 'completed', stock: 'sell', cash: 'keep', credit: 'keep', review: null },
    // The items may be sold out by now, but they have been paid for.
    failed: LATE,
    cancelled: LATE,
    // A second payment of the same sale: staff refund one of the two by hand.
    completed: {
      to: 'completed',
      stock: 'keep',
      cash: 'keep',
      credit: 'keep',
      review: 'sum-differs',
    },
  },
  timer: { pending: { to: 'failed', ...RETURN } },
  cashier: { pending: { to: 'cancelled', ...RETURN } },
  staff: { completed: { to: 'cancelled', ...RETURN } },
}

/** How a sale that is not paid in full ends: the rest came in cash, or it was called off and its money went back. */
export const SHORT_ENDS = ['rest-taken', 'called-off'] as const
export type ShortEnd = (typeof SHORT_ENDS)[number]

/** How the money of a called-off sale goes back; a person does each of these by hand. */
export const SHORT_WAYS = VOUCHER_REFUND_WAYS
export type ShortWay = (typeof SHORT_WAYS)[number]

type Parts = {
  paymentStatus: PosPaymentStatus
  totalAmount: number
  cashAmount: number
  creditAmount: number
  unpaidAmount: number
  voucherAmount: number
}

/** Whether a sale whose late payment is credited still has an unpaid part. */
export const isNotPaidWhole = ({
  paymentStatus,
  unpaidAmount,
}: Pick<Parts, 'paymentStatus' | 'unpaidAmount'>) =>
  paymentStatus === 'completed' && unpaidAmount > 0

/**
 * Whether a sale can be called off. It cannot when cash paid a part of it (an exchange counts as cash in the books of
 * the drawer), when items of it were returned, or when it is a voucher, whose code may be spent.
 */
export const mayBeCalledOff = (sale: Parts, returns: number) =>
  isNotPaidWhole(sale) && sale.cashAmount === 0 && sale.voucherAmount === 0 && returns === 0

/** The amount that the end of a sale moves, in kwacha: the rest that is taken, or the mobile money that goes back. */
export const amountOfEnd = (sale: Parts, outcome: ShortEnd) =>
  outcome === 'rest-taken' ? sale.unpaidAmount : mobileAmount(sale)

/** Notes on other money of a sale than its end moves: staff still have to give it back or ask for it. */
const OTHER_MONEY: ReadonlySet<ReviewNote['code']> = new Set([
  'paid-twice',
  'paid-in-cash-too',
  'underpaid',
  'not-live-money',
  'test-money',
])

/**
 * Why a sale stays under review after its end: other money of it came; and when the rest was taken, all other reasons
 * except those about its money.
 */
export function reasonsLeft(
  sale: { reviewReasons: TillReviewReason[]; reviewNotes: ReviewNote[]; handledAt: Date | null },
  outcome: ShortEnd,
): TillReviewReason[] {
  if (sale.handledAt) return []
  const isTaken = outcome === 'rest-taken'
  const hasOther = sale.reviewNotes.some(({ code }) => OTHER_MONEY.has(code))
  return sale.reviewReasons.filter((one) =>
    one === 'sum-differs' ? hasOther : isTaken && one !== 'paid-late',
  )
}
