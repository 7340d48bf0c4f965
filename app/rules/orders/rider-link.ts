import { isReleasable, type OrderStatus } from './orders.ts'

/** For how many days the link that staff give to a rider or a depot takes the customer's code. */
export const RIDER_LINK_DAYS = 7
/** The longest name of a rider or depot, in characters. */
export const LONGEST_RIDER = 60

const DAY_MS = 86_400_000

type Linked = {
  status: OrderStatus
  paidAt: Date | null
  anonymizedAt: Date | null
  riderLinkAt: Date | null
}

/** Whether somebody without an account may hand over the parcel: it is paid and not handed over yet. */
export const isForRider = (order: Pick<Linked, 'status' | 'paidAt' | 'anonymizedAt'>) =>
  isReleasable(order) && order.paidAt !== null && order.anonymizedAt === null

/** The latest time at which a rider link ends. */
export const riderLinkEnd = (madeAt: Date) => new Date(madeAt.getTime() + RIDER_LINK_DAYS * DAY_MS)

type Part = { shippedAt: Date; deliveredAt: Date | null }

/**
 * For an order that is sent in parts: when all parts of a link made at `madeAt` had arrived; null while one is on its
 * way. A parcel that leaves later needs the next link, because the rider of the earlier parcel knows the code.
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
