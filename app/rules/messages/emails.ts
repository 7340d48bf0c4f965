import { SHOP } from '../../shop.ts'
import { sayChoice } from '../catalogue/products.ts'
import { sayDelivery } from '../checkout/quote.ts'
import { formatKwacha } from '../money.ts'

/** `unsubscribeUrl`: leaves the list this letter is for, by a plain POST (RFC 8058). */
export type Letter = {
  to: string
  subject: string
  text: string
  html?: string
  unsubscribeUrl?: string
}

type Draft = {
  to: string
  subject: string
  greeting: string
  lines: string[]
  button?: { label: string; url: string }
  after?: string[]
}

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** One letter in the shop's voice, as plain text and as plain HTML. */
function write({ to, subject, greeting, lines, button, after = [] }: Draft): Letter {
  const signature = [SHOP.name, ...SHOP.address, SHOP.supportPhone]
  const text = [
    greeting,
    ...lines,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...after,
    signature.join('\n'),
  ].join('\n\n')
  const p = (line: string) =>
    `<p style="margin:0 0 16px">${escape(line).replaceAll('\n', '<br>')}</p>`
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(subject)}</title></head><body style="margin:0;background:#f7f1e6;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1d1814"><div style="max-width:520px;margin:auto;background:#fffdf9;padding:32px;border-top:6px solid #a8371f">${[
    p(greeting),
    ...lines.map(p),
    button
      ? `<p style="margin:24px 0"><a href="${escape(button.url)}" style="background:#a8371f;color:#fff;padding:12px 20px;text-decoration:none;display:inline-block">${escape(button.label)}</a></p>`
      : '',
    ...after.map(p),
    `<p style="margin:24px 0 0;color:#6b5f52;font-size:14px">${signature.map(escape).join('<br>')}</p>`,
  ].join('')}</div></body></html>`
  return { to, subject, text, html }
}

// A stranger signs up with somebody's address: their "name" must not bring an advertisement there.
const FIRST_NAME = /^[\p{L}\p{M}'’-]{1,30}$/u

function hello(name: string) {
  const first = name.trim().split(/\s+/)[0] ?? ''
  return FIRST_NAME.test(first) ? `Hello ${first},` : 'Hello,'
}

export const confirmAddressLetter = (to: string, name: string, url: string) =>
  write({
    to,
    subject: `Confirm your email for ${SHOP.name}`,
    greeting: hello(name),
    lines: [
      'Welcome! Please confirm that this address is yours, and your account is ready.',
      'The page asks for the password that you chose.',
    ],
    button: { label: 'Confirm my email', url },
    after: [
      'The link works for one day. If you did not open an account, ignore this email: without you nobody gets into it.',
    ],
  })

export const alreadyHasAccountLetter = (to: string, name: string, url: string) =>
  write({
    to,
    subject: `You already have an account at ${SHOP.name}`,
    greeting: hello(name),
    lines: [
      'Somebody, most likely you, tried to open an account with this address. You already have one, so you can simply sign in.',
    ],
    button: { label: 'Sign in', url },
    after: [
      'Forgot the password? The sign-in page sends you a new one. If it was not you, nothing has changed.',
    ],
  })

export const resetPasswordLetter = (to: string, name: string, url: string) =>
  write({
    to,
    subject: `Choose a new password for ${SHOP.name}`,
    greeting: hello(name),
    lines: ['You asked for a new password. Choose it here:'],
    button: { label: 'Choose a new password', url },
    after: [
      'The link works for one hour. If you did not ask, ignore this email: your password stays.',
    ],
  })

/** Tells the owner of an account what somebody else may have done. */
export const passwordChangedLetter = (to: string, name: string, resetUrl: string) =>
  write({
    to,
    subject: `Your password for ${SHOP.name} was changed`,
    greeting: hello(name),
    lines: [
      'A new password was just set for your account. All other devices were signed out, and earlier links to choose a password no longer work.',
      `Was it you? Then there is nothing to do. If not, choose a new password at once, and call us: ${SHOP.supportPhone}`,
    ],
    button: { label: 'It was not me: choose a new password', url: resetUrl },
  })

export const confirmNewsletterLetter = (
  to: string,
  confirmUrl: string,
  leaveUrl: string,
): Letter => ({
  ...write({
    to,
    subject: `Yes to the newsletter of ${SHOP.name}?`,
    greeting: 'Hello,',
    lines: ['You asked to hear about new arrivals and sales. One tap and you are on the list.'],
    button: { label: 'Yes, write to me', url: confirmUrl },
    after: [`Changed your mind? Leave with this link:\n${leaveUrl}`],
  }),
  unsubscribeUrl: leaveUrl,
})

export type OrderLetter = {
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
  totalAmount: number
  url: string
}

function orderLines(order: OrderLetter) {
  const subtotal = order.lines.reduce((sum, line) => sum + line.total, 0)
  return [
    ...order.lines.map((line) => {
      const choice = sayChoice(line)
      return `${line.quantity} × ${line.name}${choice ? ` (${choice})` : ''}: ${formatKwacha(line.total)}`
    }),
    ...(order.discountAmount > 0
      ? [`Subtotal: ${formatKwacha(subtotal)}`, `Discount: ${formatKwacha(-order.discountAmount)}`]
      : []),
    `Delivery by ${order.courierName}: ${sayDelivery({ ...order, subtotal })}`,
    `Total: ${formatKwacha(order.totalAmount)}`,
  ].join('\n')
}

export const orderPaidLetter = (order: OrderLetter) =>
  write({
    to: order.to,
    subject: `Your order ${order.orderNumber} is ${order.totalAmount > 0 ? 'paid' : 'placed'}`,
    greeting: hello(order.firstName),
    lines: [
      order.totalAmount > 0
        ? 'Thank you for your purchase! We have your payment and are packing:'
        : 'Thank you for your purchase! There is nothing to pay, and we are packing:',
      orderLines(order),
    ],
    button: { label: 'See your order', url: order.url },
  })

export const orderShippedLetter = (order: OrderLetter) =>
  write({
    to: order.to,
    subject: `Your order ${order.orderNumber} is on the way`,
    greeting: hello(order.firstName),
    lines: [
      'Your order is on the way! Expected delivery within 2-3 business days.',
      orderLines(order),
    ],
    button: { label: 'See your order', url: order.url },
  })

export const orderDeliveredLetter = (order: OrderLetter) =>
  write({
    to: order.to,
    subject: `Your order ${order.orderNumber} was delivered`,
    greeting: hello(order.firstName),
    lines: ['Order delivered successfully! We hope you wear it often.', orderLines(order)],
    button: { label: 'See your order', url: order.url },
  })

/** The shop has cancelled an order; whoever has paid hears that their money is not forgotten. */
export const orderCancelledLetter = (order: OrderLetter, isPaid: boolean) =>
  write({
    to: order.to,
    subject: `Your order ${order.orderNumber} was cancelled`,
    greeting: hello(order.firstName),
    lines: [
      'We have cancelled your order:',
      orderLines(order),
      isPaid
        ? 'You have paid for it, so we give your money back. We write or call you about it.'
        : 'Nothing more is due for it. Should you have paid meanwhile, we give your money back.',
    ],
    button: { label: 'See your order', url: order.url },
    after: [`Was this a surprise? Call us: ${SHOP.supportPhone}`],
  })
