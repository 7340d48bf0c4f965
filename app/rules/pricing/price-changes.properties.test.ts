import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds, kwacha } from '../../../tests/support/properties/holds.ts'
import { writeLocalTime } from '../local-time.ts'
import { LARGEST_PRICE } from '../money.ts'
import { type PriceChangeValues, readPriceChange } from './price-change-form.ts'
import {
  changePrices,
  isForGood,
  LONGEST_CHANGE_NAME,
  LOWEST_PRICE,
  PRICE_CHANGE_KINDS,
  type PriceRule,
} from './price-changes.ts'

const prices = fc.record({
  price: kwacha(LARGEST_PRICE),
  comparePrice: fc.option(kwacha(LARGEST_PRICE)),
})
/** Rules that the form accepts. */
const rule: fc.Arbitrary<PriceRule> = fc.oneof(
  fc.record({ kind: fc.constant('price' as const), value: kwacha(LARGEST_PRICE, LOWEST_PRICE) }),
  fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 99 }) }),
  fc.record({ kind: fc.constant('amount' as const), value: kwacha(LARGEST_PRICE, 1) }),
)

test('a price change makes another valid price in whole kwacha, or is skipped with a reason', () =>
  holds(
    fc.tuple(rule, prices),
    ([rule, now]) => {
      const changed = changePrices(rule, now)
      if (!changed.ok) {
        if (changed.why === 'same' && rule.kind === 'price') expect(rule.value).toBe(now.price)
        if (changed.why === 'too-low' && rule.kind === 'amount')
          expect(now.price - rule.value).toBeLessThan(LOWEST_PRICE)
        return
      }
      const { price, comparePrice } = changed.prices
      expect(Number.isSafeInteger(price) && price >= LOWEST_PRICE).toBe(true)
      expect(price).toBeLessThanOrEqual(LARGEST_PRICE)
      expect(price).not.toBe(now.price)
      if (rule.kind === 'price')
        return expect([price, comparePrice]).toEqual([rule.value, now.comparePrice])
      // A sale crosses out the earlier price, and never raises the price.
      expect(comparePrice).toBe(now.price)
      expect(price).toBeLessThan(now.price)
      const off = now.price - price
      if (rule.kind === 'amount') expect(off).toBe(rule.value)
      else expect(BigInt(off)).toBe((BigInt(now.price) * BigInt(rule.value) + 50n) / 100n)
    },
    1000,
  ))

test('a larger reduction leaves no higher price', () =>
  holds(fc.tuple(rule, prices), ([rule, now]) => {
    if (rule.kind === 'price') return
    const [less, more] = [rule, { ...rule, value: rule.value + 1 }].map((one) =>
      changePrices(one, now),
    )
    if (less?.ok && more?.ok) expect(more.prices.price).toBeLessThanOrEqual(less.prices.price)
    if (less && !less.ok && less.why === 'too-low') expect(more).toEqual(less)
  }))

const NOW = new Date('2026-11-26T10:00:30Z')
const moment = fc.oneof(
  fc.constant(''),
  fc
    .date({
      min: new Date('2026-11-25T00:00Z'),
      max: new Date('2026-11-28T00:00Z'),
      noInvalidDate: true,
    })
    .map(writeLocalTime),
  anyText(6),
)
const typed: fc.Arbitrary<PriceChangeValues> = fc.record({
  name: fc.oneof(fc.constant('Sale'), anyText(), fc.string({ minLength: 78, maxLength: 83 })),
  kind: fc.constantFrom(...PRICE_CHANGE_KINDS, 'gift'),
  value: fc.oneof(
    fc.integer({ min: 0, max: 120 }).map(String),
    kwacha(LARGEST_PRICE).map(String),
    kwacha(LARGEST_PRICE).map((amount) => amount.toLocaleString('en-US')),
    fc.constantFrom('1e2', '0x20', '20%', '0.5', '-10', ' 20 ', '1000000000'),
    anyText(6),
  ),
  from: moment,
  until: moment,
})

test('an accepted price change is valid: its value as typed, its end after its start', () =>
  holds(
    typed,
    (values) => {
      const read = readPriceChange(values, NOW)
      if (!read.ok) return expect(Object.keys(read.errors).length).toBeGreaterThan(0)
      const { name, kind, value, startsAt, endsAt } = read.edit
      expect(name).toBe(values.name.trim())
      expect(name !== '' && Array.from(name).length <= LONGEST_CHANGE_NAME).toBe(true)
      expect(Number(values.value.replace(/[,\s]/g, ''))).toBe(value)
      expect(Number.isSafeInteger(value) && value >= 1 && value <= LARGEST_PRICE).toBe(true)
      if (kind === 'percent') expect(value).toBeLessThanOrEqual(99)
      if (kind === 'price') expect(value).toBeGreaterThanOrEqual(LOWEST_PRICE)
      expect(startsAt.getTime()).toBeGreaterThanOrEqual(NOW.getTime() - 60_000)
      if (endsAt) expect(endsAt.getTime()).toBeGreaterThan(startsAt.getTime())
      expect(isForGood(read.edit)).toBe(kind === 'price' && endsAt === null)
      // Sending the form's own values again gives the same result.
      const from = values.from.trim() && writeLocalTime(startsAt)
      const again = { ...values, value: String(value), from }
      expect(readPriceChange(again, NOW)).toEqual(read)
    },
    1000,
  ))
