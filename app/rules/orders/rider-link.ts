import { isReleasable, type OrderStatus } from './orders.ts'

/** So long a link that staff give to a rider or a depot takes the customer's code. */
export const RIDER_LINK_DAYS = 7
/** Who brings a parcel, in characters. */
export const LONGEST_RIDER = 60

const DAY_MS = 86_400_000

type Linked = {
  status: OrderStatus
  paidAt: Date | null
  anonymizedAt: Date | null
  riderLinkAt: Date | null
}

/** A parcel that somebody without an account may hand over: paid, and not handed over yet. */
export const isForRider = (order: Pick<Linked, 'status' | 'paidAt' | 'anonymizedAt'>) =>
  isReleasable(order) && order.paidAt !== null && order.anonymizedAt === null

/** When its link ends at the latest. */
export const riderLinkEnd = (madeAt: Date) => new Date(madeAt.getTime() + RIDER_LINK_DAYS * DAY_MS)

/** Whether the newest link of an order still takes a code. */
export const isRiderLinkOpen = (order: Linked, now: Date) =>
  isForRider(order) && order.riderLinkAt !== null && now < riderLinkEnd(order.riderLinkAt)
