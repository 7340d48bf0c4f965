import { formatKwacha } from '../../money.ts'

/**
 * The delivery fee of an order as its buyer reads it: `Included` with its price, so that the sum adds up, or `Free`, as
 * for an order that is collected at the shop.
 */
export const formatDelivery = (order: {
  isFreeDelivery: boolean
  subtotal: number
  discountAmount: number
  totalAmount: number
}) => {
  const price = order.totalAmount - order.subtotal + order.discountAmount
  return order.isFreeDelivery || price === 0 ? 'Free' : `Included (${formatKwacha(price)})`
}
