import { expect, test } from 'vitest'
import { bannerOf, dateLine } from './orders.ts'

const order = {
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
  expect(bannerOf('shipped')).toEqual({
    title: 'Your order is on the way!',
    text: 'Expected delivery within 2-3 business days',
  })
  expect(bannerOf('delivered')).toEqual({ title: 'Order delivered successfully!' })
  expect(bannerOf('processing')).toBeNull()
})
