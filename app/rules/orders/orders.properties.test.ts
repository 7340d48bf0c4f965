import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText, holds, kwacha } from '../../../tests/support/properties/holds.ts'
import { COURIERS, DISTRICTS } from '../../shop.ts'
import { atCurrentPrices, countItems } from '../cart/cart.ts'
import { LONGEST } from '../checkout/checkout.ts'
import {
  addressOfPlace,
  deliveryWays,
  findPlace,
  formatPlace,
  listDelivered,
  offerCouriers,
  placesOf,
} from '../checkout/delivery.ts'
import { cartSubtotal, findCourier, quote } from '../checkout/quote.ts'
import { creditFor } from '../credit/credit.ts'
import { orderSums } from '../messages/orders/order-sums.ts'
import { LARGEST_TOTAL } from '../money.ts'
import { readPhone } from '../phone.ts'
import { checkDraft } from './check-draft.ts'
import { EMPTY_DRAFT, PAY_WITHIN_HOURS, readPayHours } from './order-draft.ts'
import { ORDER_STATUSES, outcomeOf, toPay } from './orders.ts'
import { countShipped, unitsLeft, unitsShipped } from './shipments.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)
const amountOf = (text: string | undefined) =>
  text === undefined || text === 'Free' ? 0 : Number(text.replace('−', '-').replace(/[^\d-]/g, ''))

describe('an order', () => {
  const lines = fc.array(
    fc.record({ currentPrice: kwacha(2_000_000), quantity: fc.integer({ min: 1, max: 50 }) }),
    { minLength: 1, maxLength: 6 },
  )

  test('costs the sum of its lines, delivery and discount, and store credit leaves the rest to be paid', () =>
    holds(
      fc.record({
        lines,
        percent: fc.option(fc.integer({ min: 1, max: 100 })),
        covered: kwacha(500_000),
        balance: kwacha(LARGEST_TOTAL),
        courier: fc.constantFrom(...COURIERS),
      }),
      ({ lines, percent, covered, balance, courier }) => {
        const priced = atCurrentPrices(lines)
        expect(cartSubtotal(priced)).toBe(
          sum(lines.map(({ currentPrice, quantity }) => currentPrice * quantity)),
        )
        expect(countItems(lines)).toBe(sum(lines.map(({ quantity }) => quantity)))
        const discount = percent === null ? null : { type: 'percentage' as const, value: percent }
        const { subtotal, discountAmount, isFreeDelivery, total } = quote(priced, discount, courier)
        // The part that exchanged pieces pay is deducted as well.
        const coveredAmount = Math.min(covered, subtotal - discountAmount)
        const totalAmount = total - coveredAmount
        const creditAmount = creditFor(balance, totalAmount)
        const order = {
          subtotal,
          discountAmount: discountAmount + coveredAmount,
          coveredAmount,
          totalAmount,
          creditAmount,
          isFreeDelivery,
          courierId: courier.id,
          courierName: courier.name,
          discountCode: null,
        }
        const rows = orderSums(order)
        const of = new Map(rows)
        const at = rows.findIndex(([label]) => label === 'Total')
        expect(sum(rows.slice(0, at).map(([, amount]) => amountOf(amount)))).toBe(totalAmount)
        expect(amountOf(of.get('Total'))).toBe(totalAmount)
        expect(toPay(order)).toBe(totalAmount - creditAmount)
        if (creditAmount > 0)
          expect(amountOf(of.get('Total')) + amountOf(of.get('Store credit'))).toBe(
            amountOf(of.get('Total after store credit')),
          )
        else expect(of.has('Store credit')).toBe(false)
      },
    ))

  test('that is cancelled is closed once its whole payment was refunded, otherwise it is held', () =>
    holds(
      fc.record({
        status: fc.constantFrom(...ORDER_STATUSES),
        isPaid: fc.boolean(),
        isUnderReview: fc.boolean(),
        totalAmount: kwacha(1_000_000),
        coveredAmount: kwacha(1_000_000),
        creditAmount: kwacha(1_000_000),
        refundedAmount: kwacha(2_000_000),
      }),
      ({ isPaid, isUnderReview, ...money }) => {
        const order = {
          ...money,
          creditAmount: Math.min(money.creditAmount, money.totalAmount),
          paidAt: isPaid ? new Date(0) : null,
          reviewReason: isUnderReview ? 'paid-late' : null,
        }
        const outcome = outcomeOf(order)
        const came = toPay(order) + order.coveredAmount
        if (order.status === 'cancelled') {
          const isOwed = isPaid && came > order.refundedAmount
          expect(outcome).toBe(isOwed || isUnderReview ? 'under-review' : 'closed')
        } else if (order.status === 'pending' && !isPaid)
          expect(outcome).toBe(isUnderReview ? 'under-review' : 'waiting')
        else expect(outcome).toBe('paid')
      },
    ))

  test('is sent in parts until all its units are sent, none of them twice', () =>
    holds(
      fc.array(
        fc.record({ quantity: fc.integer({ min: 1, max: 9 }), owed: fc.nat(9), unsent: fc.nat(9) }),
        { minLength: 1, maxLength: 4 },
      ),
      (made) => {
        const lines = made.map(({ quantity, owed, unsent }, at) => ({
          id: String(at),
          quantity,
          unsent: Math.min(unsent, quantity),
          owed: Math.min(owed, quantity - Math.min(unsent, quantity)),
        }))
        const parcels: { lines: { orderItemId: string; quantity: number }[] }[] = []
        for (let turn = 0; turn < 20; turn += 1) {
          const left = unitsLeft(lines, parcels)
          for (const { left: units, can } of left) expect(can >= 0 && can <= units).toBe(true)
          const first = left.find(({ can }) => can > 0)
          if (!first) break
          parcels.push({ lines: [{ orderItemId: first.id, quantity: Math.ceil(first.can / 2) }] })
        }
        const shipped = unitsShipped(parcels)
        for (const { id, quantity, owed, unsent } of lines)
          expect(shipped.get(id) ?? 0).toBe(quantity - unsent - owed)
        expect(countShipped(lines, parcels)).toEqual({
          shipped: sum([...shipped.values()]),
          all: sum(lines.map(({ quantity }) => quantity)),
        })
      },
    ))
})

describe('delivery', () => {
  test('starts at the cheapest price of each delivered zone, and each district has one', () =>
    holds(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      (now) => {
        const ways = deliveryWays(now)
        const reached = ways.flatMap(({ districts }) => districts)
        expect([...reached].toSorted()).toEqual(listDelivered().toSorted())
        for (const { price, days } of ways) {
          expect(COURIERS.some((courier) => courier.price === price)).toBe(true)
          expect(days.from <= days.to).toBe(true)
        }
        for (const { id, price, places } of offerCouriers(now).couriers) {
          expect(price).toBe(findCourier(id)?.price)
          for (const place of places) expect(addressOfPlace(place).city).not.toBe('')
        }
      },
      60,
    ))

  const draft = fc
    .record({
      firstName: anyText(12),
      lastName: fc.oneof(fc.constant('Banda'), anyText(12)),
      phone: fc.oneof(fc.constant('0991 234 567'), anyText(12)),
      address: fc.oneof(fc.constant('Plot 4'), anyText(12)),
      city: fc.oneof(fc.constant('Zomba'), anyText(12)),
      district: fc.oneof(fc.constantFrom(...DISTRICTS), anyText(8)),
      email: fc.oneof(fc.constantFrom('', ' Mary@Example.com', 'a@b', 'x'), anyText(12)),
      delivery: fc.oneof(
        fc.constantFrom(
          ...COURIERS.flatMap((one) => [
            one.id,
            ...placesOf(one).flatMap((place) => [
              `${one.id}|${place.name}`,
              `${one.id}|${formatPlace(place)}`,
            ]),
          ]),
        ),
        anyText(8),
      ),
      code: anyText(8),
      notes: fc.oneof(anyText(), fc.constant(`a${'👗'.repeat(LONGEST.notes)}`)),
      hours: fc.oneof(fc.constantFrom('1', '24', '7'), anyText(4)),
    })
    .map((some) => ({ ...EMPTY_DRAFT, ...some }))

  test('a draft that staff type is accepted as the order stores it, or refused by field', () =>
    holds(
      draft,
      (values) => {
        const checked = checkDraft(values)
        if (!checked.ok) return expect(Object.keys(checked.errors).length).toBeGreaterThan(0)
        const { address, email, courierId, collectAt, notes, code } = checked.customer
        const courier = findCourier(courierId)
        const place = courier && findPlace(courier, values.delivery.split(/\|(.*)/s)[1] ?? '')
        expect(place === undefined).toBe(false)
        expect(collectAt === null).toBe(place === null)
        expect(email).toMatch(/^([^\s@A-Z]+@[^\s@A-Z]+)?$/)
        expect(readPhone(address.phone)).toBe(address.phone)
        for (const [text, longest] of [
          [notes, LONGEST.notes],
          [code, LONGEST.code],
        ] as const) {
          expect(text).not.toBe('')
          expect((text ?? '').length).toBeLessThanOrEqual(longest)
        }
        // Nothing is cut in the middle of a surrogate pair, which no database stores.
        if (values.notes.isWellFormed()) expect((notes ?? '').isWellFormed()).toBe(true)
        const again = { ...values, ...address, email, notes: notes ?? '', code: code ?? '' }
        expect(checkDraft(again)).toEqual(checked)
      },
      600,
    ))

  test('a draft that staff type has one of the offered payment times, whatever was sent', () =>
    holds(fc.oneof(anyText(4), fc.nat(100).map(String)), (text) => {
      const hours = readPayHours(text)
      expect(PAY_WITHIN_HOURS).toContain(hours)
      if (PAY_WITHIN_HOURS.some((one) => String(one) === text)) expect(String(hours)).toBe(text)
    }))
})
