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

type Part = { shippedAt: Date; deliveredAt: Date | null }

/**
 * Of an order that is sent in parts: when what its link was made for had arrived; null while some of it is on its way.
 * A parcel that leaves later is for the next link: who brought the one before has heard the code.
 */
export function partsArrivedAt(madeAt: Date, parts: readonly Part[]): Date | null {
  const times = parts.flatMap(({ deliveredAt }) =>
    deliveredAt && deliveredAt >= madeAt ? [deliveredAt.getTime()] : [],
  )
  if (times.length === 0) return null
  const last = new Date(Math.max(...times))
  const isOnItsWay = parts.some((part) => part.deliveredAt === null && part.shippedAt <= last)
  return isOnItsWay ? null : last
}

/** Whether the newest link of an order still takes a code. */
export const isRiderLinkOpen = (order: Linked, now: Date) =>
  isForRider(order) && order.riderLinkAt !== null && now < riderLinkEnd(order.riderLinkAt)
