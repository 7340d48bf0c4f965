import { expect, test } from 'vitest'
import { ORDER_STATUSES } from './orders.ts'
import { isForRider, isRiderLinkOpen, partsArrivedAt, riderLinkEnd } from './rider-link.ts'

const at = (time: string) => new Date(`2026-11-${time}:00Z`)
const madeAt = at('01T08:00')
const order = {
  status: 'shipped',
  paidAt: at('01T07:00'),
  anonymizedAt: null,
  riderLinkAt: madeAt,
} as const

test('a link for riders is for paid orders that are not handed over yet, of customers who are not erased', () => {
  expect(ORDER_STATUSES.filter((status) => isForRider({ ...order, status }))).toEqual([
    'processing',
    'shipped',
  ])
  expect(isForRider({ ...order, paidAt: null })).toBe(false)
  expect(isForRider({ ...order, anonymizedAt: madeAt })).toBe(false)
})

test('a link takes the code for seven days', () => {
  const end = riderLinkEnd(madeAt)
  expect(end).toEqual(at('08T08:00'))
  expect(isRiderLinkOpen(order, madeAt)).toBe(true)
  expect(isRiderLinkOpen(order, new Date(end.getTime() - 1))).toBe(true)
  expect(isRiderLinkOpen(order, end)).toBe(false)
  expect(isRiderLinkOpen({ ...order, riderLinkAt: null }, madeAt)).toBe(false)
  expect(isRiderLinkOpen({ ...order, riderLinkAt: null }, new Date(0))).toBe(false)
  expect(isRiderLinkOpen({ ...order, status: 'delivered' }, madeAt)).toBe(false)
  expect(isRiderLinkOpen({ ...order, paidAt: null }, madeAt)).toBe(false)
})

const part = (shipped: string, delivered: string | null = null) => ({
  shippedAt: at(shipped),
  deliveredAt: delivered === null ? null : at(delivered),
})
test.each([
  ['no part', [], null],
  ['a part on its way', [part('01T08:00')], null],
  ['a part that arrived before the link', [part('01T06:00', '01T07:59')], null],
  ['a part that arrived with it', [part('01T06:00', '01T08:00')], '01T08:00'],
  ['the last of several', [part('01T06:00', '03T09:00'), part('01T06:00', '02T09:00')], '03T09:00'],
  ['one still on its way', [part('01T06:00', '03T09:00'), part('02T06:00')], null],
  ['one that left as the last arrived', [part('01T06:00', '03T09:00'), part('03T09:00')], null],
  ['one that left later', [part('01T06:00', '03T09:00'), part('03T09:01')], '03T09:00'],
] as const)('parts have all arrived: %s', (_, parts, arrived) => {
  expect(partsArrivedAt(madeAt, parts)).toEqual(arrived === null ? null : at(arrived))
})
