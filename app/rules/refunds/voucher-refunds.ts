/**
 * awaiting: a second person has to agree, and the code holds nothing meanwhile. done: the money has left, and the code
 * is cancelled.
 */
export const VOUCHER_REFUND_STATUSES = ['awaiting', 'done', 'cancelled'] as const
export type VoucherRefundStatus = (typeof VOUCHER_REFUND_STATUSES)[number]

type Step = {
  by: 'staff' | 'second-person'
  from: VoucherRefundStatus
  to: VoucherRefundStatus
  stamp: 'endedAt'
  /** Limits the step to refunds that need a second person (true), or to those that do not (false). */
  needsSecond?: boolean
}

/** Every step of a voucher's refund (docs/product.md, Store credit). Any other step is refused. */
export const VOUCHER_REFUND_STEPS: readonly Step[] = [
  { by: 'staff', from: 'awaiting', to: 'done', stamp: 'endedAt', needsSecond: false },
  { by: 'second-person', from: 'awaiting', to: 'done', stamp: 'endedAt', needsSecond: true },
  { by: 'staff', from: 'awaiting', to: 'cancelled', stamp: 'endedAt' },
]

/** The step of this actor with a voucher's refund; null when there is none. */
export const findVoucherRefundStep = (
  by: Step['by'],
  refund: { status: VoucherRefundStatus; needsSecond: boolean },
  to: VoucherRefundStatus,
): Step | null =>
  VOUCHER_REFUND_STEPS.find(
    (step) =>
      step.by === by &&
      step.from === refund.status &&
      step.to === to &&
      (step.needsSecond ?? refund.needsSecond) === refund.needsSecond,
  ) ?? null

/** How a voucher's money is refunded, each way by hand: the ways of an order without a payout. */
export const VOUCHER_REFUND_WAYS = ['bank', 'dashboard', 'cash'] as const
export type VoucherRefundWay = (typeof VOUCHER_REFUND_WAYS)[number]

/** Why a voucher is refunded. */
export const VOUCHER_REFUND_REASONS = [
  'not-wanted',
  'by-mistake',
  'not-arrived',
  'goodwill',
] as const
export type VoucherRefundReason = (typeof VOUCHER_REFUND_REASONS)[number]

type Sold = { status: string; amount: number; balance: number }

/** Whether a voucher may be refunded in full: nothing of it was spent, and nobody has blocked it. */
export const isWholeVoucher = ({ status, amount, balance }: Sold) =>
  status === 'active' && balance === amount
