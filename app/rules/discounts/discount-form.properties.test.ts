import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds } from '../../../tests/support/properties/holds.ts'
import { LARGEST_AMOUNT } from '../money.ts'
import { readDiscount } from './discount-form.ts'
import { type DiscountValues, discountValues, LONGEST_CODE } from './discount-values.ts'
import { DISCOUNT_TYPES, normalizeCode } from './discounts.ts'

const blanks = fc.constantFrom('', ' ', '\n', '\u00a0')
const around = (texts: fc.Arbitrary<string>) =>
  fc.tuple(blanks, texts, blanks).map((parts) => parts.join(''))
const number = around(
  fc.oneof(
    fc.integer({ min: -5, max: 120 }).map(String),
    fc.constantFrom('', '1e3', '0.5', '1000000001', '1000000000', '5,000', '0x1f'),
    anyText(5),
  ),
)
const moment = around(
  fc.oneof(
    fc.constant(''),
    fc
      .tuple(fc.integer({ min: 1, max: 31 }), fc.nat(25))
      .map(
        ([day, hour]) =>
          `2026-02-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00`,
      ),
    anyText(5),
  ),
)
const typed: fc.Arbitrary<DiscountValues> = fc.record({
  code: fc.oneof(
    fc.stringMatching(/^[a-z0-9-]{1,12}$/),
    anyText(),
    fc.string({ minLength: 45, maxLength: 55, unit: fc.constantFrom('a', 'ß', 'ŉ') }),
  ),
  type: fc.constantFrom(...DISCOUNT_TYPES, 'gift'),
  value: number,
  minimumAmount: number,
  maximumUses: number,
  startsAt: moment,
  expiresAt: moment,
  isActive: fc.constantFrom('true', 'false', ''),
})

test('an accepted code is valid for its table, and ends after it starts', () =>
  holds(
    typed,
    (values) => {
      const read = readDiscount(values)
      if (!read.ok) return expect(Object.keys(read.errors).length).toBeGreaterThan(0)
      const { code, type, value, minimumAmount, maximumUses, startsAt, expiresAt } = read.edit
      expect(code).toMatch(/^[^\s\p{C}]+$/u)
      expect(normalizeCode(code)).toBe(code)
      expect(code.length).toBeLessThanOrEqual(LONGEST_CODE)
      expect(value).toBeGreaterThan(0)
      if (type === 'percentage') expect(value).toBeLessThanOrEqual(100)
      for (const amount of [value, minimumAmount ?? 1, maximumUses ?? 1])
        expect(Number.isInteger(amount) && amount > 0 && amount <= LARGEST_AMOUNT).toBe(true)
      if (startsAt && expiresAt) expect(expiresAt.getTime()).toBeGreaterThan(startsAt.getTime())
    },
    2000,
  ))

test('a code shown in its form is read back the same', () =>
  holds(
    typed,
    (values) => {
      const read = readDiscount(values)
      if (read.ok) expect(readDiscount(discountValues(read.edit))).toEqual(read)
    },
    2000,
  ))
