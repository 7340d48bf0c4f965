import type { ReviewNote } from '../messages/till/review.ts'
import type { PosPaymentStatus } from '../payments/payments.ts'
import { VOUCHER_REFUND_WAYS } from '../refunds/voucher-refunds.ts'
import { mobileAmount } from './tenders.ts'
import type { TillReviewReason } from './till-events.ts'

/**
 * Who or what moves a sale at the till that is paid by mobile money; staff call off one that is not paid
 * whole. A cash sale is made complete, and stays so.
 */
export const SALE_ACTORS = ['payment', 'timer', 'cashier', 'staff'] as const
export type SaleActor = (typeof SALE_ACTORS)[number]

export type SaleTransition = {
  to: PosPaymentStatus
  /** sell: what it has reserved is sold. allocate: what is there of its items. return: all that it holds. */
  stock: 'keep' | 'sell' | 'allocate' | 'return'
  /** Its part in cash went back to the customer when it was given up: the drawer does not hold it any more. */
  cash: 'keep' | 'uncount'
  /** What a code paid of it. return: goes back on the code. take: is taken of it again, as far as it is there. */
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

/** Every step of a sale (docs/product.md, Selling). What is not here is not made; money always finds one. */
export const SALE_TRANSITIONS: { payment: Record<PosPaymentStatus, SaleTransition> } & Record<
  SaleActor,
  Partial<Record<PosPaymentStatus, SaleTransition>>
> = {
  payment: {
    pending: { to: 'completed', stock: 'sell', cash: 'keep', credit: 'keep', review: null },
    // The items may be gone by now, but they have been paid for.
    failed: LATE,
    cancelled: LATE,
    // Paid a second time: one of the two is refunded by hand.
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

/** How a sale ends that is not paid whole: the rest came in cash, or it was called off and what came went back. */
export const SHORT_ENDS = ['rest-taken', 'called-off'] as const
export type ShortEnd = (typeof SHORT_ENDS)[number]

/** How what came for it goes back, each by a person's hand. */
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

/** Its late money is credited, and some of it nothing has paid. */
export const isNotPaidWhole = ({
  paymentStatus,
  unpaidAmount,
}: Pick<Parts, 'paymentStatus' | 'unpaidAmount'>) =>
  paymentStatus === 'completed' && unpaidAmount > 0

/**
 * Whether it can be called off: nothing came back for it, whose cash its drawer counts by the books, nothing of it has
 * come back, and it is no voucher, whose code may be spent.
 */
export const mayBeCalledOff = (sale: Parts, returns: number) =>
  isNotPaidWhole(sale) && sale.cashAmount === 0 && sale.voucherAmount === 0 && returns === 0

/** What either end moves, in kwacha: the rest that is taken, or what came in money and goes back. */
export const amountOfEnd = (sale: Parts, outcome: ShortEnd) =>
  outcome === 'rest-taken' ? sale.unpaidAmount : mobileAmount(sale)

/** Other money of a sale than what its end moves: somebody still has to give it back, or to ask for it. */
const OTHER_MONEY: ReadonlySet<ReviewNote['code']> = new Set([
  'paid-twice',
  'paid-in-cash-too',
  'underpaid',
  'not-live-money',
  'test-money',
])

/**
 * Why a sale stays under review after its end: other money that came; where the rest is there, also all but its money.
 */
export function reasonsLeft(
  sale: { reviewReasons: TillReviewReason[]; reviewNotes: ReviewNote[]; handledAt: Date | null },
  outcome: ShortEnd,
): TillReviewReason[] {
  if (sale.handledAt) return []
  const isTaken = outcome === 'rest-taken'
  const hasOther = sale.reviewNotes.some(
    ({ code }) => OTHER_MONEY.has(code) || (isTaken && code === 'credit-short'),
  )
  return sale.reviewReasons.filter((one) =>
    one === 'sum-differs' ? hasOther : isTaken && one !== 'paid-late',
  )
}
