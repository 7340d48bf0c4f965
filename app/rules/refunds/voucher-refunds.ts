/** awaiting: a second person has to agree; its code holds nothing meanwhile. done: the money has left, and the code is over. */
export const VOUCHER_REFUND_STATUSES = ['awaiting', 'done', 'cancelled'] as const

/** How the money of a voucher goes back, each by a person's hand: as of an order, but not by a payout. */
export const VOUCHER_REFUND_WAYS = ['bank', 'dashboard', 'cash'] as const
export type VoucherRefundWay = (typeof VOUCHER_REFUND_WAYS)[number]

/** Why it goes back. */
export const VOUCHER_REFUND_REASONS = [
  'not-wanted',
  'by-mistake',
  'not-arrived',
  'goodwill',
] as const
export type VoucherRefundReason = (typeof VOUCHER_REFUND_REASONS)[number]

type Sold = { status: string; amount: number; balance: number }

/** Nothing was spent of it, and nobody has blocked it: its money may go back, all of it. */
export const isWholeVoucher = ({ status, amount, balance }: Sold) =>
  status === 'active' && balance === amount
