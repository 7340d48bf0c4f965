import type { Choice } from '../../catalogue/products.ts'
import { formatChoice } from '../catalogue/choice.ts'
import { formatCollectAt, isPickup, leftLate } from '../checkout/delivery.ts'
import type { EmailContent } from './content.ts'
import { about, codeWords, type OrderEmail } from './orders.ts'

type Units = Choice & { name: string; quantity: number }
type SentParcel = {
  number: number
  courierName: string
  waybill: string | null
  shippedAt: Date
  lines: readonly Units[]
  /** The units of the order that were still to be sent after it. */
  follows: readonly Units[]
}

const nameUnits = (units: readonly Units[]) =>
  units
    .map(({ name, quantity, ...choice }) => {
      const words = formatChoice(choice)
      return `${quantity} × ${name}${words ? ` (${words})` : ''}`
    })
    .join(', ')

/**
 * A part of an order is on the way, or ready for collection at the shop: lists the parcel's units and those that
 * follow.
 */
export function orderParcelEmail(
  order: OrderEmail,
  { number, courierName, waybill, shippedAt, lines, follows }: SentParcel,
): EmailContent {
  const isReady = isPickup(order)
  const isLate = leftLate(order, shippedAt)
  return {
    ...about(isLate ? { ...order, dueFrom: null, dueTo: null } : order),
    subject: `Parcel ${number} of your order ${order.orderNumber} is ${isReady ? 'ready for pickup' : 'on the way'}`,
    paragraphs: [
      isReady
        ? `A part of your order is ready for pickup! Collect it at ${formatCollectAt(order)}.`
        : `A part of your order is on the way with ${courierName}.${waybill ? ` The parcel has the number ${waybill}: name it when you ask the courier.` : ''}`,
      `In parcel ${number}: ${nameUnits(lines)}.`,
      follows.length > 0
        ? `Still to follow: ${nameUnits(follows)}. We write when it leaves.`
        : 'With this parcel all of your order has left our shop.',
      ...codeWords(order),
    ],
  }
}
