import type { OrderReviewReason, OrderStatus } from './orders.ts'

/**
 * Who or what moves an order. `failed-payment`: its customer came back from the payment page without having paid.
 * `rider`: whoever has the link of its parcel and gets the code from the customer.
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
   * sell: the reserved units become sold. take: takes the items from stock, or refuses when there are too few.
   * give-back: all units that the order holds go back; in the ledger a `release` before the payment, a `return` after
   * it.
   */
  stock: 'keep' | 'sell' | 'take' | 'give-back'
  /**
   * What happens to the order's use of a discount code, which is redeemed as long as uses are left, and to the store
   * credit and vouchers that the order spends.
   */
  code: 'keep' | 'redeem' | 'release'
  /** The email that the customer gets. */
  email: OrderEmailKind | null
  /** The time to pay starts again when the order is unpaid. */
  opensWindow?: boolean
  /** Refuses the step for an order in one of these states. */
  unless?: readonly ('paid' | 'unpaid' | 'under-review')[]
  /** Why the money that the order has taken is under review from this step on. */
  review?: OrderReviewReason
  /** The review reasons that this step resolves. */
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

/** Steps to an active status: an active order keeps its stock and code, a cancelled order takes them again. */
const byStaff = (
  to: (typeof STANDING)[number],
  effects: Pick<Effects, 'email' | 'opensWindow'>,
): Row[] => [
  { by: 'staff', from: STANDING.filter((from) => from !== to), to, ...KEEP, ...effects },
  { by: 'staff', from: ['cancelled'], to, ...TAKE, ...effects },
]

/** Every step of an order (docs/product.md, States). Any other step is refused. */
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

  // The parcel is handed over: only a paid order, because a rider takes no money at the door.
  {
    by: 'rider',
    from: ['processing', 'shipped'],
    to: 'delivered',
    ...KEEP,
    email: 'delivered',
    unless: ['unpaid'],
  },

  // A verified payment. An order that staff have moved on keeps its status; an order cancelled as unpaid comes back.
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

  // Unpaid orders end. The page informs a customer who ends the order there; after a timeout the customer gets an
  // email.
  { by: 'timer', from: ['pending'], to: 'cancelled', ...END_UNPAID, email: 'expired' },
  { by: 'failed-payment', from: ['pending'], to: 'cancelled', ...END_UNPAID },
  // Refused for an order under review: money of the wrong sum or kind came, and a person decides.
  {
    by: 'buyer',
    from: ['pending'],
    to: 'cancelled',
    ...END_UNPAID,
    unless: ['paid', 'under-review'],
  },
]

/** Puts money under review when its payment makes no step; nothing else changes. */
export const MONEY_UNDER_REVIEW = {
  'paid-before': 'paid-twice',
  'cancelled-by-staff': 'paid-late',
  'stock-gone': 'paid-without-stock',
  'credit-gone': 'underpaid',
} as const satisfies Record<string, OrderReviewReason>

/**
 * The dates of an order that reaches a status: sets the stamp of its arrival and clears those of statuses that it has
 * not reached any more, so that a slip of the hand shows no customer a parcel.
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

/** The step of this actor with this order (to this status), with its effects; null when there is none. */
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
