import { settings } from '../../settings/settings.ts'
import { formatChoice } from '../words/choice.ts'
import { type EmailContent, hello } from './content.ts'
import type { OrderEmail } from './orders.ts'

type DeliveredOrder = Pick<OrderEmail, 'to' | 'firstName' | 'orderNumber' | 'lines' | 'url'> & {
  leaveUrl: string
}

/** Once for each order, some days after it was delivered. */
export const askForReviewEmail = (order: DeliveredOrder): EmailContent => ({
  to: order.to,
  subject: `How do you like what you ordered from ${settings().name}?`,
  greeting: hello(order.firstName),
  paragraphs: [
    'Your order has been with you for some days. Does it fit, and is it as you thought? A few words and stars help others to choose, and us to get better.',
  ],
  block: {
    title: `Order ${order.orderNumber}`,
    facts: [],
    lines: order.lines.map(({ name, productId, ...line }) => [
      name,
      formatChoice(line),
      { productId, color: line.color },
    ]),
    sums: [],
  },
  button: { label: 'Write a review', url: order.url },
  after: [
    'We ask once for each order.',
    `Rather not be asked? Unsubscribe with this link:\n${order.leaveUrl}`,
  ],
  unsubscribeUrl: order.leaveUrl,
})
