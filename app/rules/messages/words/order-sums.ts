import { formatKwacha } from '../../money.ts'
import { formatDelivery } from './checkout.ts'
import { deliveryLabel } from './delivery.ts'

type Summed = Parameters<typeof formatDelivery>[0] &
  Parameters<typeof deliveryLabel>[0] & { discountCode: string | null }

/**
 * What an order costs, line by line, in kwacha: the same on its pages, in its emails, on its papers and in the back
 * office.
 */
export const orderSums = (order: Summed): (readonly [label: string, amount: string])[] => [
  ['Subtotal', formatKwacha(order.subtotal)],
  ...(order.discountAmount > 0
    ? [
        [
          order.discountCode ? `Discount (${order.discountCode})` : 'Discount',
          formatKwacha(-order.discountAmount),
        ] as const,
      ]
    : []),
  [deliveryLabel(order), formatDelivery(order)],
  ['Total', formatKwacha(order.totalAmount)],
]
