import { daysTo } from '../../rules/checkout/delivery.ts'
import { arrivesOn, type DayRange, leavesOn } from '../../rules/checkout/delivery-days.ts'
import { findCourier } from '../../rules/checkout/quote.ts'
import { shipsFrom } from '../../rules/stock/preorders.ts'
import type { Order, OrderItem } from './read-order.ts'

/** How many working days the order's courier takes today; null when the courier is gone or does not go there. */
export function daysOf({ courierId, shippingAddress }: Order) {
  const courier = findCourier(courierId)
  return courier ? daysTo(courier, shippingAddress.district) : null
}

/**
 * The delivery days of an order that money makes ready to be packed, when it leaves on a later day than it was placed
 * for; null when its days stay as they were promised.
 */
export function dueOnPayment(
  order: Order,
  items: readonly Pick<OrderItem, 'preorderFrom'>[],
  now: Date,
): DayRange | null {
  const isToPack = order.status === 'pending' || order.status === 'cancelled'
  if (!isToPack || leavesOn(now) <= leavesOn(order.createdAt)) return null
  const days = daysOf(order)
  return days && arrivesOn(now, days, shipsFrom(items))
}
