import type { OrderReviewReason, OrderStatus } from './orders.ts'

/**
 * Who or what moves an order. `failed-payment`: its customer came back from the payment page without having paid.
 * `rider`: who has the link of its parcel and is told the code.
 */
export const ORDER_ACTORS = [
  'staff',
  'rider',
  'payment',
  'timer',
  'buyer',
  'failed-payment',
] as const
export type OrderActor = (typeof ORDER_ACTORS)[number]

export type OrderStamp = 'packedAt' | 'shippedAt' | 'deliveredAt' | 'cancelledAt'
/** review: money came, and a person decides. expired: it was not paid in time. */
export const ORDER_EMAIL_KINDS = [
  'paid',
  'review',
  'shipped',
  'delivered',
  'cancelled',
  'expired',
] as const
export type OrderEmailKind = (typeof ORDER_EMAIL_KINDS)[number]

type Effects = {
  /**
   * sell: what it has reserved is sold. take: its items, refused when they are gone. give-back: all that it holds; in
   * the ledger a `release` before the payment, a `return` after it.
   */
  stock: 'keep' | 'sell' | 'take' | 'give-back'
  /**
   * Its use of a discount code, redeemed as long as uses are left; and the store credit and vouchers that it spends,
   * with it.
   */
  code: 'keep' | 'redeem' | 'release'
  /** To the customer. */
  email: OrderEmailKind | null
  /** The time to pay begins anew where it is not paid. */
  opensWindow?: boolean
  /** The step is refused for an order that is one of these. */
  unless?: readonly ('paid' | 'unpaid' | 'under-review')[]
  /** Why the money that it has taken is under review from now on. */
  review?: OrderReviewReason
  /** Reasons to be under review that are answered by it. */
  answers?: readonly OrderReviewReason[]
}
type Row = Effects & { by: OrderActor; from: readonly OrderStatus[]; to: OrderStatus }

const KEEP = { stock: 'keep', code: 'keep' } as const
const TAKE = {
  stock: 'take',
  code: 'redeem',
  answers: ['paid-late', 'paid-without-stock'],
} as const
const GIVE_BACK = { stock: 'give-back', code: 'release' } as const
const END_UNPAID = { ...GIVE_BACK, email: null, unless: ['paid'] } as const
const SELL = { stock: 'sell', code: 'keep', email: 'paid', unless: ['paid'] } as const

const STANDING = ['pending', 'processing', 'shipped', 'delivered'] as const

/** To an order that stands: what it has stays its own, and one that was cancelled takes it anew. */
const byStaff = (
  to: (typeof STANDING)[number],
  effects: Pick<Effects, 'email' | 'opensWindow'>,
): Row[] => [
  { by: 'staff', from: STANDING.filter((from) => from !== to), to, ...KEEP, ...effects },
  { by: 'staff', from: ['cancelled'], to, ...TAKE, ...effects },
]

/** Every step of an order (docs/product.md, States). What is not here is not made. */
const ROWS: readonly Row[] = [
  // Staff: any status from any. What only a lock shows is refused by the act: parcels on their way, pieces still owed
  // (move-order.ts, change-order.ts). Cancelled from shipped or delivered too: what the customer has counts as in stock
  // at once (docs/product.md, States).
  ...byStaff('pending', { email: null, opensWindow: true }),
  ...byStaff('processing', { email: null }),
  ...byStaff('shipped', { email: 'shipped' }),
  ...byStaff('delivered', { email: 'delivered' }),
  {
    by: 'staff',
    from: STANDING,
    to: 'cancelled',
    ...GIVE_BACK,
    email: 'cancelled',
    review: 'paid-late',
  },

  // Its parcel is handed over: nobody is asked for money at a door.
  {
    by: 'rider',
    from: ['processing', 'shipped'],
    to: 'delivered',
    ...KEEP,
    email: 'delivered',
    unless: ['unpaid'],
  },

  // A verified payment. An order that staff have moved on stays where it is; one that was not paid in time comes back.
  { by: 'payment', from: ['pending', 'processing'], to: 'processing', ...SELL },
  { by: 'payment', from: ['shipped'], to: 'shipped', ...SELL },
  { by: 'payment', from: ['delivered'], to: 'delivered', ...SELL },
  {
    by: 'payment',
    from: ['cancelled'],
    to: 'processing',
    stock: 'take',
    code: 'redeem',
    email: 'paid',
    unless: ['paid'],
  },

  // What is not paid ends. Who ends it on the page is told there; whose time is over is not there any more.
  { by: 'timer', from: ['pending'], to: 'cancelled', ...END_UNPAID, email: 'expired' },
  { by: 'failed-payment', from: ['pending'], to: 'cancelled', ...END_UNPAID },
  // Not for one under review: money came, but the wrong sum or kind, and a person decides.
  {
    by: 'buyer',
    from: ['pending'],
    to: 'cancelled',
    ...END_UNPAID,
    unless: ['paid', 'under-review'],
  },
]

/** Money for which a payment makes no step is under review, and nothing else changes. */
export const MONEY_UNDER_REVIEW = {
  'paid-before': 'paid-twice',
  'cancelled-by-staff': 'paid-late',
  'stock-gone': 'paid-without-stock',
  'credit-gone': 'underpaid',
} as const satisfies Record<string, OrderReviewReason>

/**
 * The dates of an order that comes to a status: the stamp of its arrival, and those of what it has not reached any
 * more, so that a slip of the hand tells no customer of a parcel.
 */
const DATES: Record<OrderStatus, { stamp: OrderStamp | null; clears: readonly OrderStamp[] }> = {
  pending: { stamp: null, clears: ['packedAt', 'shippedAt', 'deliveredAt', 'cancelledAt'] },
  processing: { stamp: null, clears: ['shippedAt', 'deliveredAt', 'cancelledAt'] },
  shipped: { stamp: 'shippedAt', clears: ['deliveredAt', 'cancelledAt'] },
  delivered: { stamp: 'deliveredAt', clears: ['cancelledAt'] },
  cancelled: { stamp: 'cancelledAt', clears: ['packedAt'] },
}

type Movable = { status: OrderStatus; paidAt: Date | null; reviewReason?: string | null }
export type OrderTransition = ReturnType<typeof withDates>

const withDates = ({ from: _, ...row }: Row, from: OrderStatus) => ({
  ...row,
  ...(from === row.to ? { stamp: null, clears: [] } : DATES[row.to]),
})

/** The step that this one may make with this order (to this status), and what comes with it; null for none. */
export function findTransition(
  by: OrderActor,
  order: Movable,
  to?: OrderStatus,
): OrderTransition | null {
  const { status, paidAt, reviewReason = null } = order
  const row = ROWS.find(
    (row) => row.by === by && row.from.includes(status) && (to === undefined || row.to === to),
  )
  if (!row) return null
  const { unless = [] } = row
  if (unless.includes('paid') && paidAt) return null
  if (unless.includes('unpaid') && !paidAt) return null
  if (unless.includes('under-review') && reviewReason) return null
  return withDates(row, status)
}
