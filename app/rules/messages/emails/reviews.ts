import { settings } from '../../settings/settings.ts'
import type { EmailContent } from './content.ts'
import { about, type OrderEmail } from './orders.ts'

/** Sent once for each order, some days after its delivery; `url` is the page for the review. */
export const askForReviewEmail = (
  order: OrderEmail,
  { url, leaveUrl }: { url: string; leaveUrl: string },
): EmailContent => ({
  ...about(order),
  subject: `How do you like what you ordered from ${settings().name}?`,
  paragraphs: [
    'Your order has been with you for some days. Does it fit, and is it as you thought? A few words and stars help others to choose, and us to get better.',
  ],
  button: { label: 'Write a review', url },
  after: [
    `See your order:\n${order.url}`,
    'We ask once for each order.',
    `Rather not be asked? Unsubscribe with this link:\n${leaveUrl}`,
  ],
  unsubscribeUrl: leaveUrl,
})
