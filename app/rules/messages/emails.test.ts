import { expect, test } from 'vitest'
import { confirmAddressLetter, orderPaidLetter } from './emails.ts'

test('the letter of an order says its sizes, and its sum can be followed', () => {
  const { text } = orderPaidLetter({
    to: 'chisomo@example.com',
    firstName: 'Chisomo',
    orderNumber: 'FSC-2026-000001',
    lines: [{ name: 'Wrap Dress', size: 'M', color: 'Red', quantity: 2, total: 40_000 }],
    discountAmount: 5000,
    isFreeDelivery: false,
    courierName: 'Bike Riders',
    totalAmount: 37_000,
    url: 'https://shop.example/orders',
  })
  for (const line of [
    '2 × Wrap Dress (Size M, Red): MK\u00a040,000',
    'Subtotal: MK\u00a040,000',
    'Discount: −MK\u00a05,000',
    'Delivery by Bike Riders: Included (MK\u00a02,000)',
    'Total: MK\u00a037,000',
  ])
    expect(text).toContain(line)
})

test('an email is as wide as the phone that it is read on, and names itself', () => {
  const { html } = confirmAddressLetter('a@example.com', 'Ada', 'https://shop.example/confirm')
  expect(html).toContain('<meta name="viewport" content="width=device-width,initial-scale=1">')
  expect(html).toMatch(/<title>Confirm your email for [^<]+<\/title>/)
})
