import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds, kwacha } from '../../../tests/support/properties/holds.ts'
import { COURIERS, DISTRICTS, SHOP } from '../../shop.ts'
import { readTakenOut, troubleOf, writeTakenOut } from '../cart/cart.ts'
import { checkDiscount, DISCOUNT_TYPES, discountFlags } from '../discounts/discounts.ts'
import { LARGEST_TOTAL } from '../money.ts'
import { readPhone } from '../phone.ts'
import { checkAddress, LONGEST, splitName } from './checkout.ts'
import { quote } from './quote.ts'

const lines = fc.array(
  fc.record({ price: kwacha(20_000_000), quantity: fc.integer({ min: 1, max: 99 }) }),
  { maxLength: 1 + 8 },
)
const discount = fc.oneof(
  fc.record({ type: fc.constant('percentage' as const), value: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ type: fc.constant('fixed' as const), value: kwacha(1_000_000_000, 1) }),
  fc.constant({ type: 'free_shipping' as const, value: 1 }),
)
const courier = fc.option(fc.constantFrom(...COURIERS))

test('an order costs its lines, less the code, plus delivery, and never less than zero', () =>
  holds(
    fc.record({ lines, discount: fc.option(discount), courier }),
    ({ lines, discount, courier }) => {
      const quoted = quote(lines, discount, courier)
      const sum = lines.map(({ price, quantity }) => price * quantity).reduce((a, b) => a + b, 0)
      expect(quoted.subtotal).toBe(sum)
      expect(quoted.total).toBe(quoted.subtotal - quoted.discountAmount + quoted.deliveryAmount)
      expect(quoted.discountAmount >= 0 && quoted.discountAmount <= quoted.subtotal).toBe(true)
      expect([0, courier?.price ?? 0]).toContain(quoted.deliveryAmount)
      expect(quoted.total).toBeGreaterThanOrEqual(0)
      if (quoted.isFreeDelivery)
        expect([quoted.deliveryAmount, quoted.missingForFreeDelivery]).toEqual([0, 0])
      else expect(quoted.subtotal + quoted.missingForFreeDelivery).toBe(SHOP.freeDeliveryFrom)
      for (const amount of Object.values(quoted))
        if (typeof amount === 'number') expect(Number.isSafeInteger(amount)).toBe(true)
    },
  ))

test('a code never raises the price, and a larger one never takes off less', () =>
  holds(fc.record({ lines, discount, courier }), ({ lines, discount, courier }) => {
    const plain = quote(lines, null, courier)
    const less = quote(lines, discount, courier)
    expect(less.total).toBeLessThanOrEqual(plain.total)
    const more = quote(
      lines,
      {
        ...discount,
        value:
          discount.type === 'percentage' ? Math.min(100, discount.value + 1) : discount.value + 1,
      },
      courier,
    )
    expect(more.total).toBeLessThanOrEqual(less.total)
  }))

test('a code works only within its time, from its minimum and for its uses, to the millisecond', () =>
  holds(
    fc.record({
      isActive: fc.boolean(),
      startsAt: fc.option(fc.nat(10)),
      expiresAt: fc.option(fc.nat(10)),
      minimumAmount: fc.option(fc.nat(10)),
      maximumUses: fc.option(fc.nat(3)),
      usedCount: fc.nat(3),
      now: fc.nat(10),
      total: fc.nat(10),
      type: fc.constantFrom(...DISCOUNT_TYPES),
    }),
    ({ startsAt, expiresAt, now, total, ...rest }) => {
      const dates = {
        startsAt: startsAt === null ? null : new Date(startsAt),
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      }
      const code = { ...rest, ...dates, code: 'TEN', value: 10 }
      const isInTime = (startsAt ?? 0) <= now && (expiresAt ?? 11) > now
      const isGood =
        rest.isActive &&
        isInTime &&
        (rest.minimumAmount ?? 0) <= total &&
        (rest.maximumUses ?? 4) > rest.usedCount
      expect(checkDiscount(code, total, new Date(now)).ok).toBe(isGood)
      const flags = discountFlags(code, new Date(now))
      expect(flags.includes('Active') && flags.length === 1).toBe(rest.isActive && isInTime)
    },
    1000,
  ))

test('an accepted address is complete, fits its columns, and is accepted again as stored', () =>
  holds(
    fc.record({
      firstName: anyText(),
      lastName: fc.oneof(anyText(), fc.string({ minLength: 95, maxLength: 105 })),
      phone: fc.oneof(anyText(), fc.stringMatching(/^(0|\+265)(88|99)\d{7}$/)),
      address: anyText(),
      city: anyText(),
      district: fc.oneof(fc.constantFrom(...DISTRICTS), anyText(8)),
    }),
    (typed) => {
      const checked = checkAddress(typed)
      if (!checked.ok) return expect(Object.keys(checked.errors).length).toBeGreaterThan(0)
      const { address } = checked
      for (const [field, text] of Object.entries(address)) {
        expect(text.trim()).toBe(text)
        expect(text).not.toBe('')
        expect(text.length).toBeLessThanOrEqual(LONGEST[field as keyof typeof LONGEST])
      }
      expect(readPhone(address.phone)).toBe(address.phone)
      expect(checkAddress(address)).toEqual(checked)
    },
    500,
  ))

test('splitting a name into two fields loses only blanks', () =>
  holds(anyText(), (name) => {
    const { firstName, lastName } = splitName(name)
    expect(`${firstName} ${lastName}`.trim()).toBe(name.trim().split(/\s+/).join(' '))
    expect(lastName).not.toMatch(/\s/)
  }))

test('a line removed from a cart is read back from its URL, and no other text is', () => {
  const taken = fc.record({ variantId: fc.uuid(), quantity: fc.integer({ min: 1, max: 999 }) })
  return holds(fc.tuple(taken, anyText()), ([one, text]) => {
    expect(readTakenOut(writeTakenOut(one))).toEqual(one)
    const read = readTakenOut(text)
    if (read) expect(writeTakenOut(read)).toBe(text)
  })
})

test('a cart line has a problem exactly when fewer units are in stock than it has', () =>
  holds(
    fc.record({
      isAvailable: fc.boolean(),
      inventory: fc.option(fc.integer({ min: -5, max: 20 })),
      quantity: fc.integer({ min: 1, max: 20 }),
    }),
    (line) => {
      const canBeBought =
        line.isAvailable && (line.inventory === null || line.inventory >= line.quantity)
      expect(troubleOf(line) === null).toBe(canBeBought)
      expect(troubleOf(line) === 'sold-out').toBe(
        line.isAvailable && line.inventory !== null && line.inventory <= 0,
      )
    },
  ))

test('the largest accepted order can be stored', () => {
  expect(LARGEST_TOTAL + Math.max(...COURIERS.map(({ price }) => price))).toBeLessThan(2 ** 31)
})
