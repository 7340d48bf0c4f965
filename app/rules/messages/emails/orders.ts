import { SHOP } from '../../../shop.ts'
import { formatKwacha } from '../../money.ts'
import { formatDelivery } from '../words/checkout.ts'
import { formatChoice } from '../words/choice.ts'
import { type EmailContent, hello } from './content.ts'

export type OrderEmail = {
  to: string
  firstName: string
  orderNumber: string
  lines: {
    name: string
    size: string | null
    color: string | null
    quantity: number
    total: number
  }[]
  discountAmount: number
  isFreeDelivery: boolean
  courierName: string
  waybill: string | null
  totalAmount: number
  url: string
}

function orderLines(order: OrderEmail) {
  const subtotal = order.lines.reduce((sum, line) => sum + line.total, 0)
  return [
    ...order.lines.map((line) => {
      const choice = formatChoice(line)
      return `${line.quantity} × ${line.name}${choice ? ` (${choice})` : ''}: ${formatKwacha(line.total)}`
    }),
    ...(order.discountAmount > 0
      ? [`Subtotal: ${formatKwacha(subtotal)}`, `Discount: ${formatKwacha(-order.discountAmount)}`]
      : []),
    `Delivery by ${order.courierName}: ${formatDelivery({ ...order, subtotal })}`,
    `Total: ${formatKwacha(order.totalAmount)}`,
    ...(order.waybill ? [`Waybill of ${order.courierName}: ${order.waybill}`] : []),
  ].join('\n')
}

export const orderPaidEmail = (order: OrderEmail): EmailContent => ({
  to: order.to,
  subject: `Your order ${order.orderNumber} is ${order.totalAmount > 0 ? 'paid' : 'placed'}`,
  greeting: hello(order.firstName),
  paragraphs: [
    order.totalAmount > 0
      ? 'Thank you for your purchase! We have your payment and are packing:'
      : 'Thank you for your purchase! There is nothing to pay, and we are packing:',
    orderLines(order),
  ],
  button: { label: 'See your order', url: order.url },
})

export const orderShippedEmail = (order: OrderEmail): EmailContent => ({
  to: order.to,
  subject: `Your order ${order.orderNumber} is on the way`,
  greeting: hello(order.firstName),
  paragraphs: [
    'Your order is on the way! Expected delivery within 2-3 business days.',
    orderLines(order),
  ],
  button: { label: 'See your order', url: order.url },
})

/** The number of the parcel came after the email that it is on the way. */
export const orderWaybillEmail = (order: OrderEmail): EmailContent => ({
  to: order.to,
  subject: `The waybill of your order ${order.orderNumber}`,
  greeting: hello(order.firstName),
  paragraphs: [
    `Your order is on the way, and ${order.courierName} has given your parcel a number: ${order.waybill}. Name it when you ask the courier.`,
    orderLines(order),
  ],
  button: { label: 'See your order', url: order.url },
})

export const orderDeliveredEmail = (order: OrderEmail): EmailContent => ({
  to: order.to,
  subject: `Your order ${order.orderNumber} was delivered`,
  greeting: hello(order.firstName),
  paragraphs: ['Order delivered successfully! We hope you wear it often.', orderLines(order)],
  button: { label: 'See your order', url: order.url },
})

/** The shop has cancelled an order; whoever has paid hears that their money is not forgotten. */
export const orderCancelledEmail = (order: OrderEmail, isPaid: boolean): EmailContent => ({
  to: order.to,
  subject: `Your order ${order.orderNumber} was cancelled`,
  greeting: hello(order.firstName),
  paragraphs: [
    'We have cancelled your order:',
    orderLines(order),
    isPaid
      ? 'You have paid for it, so we give your money back. We write or call you about it.'
      : 'Nothing more is due for it. Should you have paid meanwhile, we give your money back.',
  ],
  button: { label: 'See your order', url: order.url },
  after: [`Was this a surprise? Call us: ${SHOP.supportPhone}`],
})

/** Asked for on Track Your Order, by whoever knows number and email. */
export const orderLinkEmail = (
  order: Pick<OrderEmail, 'to' | 'firstName' | 'orderNumber' | 'url'>,
): EmailContent => ({
  to: order.to,
  subject: `The link to your order ${order.orderNumber}`,
  greeting: hello(order.firstName),
  paragraphs: [
    `Here is the link to your order ${order.orderNumber}. Whoever has it sees what is in the order and where it is: pass it on with care.`,
  ],
  button: { label: 'See your order', url: order.url },
  after: ['You did not ask for it? Then you need not do anything.'],
})

type Answered = Pick<OrderEmail, 'firstName' | 'orderNumber' | 'url'>

/** What the shop answers to a message about an order. */
export const orderAnswerEmail = (
  order: Answered & Pick<OrderEmail, 'to'>,
  text: string,
): EmailContent => ({
  to: order.to,
  subject: `About your order ${order.orderNumber}`,
  greeting: hello(order.firstName),
  paragraphs: [`You wrote to us about your order ${order.orderNumber}. This is our answer:`, text],
  button: { label: 'See your order, and answer there', url: order.url },
})

/** The same in a chat, which staff send from the shop's phone. */
export const writeAnswerChat = (order: Answered, text: string): string =>
  [
    `${hello(order.firstName)} this is ${SHOP.name}, about your order ${order.orderNumber}.`,
    text,
    order.url,
  ].join('\n\n')
