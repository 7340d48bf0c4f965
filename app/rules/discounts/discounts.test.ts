import { describe, expect, test } from 'vitest'
import { discountValueText } from '../messages/discounts/words.ts'
import {
  checkDiscount,
  type Discount,
  discountAmount,
  discountFlags,
  normalizeCode,
} from './discounts.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const code = (change: Partial<Discount> = {}): Discount => ({
  code: 'TEN',
  type: 'percentage',
  value: 10,
  isActive: true,
  startsAt: null,
  expiresAt: null,
  minimumAmount: null,
  maximumUses: null,
  usedCount: 0,
  ...change,
})
const past = new Date('2026-02-01T00:00:00Z')
const future = new Date('2026-04-01T00:00:00Z')
// Has every fault at once: each test mends one and expects the next.
const ALL_WRONG = code({
  isActive: false,
  expiresAt: past,
  startsAt: future,
  minimumAmount: 50_000,
  maximumUses: 3,
  usedCount: 3,
})

test('a code works from its exact start until just before its end', () => {
  expect(checkDiscount(code({ startsAt: NOW }), 1000, NOW).ok).toBe(true)
  const soon = new Date(NOW.getTime() + 1)
  expect(checkDiscount(code({ expiresAt: soon }), 1000, NOW).ok).toBe(true)
  expect(checkDiscount(code({ startsAt: soon }), 1000, NOW).ok).toBe(false)
})

describe('codes are checked in the order of the specification', () => {
  test.each([
    ['an unknown code is invalid', undefined, 'discount-invalid'],
    ['an inactive code is invalid before its date is looked at', ALL_WRONG, 'discount-invalid'],
    [
      'an expired code is refused before its start is looked at',
      { ...ALL_WRONG, isActive: true },
      'discount-expired',
    ],
    [
      'a code of the future is refused before the minimum is looked at',
      { ...ALL_WRONG, isActive: true, expiresAt: null },
      'discount-not-started',
    ],
    [
      'the minimum is looked at before the uses',
      { ...ALL_WRONG, isActive: true, expiresAt: null, startsAt: null },
      'discount-minimum',
    ],
    [
      'a code is over at the very moment at which it expires',
      code({ expiresAt: NOW }),
      'discount-expired',
    ],
    [
      'a used-up code comes last',
      { ...ALL_WRONG, isActive: true, expiresAt: null, startsAt: null, minimumAmount: null },
      'discount-used-up',
    ],
  ])('%s', (_name, discount, reason) => {
    expect(checkDiscount(discount, 20_000, NOW)).toMatchObject({ ok: false, reason })
  })

  test('exactly the minimum, the last use and the last second are accepted', () => {
    const edge = code({
      minimumAmount: 20_000,
      maximumUses: 3,
      usedCount: 2,
      startsAt: NOW,
      expiresAt: new Date(NOW.getTime() + 1),
    })
    expect(checkDiscount(edge, 20_000, NOW)).toMatchObject({ ok: true })
    expect(checkDiscount(edge, 19_999, NOW)).toMatchObject({
      reason: 'discount-minimum',
      minimum: 20_000,
    })
  })
})

test('a discount is a percentage of the total, a fixed amount up to the total, or none for free shipping', () => {
  expect(discountAmount({ type: 'percentage', value: 10 }, 45_005)).toBe(4501)
  expect(discountAmount({ type: 'fixed', value: 5000 }, 45_000)).toBe(5000)
  expect(discountAmount({ type: 'fixed', value: 5000 }, 3000)).toBe(3000)
  expect(discountAmount({ type: 'free_shipping', value: 1 }, 45_000)).toBe(0)
})

test('a typed code is compared upper-cased and trimmed', () => {
  expect(normalizeCode(' welcome10 ')).toBe('WELCOME10')
})

test('staff see the discount of a code, and no meaningless number', () => {
  expect(discountValueText({ type: 'percentage', value: 10 })).toBe('10%')
  expect(discountValueText({ type: 'fixed', value: 5000 })).toBe('MK\u00a05,000')
  expect(discountValueText({ type: 'free_shipping', value: 1 })).toBe('Free delivery')
})

test('badges show the switch, and otherwise what the dates say', () => {
  expect(discountFlags(code(), NOW)).toEqual(['Active'])
  expect(discountFlags(code({ isActive: false }), NOW)).toEqual(['Inactive'])
  expect(discountFlags(code({ expiresAt: NOW }), NOW)).toEqual(['Active', 'Expired'])
  expect(discountFlags(code({ startsAt: future }), NOW)).toEqual(['Active', 'Not Started'])
  expect(discountFlags(code({ startsAt: NOW, expiresAt: future }), NOW)).toEqual(['Active'])
})
