import { formatKwacha } from '../../money.ts'
import type { OrderNotice } from '../../orders/order-messages.ts'
import { isUnderReview, type OrderStatus, type PostalAddress, toPay } from '../../orders/orders.ts'
import { settings } from '../../settings/settings.ts'
import { formatChoice } from '../catalogue/choice.ts'
import {
  deliveryFacts,
  formatCollectAt,
  formatDays,
  isPickup,
  leftLate,
  type OrderDelivery,
} from '../checkout/delivery.ts'
import { addressFacts, paymentFacts, stepFacts } from '../orders/order-facts.ts'
import { orderSums } from '../orders/order-sums.ts'
import { statusWords } from '../orders/words.ts'
import { formatPreorder } from '../stock/preorders.ts'
import { type EmailBlock, type EmailContent, hello } from './content.ts'

export type OrderEmail = OrderDelivery & {
  to: string
  firstName: string
  orderNumber: string
  status: OrderStatus
  createdAt: Date
  paidAt: Date | null
  shippedAt: Date | null
  deliveredAt: Date | null
  cancelledAt: Date | null
  /** Why the order is under review; the customer only learns that it is. */
  reviewReason: string | null
  shippingAddress: PostalAddress
  lines: {
    productId: string
    name: string
    size: string | null
    color: string | null
    preorderFrom?: string | null
    quantity: number
    total: number
  }[]
  discountAmount: number
  coveredAmount?: number | undefined
  discountCode: string | null
  isFreeDelivery: boolean
  /** In emails about an order that is paid and whose parcel is still to be handed over. */
  releaseCode: string | null
  totalAmount: number
  /** The part that store credit paid. */
  creditAmount: number
  url: string
}

/** The order as every email about it shows it (ui/shop/orders/order-block.tsx shows the same on pages). */
function orderBlock(order: OrderEmail): EmailBlock {
  const subtotal = order.lines.reduce((sum, line) => sum + line.total, 0)
  const shown = { ...order, isUnderReview: isUnderReview(order) }
  return {
    title: `Order ${order.orderNumber}`,
    facts: [
      ['Status', statusWords(shown)],
      ...stepFacts(shown),
      ...deliveryFacts(shown),
      // The email goes to the buyer, who may see address and payment.
      ...addressFacts(shown),
      ...paymentFacts(shown),
    ],
    lines: order.lines.map((line) => {
      const choice = formatChoice(line)
      const marks = [choice, line.preorderFrom && formatPreorder(line.preorderFrom)].filter(Boolean)
      const name = `${line.quantity} × ${line.name}${marks.length > 0 ? ` (${marks.join('; ')})` : ''}`
      return [name, formatKwacha(line.total), { productId: line.productId, color: line.color }]
    }),
    sums: orderSums({ ...order, subtotal }),
  }
}

/** The common parts of every email about an order: recipient, greeting and the order. */
export const about = (order: OrderEmail) => ({
  to: order.to,
  greeting: hello(order.firstName),
  block: orderBlock(order),
  button: { label: 'See your order', url: order.url },
})

export function orderPaidEmail(order: OrderEmail): EmailContent {
  const isPaid = toPay(order) > 0
  const waiting = order.lines.filter(({ preorderFrom }) => preorderFrom)
  const thanks = `Thank you for your purchase! ${isPaid ? 'We have your payment' : 'There is nothing to pay'}`
  return {
    ...about(order),
    subject: `Your order ${order.orderNumber} is ${isPaid ? 'paid' : 'placed'}`,
    paragraphs: [
      ...(waiting.length > 0
        ? [
            `${thanks}.`,
            waiting.length === order.lines.length
              ? 'It was pre-ordered: we write when it has arrived in our shop, and send it then.'
              : 'Some of it was pre-ordered: we write when it has arrived in our shop, and send the whole order then.',
          ]
        : [`${thanks}${isPaid ? ' and are packing' : ', and we are packing'}.`]),
      ...codeWords(order),
    ],
  }
}

/** A payment came that does not settle its order: too little, too late, or a second one. A person decides. */
export const orderReviewEmail = (order: OrderEmail): EmailContent => ({
  ...about(order),
  subject: `We are looking into the payment of your order ${order.orderNumber}`,
  paragraphs: [
    'We have your payment, and are looking into it: something about it needs a person of our shop. Please do not pay again.',
    'We write or call you about it. Nothing that you have paid is lost.',
  ],
  after: [`Questions? Call us: ${settings().supportPhone}`],
})

/** One sentence for the emails of orders that end. */
const creditBack = ({ creditAmount }: OrderEmail) =>
  creditAmount > 0 ? ' What store credit had paid of it is back on its code.' : ''

/** The time to pay is over. When money of the customer has come, the email must not say that nothing was taken. */
export const orderExpiredEmail = (order: OrderEmail, hasMoney: boolean): EmailContent => ({
  ...about(order),
  subject: `Your order ${order.orderNumber} was not paid in time`,
  paragraphs: hasMoney
    ? [
        `Your order was not paid in full in time, and is cancelled.${creditBack(order)}`,
        'We are still looking into the payment that came for it, and write or call you about it. Please do not pay again.',
      ]
    : [
        `Your order was not paid in time and is cancelled. Nothing was taken.${creditBack(order)}`,
        'Has the money left your account all the same? Then you need not do anything: as soon as it reaches us your order comes back, or we give your money back.',
      ],
  button: hasMoney
    ? about(order).button
    : { label: 'See your order, and order it again', url: order.url },
  after: [
    ...(hasMoney ? [] : ['Have you ordered anew since? This is about the earlier order alone.']),
    `Questions? Call us: ${settings().supportPhone}`,
  ],
})

/** Everything that was pre-ordered has arrived at the shop. */
export const preorderArrivedEmail = (order: OrderEmail): EmailContent => ({
  ...about(order),
  subject: `Your pre-order ${order.orderNumber} has arrived`,
  paragraphs: [
    isPickup(order)
      ? 'Your pre-order has arrived in our shop; we pack it next, and write when it is ready for pickup.'
      : 'Your pre-order has arrived in our shop; we send it next.',
  ],
})

/** The order is on the way, or ready for collection at the shop. */
export const orderShippedEmail = (order: OrderEmail): EmailContent => ({
  ...about(order),
  subject: `Your order ${order.orderNumber} is ${isPickup(order) ? 'ready for pickup' : 'on the way'}`,
  paragraphs: [
    isPickup(order)
      ? `Your order is ready for pickup! Collect it at ${formatCollectAt(order)}.`
      : `Your order is on the way! ${arrivalOf(order)}`,
    ...codeWords(order),
  ],
})

/** The days that the order promised; for an order that left after them, the shop's general delivery time. */
function arrivalOf(order: OrderEmail) {
  const { dueFrom: from, dueTo: to } = order
  return from && to && !leftLate(order, order.shippedAt)
    ? `It arrives ${formatDays({ from, to })}.`
    : 'Expected delivery within 2-3 business days.'
}

export const codeWords = ({ releaseCode }: OrderEmail) =>
  releaseCode
    ? [
        `Say the code ${releaseCode} when you get the parcel: it is given to nobody without it. Who collects it for you needs the code, too.`,
      ]
    : []

/** The waybill number came after the email that the order is on the way. */
export const orderWaybillEmail = (order: OrderEmail): EmailContent => ({
  ...about(order),
  subject: `The waybill of your order ${order.orderNumber}`,
  paragraphs: [
    `Your order is on the way, and ${order.courierName} has given your parcel a number: ${order.waybill}. Name it when you ask the courier.`,
    ...codeWords(order),
  ],
})

export const orderDeliveredEmail = (order: OrderEmail): EmailContent => ({
  ...about(order),
  subject: `Your order ${order.orderNumber} was delivered`,
  paragraphs: ['Order delivered successfully! We hope you wear it often.'],
})

/** The shop has cancelled an order; a customer who has paid learns that the money is not forgotten. */
export const orderCancelledEmail = (order: OrderEmail, isPaid: boolean): EmailContent => ({
  ...about(order),
  subject: `Your order ${order.orderNumber} was cancelled`,
  paragraphs: [
    `We have cancelled your order.${creditBack(order)}`,
    isPaid
      ? 'You have paid for it, so we give your money back. We write or call you about it.'
      : 'Nothing more is due for it. Should you have paid meanwhile, we give your money back.',
  ],
  after: [`Was this a surprise? Call us: ${settings().supportPhone}`],
})

/** Requested on Track Your Order by whoever knows number and email address. */
export const orderLinkEmail = (order: OrderEmail): EmailContent => ({
  ...about(order),
  subject: `The link to your order ${order.orderNumber}`,
  paragraphs: [
    `Here is the link to your order ${order.orderNumber}. Whoever has it sees what is in the order and where it is: pass it on with care.`,
  ],
  after: ['You did not ask for it? Then you need not do anything.'],
})

type Answered = Pick<OrderEmail, 'firstName' | 'orderNumber' | 'url'>

/** The shop's answer to a message about an order, a message that nobody asked for, or a prepared notice. */
export const orderAnswerEmail = (
  order: OrderEmail,
  text: string,
  kind: 'answer' | 'message' | OrderNotice,
): EmailContent => ({
  ...about(order),
  subject: `About your order ${order.orderNumber}`,
  paragraphs: [
    kind === 'answer'
      ? `You wrote to us about your order ${order.orderNumber}. This is our answer:`
      : `About your order ${order.orderNumber}:`,
    text,
  ],
  button: {
    label: kind === 'pay-link' ? 'Pay your order' : 'See your order, and answer there',
    url: order.url,
  },
})

/** The same answer as a chat message, which staff send from the shop's phone. */
export const writeAnswerChat = (order: Answered, text: string): string =>
  [
    `${hello(order.firstName)} this is ${settings().name}, about your order ${order.orderNumber}.`,
    text,
    order.url,
  ].join('\n\n')
