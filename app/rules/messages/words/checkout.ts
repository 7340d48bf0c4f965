import { formatKwacha } from '../../money.ts'

/** An order's delivery as its buyer reads it: `Included` with its price, so that the sum can be followed, or `Free`. */
export const formatDelivery = (order: {
  isFreeDelivery: boolean
  subtotal: number
  discountAmount: number
  totalAmount: number
}) =>
  order.isFreeDelivery
    ? 'Free'
    : `Included (${formatKwacha(order.totalAmount - order.subtotal + order.discountAmount)})`
