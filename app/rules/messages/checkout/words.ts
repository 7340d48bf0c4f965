import { formatKwacha } from '../../money.ts'

/**
 * An order's delivery as its buyer reads it: `Included` with its price, so that the sum can be followed, or `Free`, as
 * it is for who collects it at the shop.
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
