import { PICKUP_ID } from '../../../shop.ts'
import type { DayRange } from '../../checkout/delivery-days.ts'
import { formatStamp, readParts } from '../../dates.ts'
import type { OrderStatus } from '../../orders/orders.ts'
import { settings } from '../../settings/settings.ts'

const PARTS = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})
const partsOf = (day: string) => readParts(PARTS, new Date(day))

/** Days of the shop's calendar: `Tue 25 to Thu 27 Nov`, `Mon 30 Nov to Wed 2 Dec`, `Tue 25 Nov`. */
export function formatDays({ from, to }: DayRange): string {
  const [first, last] = [partsOf(from), partsOf(to)]
  const end = `${last['weekday']} ${last['day']} ${last['month']}`
  if (from === to) return end
  const month = first['month'] === last['month'] ? '' : ` ${first['month']}`
  return `${first['weekday']} ${first['day']}${month} to ${end}`
}

const WEEK_MS = 7 * 86_400_000

/** Days by their weekdays only when they are within the coming week (`Tue to Thu`), otherwise with their dates. */
export function formatWeekdays({ from, to }: DayRange, today: string): string {
  if (Date.parse(to) - Date.parse(today) >= WEEK_MS) return formatDays({ from, to })
  const [first, last] = [partsOf(from)['weekday'], partsOf(to)['weekday']]
  return from === to ? `${last}` : `${first} to ${last}`
}

/** How an order is delivered. */
export type OrderDelivery = {
  courierId: string
  courierName: string
  /** The place where the customer collects it; null: brought to the door. */
  collectAt: string | null
  dueFrom: string | null
  dueTo: string | null
  waybill: string | null
}

/** Whether the order is collected at the shop: its status "shipped" then means that it is ready there. */
export const isPickup = ({ courierId }: Pick<OrderDelivery, 'courierId'>) => courierId === PICKUP_ID

/** Where a parcel waits, and for the shop its opening hours. */
export const formatCollectAt = (order: Pick<OrderDelivery, 'courierId' | 'collectAt'>) =>
  isPickup(order) ? `${order.collectAt}. Open ${settings().openingHours}` : (order.collectAt ?? '')

type Fact = readonly [label: string, text: string]

/** Whether something left the shop after the days that its order promised: they are no longer stated. */
export const leftLate = (
  { dueTo }: Pick<OrderDelivery, 'dueTo'>,
  shippedAt: Date | string | null | undefined,
) => Boolean(shippedAt && dueTo && formatStamp(shippedAt) > `${dueTo} 24:00`)

/** The delivery facts that pages and emails show; pass `releaseCode` only for readers who may know it. */
export function deliveryFacts(
  order: OrderDelivery & {
    status: OrderStatus
    releaseCode?: string | null
    isUnderReview?: boolean
    shippedAt?: Date | string | null
  },
): Fact[] {
  const { dueFrom: from, dueTo: to, status, waybill, releaseCode } = order
  // No day is promised for an order that a person has to decide about first.
  const isOver =
    status === 'delivered' ||
    status === 'cancelled' ||
    order.isUnderReview ||
    leftLate(order, order.shippedAt)
  const isThere = isPickup(order) && status === 'shipped'
  return [
    ['Courier', order.courierName],
    ...(order.collectAt ? [['Collect at', formatCollectAt(order)] as const] : []),
    ...(from && to && !isOver && !isThere
      ? [[isPickup(order) ? 'Ready' : 'Arrives', formatDays({ from, to })] as const]
      : []),
    ...(waybill ? [['Waybill', waybill] as const] : []),
    ...(releaseCode ? [['Release code', releaseCode] as const] : []),
  ]
}

/** The label of the delivery amount. */
export const deliveryLabel = (order: Pick<OrderDelivery, 'courierId' | 'courierName'>) =>
  isPickup(order) ? order.courierName : `Delivery by ${order.courierName}`

/** How much of an order that is sent in parts was sent. */
export const formatProgress = (
  { shipped, all }: { shipped: number; all: number },
  order: Pick<OrderDelivery, 'courierId'>,
) => `${shipped} of ${all} items ${isPickup(order) ? 'ready for pickup' : 'shipped'}`
