import { PICKUP_ID } from '../../shop.ts'
import { readLocalTime } from '../local-time.ts'
import type { OrderStatus } from '../orders/orders.ts'
import type { RefundReason } from '../refunds/refunds.ts'
import { settings } from '../settings/settings.ts'

/**
 * requested: the customer asks, and staff decide. inspected: each unit was checked, and sound units are back in stock.
 */
export const RETURN_STATUSES = [
  'requested',
  'approved',
  'refused',
  'received',
  'inspected',
  'settled',
  'cancelled',
] as const
export type ReturnStatus = (typeof RETURN_STATUSES)[number]

/** Why something comes back (docs/product.md, Returns policy): faults of the shop, and another size. */
export const RETURN_REASONS = ['faulty', 'wrong-item', 'not-as-described', 'other-size'] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

/** The reasons that a customer may choose; staff may choose any. */
export const ownReturnReasons = () =>
  RETURN_REASONS.filter((reason) => reason !== 'other-size' || settings().exchangeOfSize)

/** The reason of the refund for each reason of a return. */
export const refundReasonOf = (reason: ReturnReason): RefundReason =>
  reason === 'wrong-item' ? 'wrong-item' : reason === 'other-size' ? 'goodwill' : 'faulty'

/** The longest text of a customer about a return, and the longest answer of staff who refuse it, in characters. */
export const LONGEST_RETURN_NOTE = 1000
export const LONGEST_RETURN_ANSWER = 300
/** The most photos of a return. */
export const MOST_RETURN_PHOTOS = 3
/** The most returns of one order. */
export const MOST_RETURNS = 20
/** The most returns of one order by its link, so that they do not use up the account's own. */
export const MOST_LINK_RETURNS = 10

/** Returns that wait for staff: to decide, to inspect the items, or to refund. */
export const RETURNS_TO_WORK_ON = [
  'requested',
  'received',
  'inspected',
] as const satisfies ReturnStatus[]
/** The filters of the list of returns: one state, or everything that waits for staff. */
export const RETURN_FILTERS = ['to-do', ...RETURN_STATUSES] as const
export type ReturnFilter = (typeof RETURN_FILTERS)[number]
/** The statuses that a filter of the list of returns shows. */
export const statusesOf = (filter: ReturnFilter): readonly ReturnStatus[] =>
  filter === 'to-do' ? RETURNS_TO_WORK_ON : [filter]
/** Returns of which nothing has arrived yet. */
export const AWAITED_RETURNS = ['requested', 'approved'] as const satisfies ReturnStatus[]
/** Returns that ended without items: their units can be returned with another return. */
export const DROPPED_RETURNS = ['refused', 'cancelled'] as const satisfies ReturnStatus[]

const DAY_MS = 86_400_000

type Sent = {
  status: OrderStatus
  courierId: string
  shippedAt: Date | null
  deliveredAt: Date | null
  /** The last day of the promised delivery. */
  dueTo: string | null
}

/**
 * The start of the return period; null when nothing was sent. Small couriers report no delivery, and many orders stay
 * at shipped: for these the period starts at the last promised day or at the dispatch, whichever is later. A pickup
 * order is known to be collected when it is delivered.
 */
function daysBegin({ status, courierId, shippedAt, deliveredAt, dueTo }: Sent): Date | null {
  if (status === 'delivered') return deliveredAt
  if (status !== 'shipped' || courierId === PICKUP_ID) return null
  const promised = dueTo === null ? null : readLocalTime(`${dueTo}T23:59`)
  return Number(promised) > Number(shippedAt) ? promised : shippedAt
}

const isWithinDays = (from: Date | null, now: Date) =>
  from !== null && now.getTime() - from.getTime() <= settings().returnsDays * DAY_MS

/** Whether the customer may still request a return: within so many days of delivery, the last one included. */
export const isReturnable = (order: Sent, now: Date) => isWithinDays(daysBegin(order), now)

/** Whether the shop knows for certain that the order was delivered within those days. */
export const isKnownInTime = (
  { status, deliveredAt }: Pick<Sent, 'status' | 'deliveredAt'>,
  now: Date,
) => status === 'delivered' && isWithinDays(deliveredAt, now)

/** counter: a cashier at a till, who inspects and settles a return at once. */
export const RETURN_ACTORS = ['staff', 'buyer', 'counter'] as const
export type ReturnActor = (typeof RETURN_ACTORS)[number]
export type ReturnEmailKind = 'approved' | 'refused' | 'received'
type ReturnStamp = 'decidedAt' | 'receivedAt' | 'inspectedAt' | 'endedAt'
type Row = {
  by: readonly ReturnActor[]
  from: readonly ReturnStatus[]
  to: ReturnStatus
  stamp: ReturnStamp
  email: ReturnEmailKind | null
}

/** Every step of a return (docs/product.md, Returns of online orders). Any other step is refused. */
const ROWS: readonly Row[] = [
  { by: ['staff'], from: ['requested'], to: 'approved', stamp: 'decidedAt', email: 'approved' },
  { by: ['staff'], from: ['requested'], to: 'refused', stamp: 'endedAt', email: 'refused' },
  { by: ['staff'], from: ['approved'], to: 'received', stamp: 'receivedAt', email: 'received' },
  { by: ['staff'], from: ['received'], to: 'inspected', stamp: 'inspectedAt', email: null },
  // The refund sends an email of its own. At the counter it is made in the same request.
  { by: ['staff', 'counter'], from: ['inspected'], to: 'settled', stamp: 'endedAt', email: null },
  {
    // At the counter: the customer brings the items of a requested return to the shop instead.
    by: ['staff', 'buyer', 'counter'],
    from: ['requested', 'approved'],
    to: 'cancelled',
    stamp: 'endedAt',
    email: null,
  },
]
export type ReturnTransition = Omit<Row, 'from' | 'by'>

/** The step of this actor with a return; null when there is none. */
export function findReturnTransition(
  by: ReturnActor,
  { status }: { status: ReturnStatus },
  to: ReturnStatus,
): ReturnTransition | null {
  const row = ROWS.find((row) => row.by.includes(by) && row.to === to && row.from.includes(status))
  return row ? { to: row.to, stamp: row.stamp, email: row.email } : null
}
