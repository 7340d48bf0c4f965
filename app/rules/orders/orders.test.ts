import { expect, test } from 'vitest'
import { PICKUP_ID } from '../../shop.ts'
import {
  addressKeyOf,
  formatTown,
  isDistrict,
  isPackable,
  isReleasable,
  isUnderReview,
  isWaiting,
  maskAddress,
  mayRelease,
  NO_ADDRESS,
  ORDER_REVIEW_REASONS,
  ORDER_STATUSES,
  type OrderStatus,
  outcomeOf,
  WAITING_STATES,
} from './orders.ts'

test('the shop delivers to the 29 districts and nowhere else', () => {
  expect(isDistrict('Nkhata Bay')).toBe(true)
  expect(isDistrict('nkhata bay')).toBe(false)
  expect(isDistrict('Lusaka')).toBe(false)
})

test('an address has one key, in whatever spelling it was typed', () => {
  const place = { firstName: '', lastName: '', phone: '', city: 'Blantyre', district: 'Blantyre' }
  const key = addressKeyOf({ ...place, address: 'Plot 4, Sunnyside' })
  expect(addressKeyOf({ ...place, address: ' plot 4 SÚNNYSIDE. ', city: 'blantyre ' })).toBe(key)
  expect(addressKeyOf({ ...place, address: 'Plot 44, Sunnyside' })).not.toBe(key)
  expect(addressKeyOf({ ...place, address: 'Plot 4, Sunnyside', city: 'Zomba' })).not.toBe(key)
})

test('a cashier hands over only what is collected here: no part that another courier delivers', () => {
  const paidAt = new Date(0)
  const order = { courierId: PICKUP_ID, courierName: 'Pickup', paidAt }
  const here = { courierName: 'Pickup', deliveredAt: null }
  const away = { courierName: 'Speed', deliveredAt: null }
  const gone = { courierName: 'Speed', deliveredAt: paidAt }
  const may = (status: 'processing' | 'shipped', ...parts: (typeof here | typeof gone)[]) =>
    mayRelease('cashier', { ...order, status }, parts)
  for (const status of ['processing', 'shipped'] as const) {
    expect(may(status, here, gone)).toBe(true)
    expect(may(status, here, away)).toBe(false)
    expect(may(status, gone)).toBe(true)
  }
  expect([may('processing'), may('shipped')]).toEqual([false, true])
})

test('only an order in processing is packed, and until it is delivered its parcel is handed over', () => {
  expect(ORDER_STATUSES.filter((status) => isPackable({ status }))).toEqual(['processing'])
  expect(ORDER_STATUSES.filter((status) => isReleasable({ status }))).toEqual([
    'processing',
    'shipped',
  ])
})

test('admins hand over any parcel, cashiers only a paid one that is collected here, customers none', () => {
  const order = { courierId: PICKUP_ID, courierName: 'Pickup', paidAt: new Date(0) }
  const statusesOf = (role: Parameters<typeof mayRelease>[0], change: object = {}) =>
    ORDER_STATUSES.filter((status) => mayRelease(role, { ...order, status, ...change }, []))
  for (const role of ['admin', 'super_admin'] as const)
    expect(statusesOf(role, { courierId: 'speed', paidAt: null })).toEqual([
      'processing',
      'shipped',
    ])
  expect(statusesOf('cashier')).toEqual(['shipped'])
  expect(statusesOf('cashier', { courierId: 'speed' })).toEqual([])
  expect(statusesOf('cashier', { paidAt: null })).toEqual([])
  expect(statusesOf('customer')).toEqual([])
  const part = { courierName: 'Pickup', deliveredAt: null }
  for (const status of ['pending', 'delivered', 'cancelled'] as const)
    expect(mayRelease('cashier', { ...order, status }, [part]), status).toBe(false)
})

const PAID = { paidAt: new Date(0) }
const REVIEWED = { reviewReason: 'underpaid' }
test.each([
  ['pending', {}, 'waiting'],
  ['pending', REVIEWED, 'under-review'],
  ['pending', PAID, 'paid'],
  ['pending', { ...PAID, ...REVIEWED }, 'paid'],
  ['processing', {}, 'paid'],
  ['delivered', REVIEWED, 'paid'],
  ['cancelled', {}, 'closed'],
  ['cancelled', REVIEWED, 'under-review'],
  ['cancelled', PAID, 'under-review'],
  // 1,000 less 200 of store credit came in money, and 100 more by returned pieces.
  ['cancelled', { ...PAID, refundedAmount: 899 }, 'under-review'],
  ['cancelled', { ...PAID, refundedAmount: 900 }, 'closed'],
  ['cancelled', { ...PAID, ...REVIEWED, refundedAmount: 900 }, 'under-review'],
] as const)('the payment of an order that is %s with %j shows as %s', (status, change, outcome) => {
  const order = { status, paidAt: null, reviewReason: null, totalAmount: 1000, creditAmount: 200 }
  expect(outcomeOf({ ...order, coveredAmount: 100, refundedAmount: 0, ...change })).toBe(outcome)
})

test('an order waits for its payment, or is under review, only while it is pending and unpaid', () => {
  const all = (change: object) =>
    ORDER_STATUSES.map((status: OrderStatus) => {
      const order = { status, paidAt: null, reviewReason: null, anonymizedAt: null, ...change }
      return isWaiting(order) ? 'waiting' : isUnderReview(order) ? 'review' : null
    })
  const rest = [null, null, null, null]
  expect(all({})).toEqual(['waiting', ...rest])
  expect(all({ anonymizedAt: new Date(0) })).toEqual([null, ...rest])
  expect(all(REVIEWED)).toEqual(['review', ...rest])
  for (const change of [PAID, { ...PAID, ...REVIEWED }])
    expect(all(change)).toEqual([null, ...rest])
})

test('the holder of a link sees first name, initial, place and the end of the number', () => {
  const address = {
    firstName: 'Mary',
    lastName: '𝒫hiri',
    phone: '+265991234567',
    address: 'Plot 4',
    city: 'Limbe',
    district: 'Blantyre',
  }
  expect(maskAddress(address)).toEqual({
    ...address,
    lastName: '𝒫.',
    phone: '••• 567',
    address: '',
  })
  expect(maskAddress(NO_ADDRESS)).toEqual(NO_ADDRESS)
  const none = { firstName: '', lastName: '', phone: '', address: '', city: '', district: '' }
  expect(NO_ADDRESS).toEqual(none)
  expect(addressKeyOf({ ...address, address: 'Plot 4-É' })).toBe('plot4e limbe blantyre')
})

test('orders have these statuses, reasons of a review and filters', () => {
  expect(ORDER_STATUSES).toEqual(['pending', 'processing', 'shipped', 'delivered', 'cancelled'])
  expect(ORDER_REVIEW_REASONS).toEqual([
    'paid-late',
    'underpaid',
    'paid-too-much',
    'paid-without-stock',
    'paid-twice',
    'not-live-money',
  ])
  expect(WAITING_STATES).toEqual([
    'payment',
    'packing',
    'shipping',
    'review',
    'preorders',
    'refunds',
    'returns',
  ])
})

test('a city with its district’s name is written once, as the district is', () => {
  expect(formatTown({ city: 'Blantyre', district: 'Blantyre' })).toBe('Blantyre')
  expect(formatTown({ city: ' blantyre ', district: 'Blantyre' })).toBe('Blantyre')
  expect(formatTown({ city: 'Limbe', district: 'Blantyre' })).toBe('Limbe, Blantyre')
  // An order that was anonymized has neither.
  expect(formatTown({ city: '', district: '' })).toBe('')
})
