import { expect, test } from 'vitest'
import { order } from '../../../tests/support/emails/order-email.ts'
import { confirmAddressEmail } from '../../rules/messages/emails/accounts.ts'
import { confirmNewsletterEmail } from '../../rules/messages/emails/newsletter.ts'
import {
  orderPaidEmail,
  orderReviewEmail,
  orderShippedEmail,
} from '../../rules/messages/emails/orders.ts'
import { SHOP } from '../../shop.ts'
import { renderEmail } from './render-email.server.ts'

test('the email of an order shows its sizes, and how its total is made up', () => {
  const { text, html = '' } = renderEmail(orderPaidEmail({ ...order, waybill: 'SC 77' }))
  for (const cell of ['Wrap Dress (Size M, Red)', '>SC 77<', '>MK\u00a037,000<', '>Nov 20, 2026<'])
    expect(html).toContain(cell)
  for (const line of [
    'Order FSC-2026-000001\nStatus: Processing\nPlaced: Nov 20, 2026',
    'Deliver to: Chisomo Banda, Plot 12, Ndirande, Blantyre\nPayment: Paid Nov 20, 2026',
    'Waybill: SC 77',
    '2 × Wrap Dress (Size M, Red): MK\u00a040,000',
    'Subtotal: MK\u00a040,000',
    'Discount (ZIKOMO): −MK\u00a05,000',
    'Delivery by Bike Riders: Included (MK\u00a02,000)',
    'Total: MK\u00a037,000',
  ])
    expect(text).toContain(line)
})

test('the email of a shipped order shows its promised days while they are in the future', () => {
  const due = { dueFrom: '2026-11-23', dueTo: '2026-11-24', status: 'shipped' as const }
  const sent = (shippedAt: string, days = due) =>
    renderEmail(orderShippedEmail({ ...order, ...days, shippedAt: new Date(shippedAt) })).text
  expect(sent('2026-11-23T09:00:00Z')).toContain('It arrives Mon 23 to Tue 24 Nov.')
  expect(sent('2026-11-24T21:30:00Z')).toContain('It arrives')
  expect(sent('2026-11-24T22:30:00Z')).toContain('within 2-3 business days')
  expect(renderEmail(orderShippedEmail({ ...order, status: 'shipped' })).text).toContain(
    'within 2-3 business days',
  )
})

test('the email of an order under review neither asks for money nor promises a day', () => {
  const { text } = renderEmail(
    orderReviewEmail({
      ...order,
      status: 'pending',
      paidAt: null,
      reviewReason: 'underpaid',
      dueFrom: '2026-11-23',
      dueTo: '2026-11-24',
    }),
  )
  expect(text).toContain('Status: Checking your payment')
  expect(text).not.toMatch(/Awaiting|Not paid|Arrives/)
})

test('an amount is never broken, a long waybill may be', () => {
  const { html = '' } = renderEmail(orderPaidEmail({ ...order, waybill: 'SC 77' }))
  const styleOf = (value: string) => new RegExp(`<td style="([^"]+)">${value}<`).exec(html)?.[1]
  for (const amount of ['MK\u00a040,000', '−MK\u00a05,000', 'MK\u00a037,000'])
    expect(styleOf(amount)).toContain('overflow-wrap:normal')
  expect(styleOf('SC 77')).toContain('overflow-wrap:anywhere')
})

test('an email is as wide as the phone that shows it, and has a title', () => {
  const { html } = renderEmail(
    confirmAddressEmail('a@example.com', 'Ada', 'https://shop.example/confirm'),
  )
  expect(html).toMatch(/^<!doctype html><html lang="en"><head>/)
  expect(html).toContain('<meta name="viewport" content="width=device-width,initial-scale=1"/>')
  expect(html).toMatch(/<title>Confirm your email for [^<]+<\/title>/)
})

test('the HTML of an email has the same content as its text, row by row', () => {
  const { text, html = '' } = renderEmail(
    confirmNewsletterEmail('a@example.com', 'https://shop.example/yes', 'https://shop.example/no'),
  )
  const shown = html
    .replace(/<head>.*<\/head>/, '')
    .replaceAll('<br/>', '\n')
    .replace(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>/, '$2:\n$1')
    .replaceAll('</p>', '\n\n')
    .replaceAll(/<[^>]+>/g, '')
  expect(shown.trim()).toBe(text)
  expect(text).toContain('Unsubscribe here:\nhttps://shop.example/no\n\n')
  expect(text.endsWith(`${SHOP.address.at(-1)}\n${SHOP.phones[0]}`)).toBe(true)
})

test("a customer's typed text stays text in the HTML of an email, never an element or attribute", () => {
  const hostile = `"><img src=x onerror=alert(1)>&'`
  const content = orderPaidEmail({
    ...order,
    lines: [{ productId: '1', name: hostile, size: hostile, color: null, quantity: 1, total: 1 }],
    url: `https://shop.example/?q=${hostile}`,
  })
  const { html = '' } = renderEmail({ ...content, subject: hostile, greeting: hostile })
  expect(html).not.toMatch(/<img|<title>[^<]*<(?!\/title>)/)
  expect(html.match(/&quot;&gt;&lt;img src=x onerror=alert\(1\)&gt;&amp;&#x27;/g)).toHaveLength(5)
})

test('items have their pictures beside them, whose room stays empty until they are loaded', () => {
  const line = order.lines[0]
  if (!line) throw new Error('no line')
  const content = orderPaidEmail({ ...order, lines: [line, { ...line, name: 'Belt' }] })
  const picture = {
    src: 'https://shop.example/files/products/a-160.jpg',
    alt: 'Red wrap dress "worn"',
    tint: '#aabbcc',
    note: 'Picture shows Red',
  }
  const { html = '', text } = renderEmail(content, [picture, null])
  expect(html).toMatch(
    /<img src="https:\/\/shop\.example\/files\/products\/a-160\.jpg" alt="Red wrap dress &quot;worn&quot;" width="48" height="60"/,
  )
  expect(html).toContain('Picture shows Red')
  // A line without a picture keeps the column, so that the names stay aligned.
  expect(html.match(/<td width="48"/g)).toHaveLength(2)
  expect(html.match(/<img /g)).toHaveLength(1)
  expect(text).not.toContain('Picture shows')
  expect(renderEmail(content).html).not.toContain('<td width="48"')
})
