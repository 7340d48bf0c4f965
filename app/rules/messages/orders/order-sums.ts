import { formatKwacha } from '../../money.ts'
import { toPay } from '../../orders/orders.ts'
import { deliveryLabel } from '../checkout/delivery.ts'
import { formatDelivery } from '../checkout/words.ts'

/** Shown for an order that needs no payment. */
export const nothingToPay = ({ creditAmount }: { creditAmount: number }) =>
  creditAmount > 0 ? 'Paid by store credit' : 'Nothing to pay'

type Summed = Parameters<typeof formatDelivery>[0] &
  Parameters<typeof deliveryLabel>[0] & {
    discountCode: string | null
    creditAmount: number
    /** The part of the discount that exchanged pieces of another order paid. */
    coveredAmount?: number | undefined
  }

/** The sums of an order, row by row, in kwacha: the same on pages, emails, papers and in the back office. */
export function orderSums(order: Summed): (readonly [label: string, amount: string])[] {
  const { coveredAmount = 0, discountCode } = order
  const off = order.discountAmount - coveredAmount
  return [
    ['Subtotal', formatKwacha(order.subtotal)],
    ...(off > 0
      ? [[discountCode ? `Discount (${discountCode})` : 'Discount', formatKwacha(-off)] as const]
      : []),
    [deliveryLabel(order), formatDelivery(order)],
    ...(coveredAmount > 0
      ? [['Paid by your exchange', formatKwacha(-coveredAmount)] as const]
      : []),
    ['Total', formatKwacha(order.totalAmount)],
    ...(order.creditAmount > 0
      ? ([
          ['Store credit', formatKwacha(-order.creditAmount)],
          ['Total after store credit', formatKwacha(toPay(order))],
        ] as const)
      : []),
  ]
}
