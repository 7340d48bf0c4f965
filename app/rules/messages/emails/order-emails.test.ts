import { expect, test } from 'vitest'
import { order as paid } from '../../../../tests/support/emails/order-email.ts'
import { SHOP } from '../../../shop.ts'
import { type EmailContent, writeAsText } from './content.ts'
import * as orders from './orders.ts'
import * as parcels from './parcels.ts'
import * as refunds from './refunds.ts'
import * as returns from './returns.ts'
import * as reviews from './reviews.ts'

const order: orders.OrderEmail = {
  ...paid,
  status: 'delivered',
  shippedAt: new Date('2026-11-21T09:00:00Z'),
  deliveredAt: new Date('2026-11-23T09:00:00Z'),
  waybill: 'SC 77',
}
const sent = {
  courierName: 'Bike Riders',
  waybill: 'SC 77',
  shippedAt: new Date('2026-11-21T09:00:00Z'),
  lines: order.lines,
  follows: [],
}
const asked = { url: 'https://shop.example/reviews/new', leaveUrl: 'https://shop.example/leave' }

/** Every email about an order. */
const EMAILS: Record<string, EmailContent> = {
  orderPaidEmail: orders.orderPaidEmail(order),
  orderReviewEmail: orders.orderReviewEmail(order),
  orderExpiredEmail: orders.orderExpiredEmail(order, false),
  preorderArrivedEmail: orders.preorderArrivedEmail(order),
  orderShippedEmail: orders.orderShippedEmail(order),
  orderWaybillEmail: orders.orderWaybillEmail(order),
  orderDeliveredEmail: orders.orderDeliveredEmail(order),
  orderCancelledEmail: orders.orderCancelledEmail(order, true),
  orderLinkEmail: orders.orderLinkEmail(order),
  orderAnswerEmail: orders.orderAnswerEmail(order, 'We send one.', 'answer'),
  orderParcelEmail: parcels.orderParcelEmail(order, { ...sent, number: 1 }),
  orderRefundedEmail: refunds.orderRefundedEmail(order, { amount: 5000, way: 'bank' }),
  returnEmail: returns.returnEmail(order, 'received', { answer: null, isExchange: false }),
  askForReviewEmail: reviews.askForReviewEmail(order, asked),
}

test('every email about an order is listed here', () => {
  const made = Object.keys({ ...orders, ...parcels, ...refunds, ...returns, ...reviews })
  expect(Object.keys(EMAILS).sort()).toEqual(made.filter((name) => name.endsWith('Email')).sort())
})

test.each(Object.entries(EMAILS))(
  '%s shows the order in the common block, and links to it',
  (_, email) => {
    expect(email.to).toBe(order.to)
    expect(email.block).toEqual({
      title: 'Order FSC-2026-000001',
      facts: [
        ['Status', 'Delivered'],
        ['Placed', 'Nov 20, 2026'],
        ['Shipped', 'Nov 21, 2026'],
        ['Delivered', 'Nov 23, 2026'],
        ['Courier', 'Bike Riders'],
        ['Waybill', 'SC 77'],
        ['Deliver to', 'Chisomo Banda, Plot 12, Ndirande, Blantyre'],
        ['Payment', 'Paid Nov 20, 2026'],
      ],
      lines: [['2 × Wrap Dress (Size M, Red)', 'MK\u00a040,000', { productId: '1', color: 'Red' }]],
      sums: [
        ['Subtotal', 'MK\u00a040,000'],
        ['Discount (ZIKOMO)', '−MK\u00a05,000'],
        ['Delivery by Bike Riders', 'Included (MK\u00a02,000)'],
        ['Total', 'MK\u00a037,000'],
      ],
    })
    expect(writeAsText(email)).toContain(order.url)
    expect(writeAsText(email)).toContain(SHOP.phones[0])
  },
)

test('the email that asks for a review links to the review page, and to unsubscribing', () => {
  const { button, unsubscribeUrl } = EMAILS['askForReviewEmail'] ?? {}
  expect([button?.url, unsubscribeUrl]).toEqual([asked.url, asked.leaveUrl])
})

test.each([
  ['answer', 'You wrote to us about your order', 'See your order, and answer there'],
  ['message', 'About your order', 'See your order, and answer there'],
  ['return', 'About your order', 'See your order, and answer there'],
  ['pay-link', 'About your order', 'Pay your order'],
] as const)(
  'the email with staff’s own text, as an %s, begins with “%s” and leads on with “%s”',
  (kind, begin, label) => {
    const { paragraphs, button } = orders.orderAnswerEmail(order, 'We send one.', kind)
    expect(paragraphs[0]?.startsWith(begin)).toBe(true)
    expect(paragraphs[1]).toBe('We send one.')
    expect(button?.label).toBe(label)
  },
)

test.each([
  ['a paid', orders.orderPaidEmail],
  ['a shipped', orders.orderShippedEmail],
])('the email of %s order tells the release code, and what it is for', (_, write) => {
  const email = writeAsText(write({ ...order, status: 'processing', releaseCode: '0427' }))
  expect(email).toContain('Release code: 0427')
  expect(email).toContain('Say the code 0427 when you get the parcel')
  expect(writeAsText(write({ ...order, releaseCode: null }))).not.toMatch(/code/i)
})
