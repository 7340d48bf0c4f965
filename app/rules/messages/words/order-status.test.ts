import { expect, test } from 'vitest'
import { PICKUP_ID } from '../../../shop.ts'
import { bannerOf, dateLine, statusWords } from './orders.ts'

const order = {
  courierId: 'bike-riders',
  createdAt: '2026-11-01T08:00:00Z',
  shippedAt: '2026-11-02T08:00:00Z',
  deliveredAt: '2026-11-04T08:00:00Z',
  cancelledAt: '2026-11-05T08:00:00Z',
}

test('an order shows when it was delivered, shipped or cancelled, whichever it is now', () => {
  expect(dateLine({ ...order, status: 'delivered' })).toEqual({
    label: 'Delivered',
    text: 'Nov 04, 2026',
  })
  expect(dateLine({ ...order, status: 'shipped' }).label).toBe('Shipped')
  expect(dateLine({ ...order, status: 'cancelled' }).text).toBe('Nov 05, 2026')
})

test('an order that is being packed, or whose date was never stamped, is expected and processing', () => {
  for (const status of ['pending', 'processing'] as const)
    expect(dateLine({ ...order, status })).toEqual({ label: 'Expected', text: 'Processing' })
  expect(dateLine({ ...order, status: 'shipped', shippedAt: null }).label).toBe('Expected')
})

test('the banners of a shipped and a delivered order say what the specification says', () => {
  expect(bannerOf({ ...order, status: 'shipped' })).toEqual({
    title: 'Your order is on the way!',
    text: 'Expected delivery within 2-3 business days',
  })
  expect(bannerOf({ ...order, status: 'delivered' })).toEqual({
    title: 'Order delivered successfully!',
  })
  expect(bannerOf({ ...order, status: 'processing' })).toBeNull()
})

test('what is collected at the shop is ready where others are shipped', () => {
  const pickup = { ...order, courierId: PICKUP_ID, status: 'shipped' as const }
  expect(statusWords(pickup)).toBe('Ready for pickup')
  expect(statusWords({ ...pickup, status: 'processing' })).toBe('Processing')
  expect(bannerOf(pickup)).toEqual({ title: 'Your order is ready for pickup!' })
  expect(dateLine(pickup).label).toBe('Ready')
})
