import type { PosPaymentStatus } from '../payments/payments.ts'
import type { ReviewReason } from './till-events.ts'

/** Who or what moves a sale at the till that is paid by mobile money. A cash sale is made complete, and stays so. */
export const SALE_ACTORS = ['payment', 'timer', 'cashier'] as const
export type SaleActor = (typeof SALE_ACTORS)[number]

export type SaleTransition = {
  to: PosPaymentStatus
  /** sell: what it has reserved is sold. allocate: what is there of its items. return: all that it holds. */
  stock: 'keep' | 'sell' | 'allocate' | 'return'
  /** Its part in cash went back to the customer when it was given up: the drawer does not hold it any more. */
  cash: 'keep' | 'uncount'
  /** What a code paid of it. return: goes back on the code. take: is taken of it again, as far as it is there. */
  credit: 'keep' | 'return' | 'take'
  review: ReviewReason | null
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
}
