import { formatDate } from '../../dates.ts'
import { formatTown, type OrderStatus, type PostalAddress, toPay } from '../../orders/orders.ts'
import { isPickup, type OrderDelivery } from '../checkout/delivery.ts'
import { nothingToPay } from './order-sums.ts'

type Fact = readonly [label: string, text: string]

type Dated = Pick<OrderDelivery, 'courierId'> & {
  status: OrderStatus
  isUnderReview?: boolean
  createdAt: Date | string
  shippedAt: Date | string | null
  deliveredAt: Date | string | null
  cancelledAt: Date | string | null
}

/** The steps of an order with their dates. */
export const stepFacts = (order: Dated): Fact[] =>
  (
    [
      ['Placed', order.createdAt],
      [isPickup(order) ? 'Ready' : 'Shipped', order.shippedAt],
      ['Delivered', order.deliveredAt],
      ['Cancelled', order.status === 'cancelled' ? order.cancelledAt : null],
    ] as const
  ).flatMap(([label, date]) => (date ? [[label, formatDate(date)] as const] : []))

/**
 * The dates of an order in a list: when it was placed, and the one that matters now: Delivered, Shipped, or Expected
 * with the text Processing (docs/product.md, States).
 */
export const listedDates = (order: Dated): Fact[] => [
  ['Placed', formatDate(order.createdAt)],
  dateNow(order),
]

function dateNow(order: Dated): Fact {
  if (order.status === 'delivered' && order.deliveredAt)
    return ['Delivered', formatDate(order.deliveredAt)]
  if (order.status === 'shipped' && order.shippedAt)
    return [isPickup(order) ? 'Ready' : 'Shipped', formatDate(order.shippedAt)]
  if (order.status === 'cancelled' && order.cancelledAt)
    return ['Cancelled', formatDate(order.cancelledAt)]
  return ['Expected', 'Processing']
}

/** For an order that is being packed: the shop notifies its customer when it leaves. `isPartSent`: a part has left. */
export function nextStepFacts(order: Dated, { isPartSent }: { isPartSent: boolean }): Fact[] {
  if (order.status !== 'processing' || order.isUnderReview) return []
  const what = isPartSent ? 'the rest' : 'it'
  const step = isPickup(order) ? 'is ready' : 'ships'
  return [['Next', `We will tell you when ${what} ${step}`]]
}

/** The delivery address; show it to the buyer only. */
export function addressFacts({
  collectAt,
  shippingAddress,
}: Pick<OrderDelivery, 'collectAt'> & { shippingAddress: PostalAddress }): Fact[] {
  const { firstName, lastName, address } = shippingAddress
  const parts = [`${firstName} ${lastName}`.trim(), address, formatTown(shippingAddress)].filter(
    Boolean,
  )
  return collectAt || parts.length === 0 ? [] : [['Deliver to', parts.join(', ')]]
}

/** The payment state of an order. */
export function paymentFacts(
  order: Parameters<typeof toPay>[0] & {
    status: OrderStatus
    isUnderReview: boolean
    paidAt: Date | null
  },
): Fact[] {
  if (order.status === 'cancelled') return []
  if (toPay(order) === 0) return [['Payment', nothingToPay(order)]]
  if (order.paidAt) return [['Payment', `Paid ${formatDate(order.paidAt)}`]]
  return order.isUnderReview ? [] : [['Payment', 'Not paid yet']]
}
