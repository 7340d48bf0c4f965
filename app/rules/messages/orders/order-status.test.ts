import { expect, test } from 'vitest'
import { PICKUP_ID } from '../../../shop.ts'
import { listedDates } from './order-facts.ts'
import { bannerOf, statusWords } from './words.ts'

const order = {
  courierId: 'bike-riders',
  createdAt: '2026-11-01T08:00:00Z',
  shippedAt: '2026-11-02T08:00:00Z',
  deliveredAt: '2026-11-04T08:00:00Z',
  cancelledAt: '2026-11-05T08:00:00Z',
}

test('a list shows when an order was placed, and when it was delivered, shipped or cancelled, by its status', () => {
  expect(listedDates({ ...order, status: 'delivered' })).toEqual([
    ['Placed', 'Nov 01, 2026'],
    ['Delivered', 'Nov 04, 2026'],
  ])
  expect(listedDates({ ...order, status: 'shipped' })[1]).toEqual(['Shipped', 'Nov 02, 2026'])
  expect(listedDates({ ...order, status: 'cancelled' })[1]).toEqual(['Cancelled', 'Nov 05, 2026'])
})

test('a listed order that is being packed, or has no timestamp, is expected and processing', () => {
  const expected = ['Expected', 'Processing']
  for (const status of ['pending', 'processing'] as const)
    expect(listedDates({ ...order, status })[1]).toEqual(expected)
  expect(listedDates({ ...order, status: 'shipped', shippedAt: null })[1]).toEqual(expected)
})

test('the banners of a shipped and a delivered order have the specification’s words', () => {
  expect(bannerOf({ ...order, status: 'shipped' })).toEqual({
    title: 'Your order is on the way!',
    text: 'Expected delivery within 2-3 business days',
  })
  expect(bannerOf({ ...order, status: 'delivered' })).toEqual({
    title: 'Order delivered successfully!',
  })
  expect(bannerOf({ ...order, status: 'processing' })).toBeNull()
})

test('an order for collection at the shop is ready where others are shipped', () => {
  const pickup = { ...order, courierId: PICKUP_ID, status: 'shipped' as const }
  expect(statusWords(pickup)).toBe('Ready for pickup')
  expect(statusWords({ ...pickup, status: 'processing' })).toBe('Processing')
  expect(bannerOf(pickup)).toEqual({ title: 'Your order is ready for pickup!' })
  expect(listedDates(pickup)[1]?.[0]).toBe('Ready')
})
