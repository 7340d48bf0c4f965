import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds, kwacha } from '../../../tests/support/properties/holds.ts'
import { LARGEST_AMOUNT } from '../../rules/money.ts'
import { readPhone } from '../../rules/phone.ts'
import { COURIERS, DISTRICTS } from '../../shop.ts'
import { checkoutPayload, readPayload, readSalePayload, salePayload } from './read-payload.ts'

const id = fc.oneof(
  fc.uuid(),
  fc.uuid().map((one) => one.toUpperCase()),
  anyText(5),
)
const number = fc.oneof(
  kwacha(LARGEST_AMOUNT),
  fc.double(),
  fc.constantFrom('42000', '1e3', 'x', -1),
  fc.jsonValue(),
)
const text = fc.oneof(anyText(12), fc.constantFrom(undefined, null, '', 'Banda', '0991 234 567'))
const item = fc.record({
  product_id: id,
  variant_id: fc.oneof(id, fc.constant(null)),
  quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), number),
  price: number,
})
const TO = {
  firstName: 'Chisomo',
  lastName: 'Banda',
  phone: '0991 234 567',
  address: 'Plot 4',
  city: 'Blantyre',
  district: 'Blantyre',
}

/** Most of it right, so that some of it gets through. */
const order = fc
  .record({
    cartItems: fc.array(item, { maxLength: 3 }),
    totalAmount: number,
    email: text,
    courierService: fc.oneof(
      fc.constantFrom(...COURIERS.map((one) => one.id), ...COURIERS.map((one) => one.name)),
      anyText(8),
    ),
    notes: text,
    credit_code: text,
    isFreeDelivery: fc.constantFrom(undefined, true, false),
    changed: fc.dictionary(
      fc.constantFrom(...Object.keys(TO)),
      fc.oneof(text, fc.constantFrom(...DISTRICTS)),
      {
        maxKeys: 2,
      },
    ),
  })
  .map(({ changed, ...rest }) => ({ ...rest, shippingAddress: { ...TO, ...changed } }))

test('an API order is read completely, for its own customer, with ids and numbers as stored, or refused', () =>
  holds(
    order,
    (sent) => {
      const parsed = checkoutPayload.safeParse(sent)
      if (!parsed.success) return expect(parsed.error.issues.length).toBeGreaterThan(0)
      const read = readPayload(parsed.data, { email: 'own@example.com' }, 'key')
      if (!read.ok) return expect(read.reason).not.toBe('')
      const { request } = read
      // Whatever address was sent, the order is of who is signed in.
      expect([request.email, request.idempotencyKey]).toEqual(['own@example.com', 'key'])
      expect(request.lines).toHaveLength(sent.cartItems.length)
      for (const { productId, variantId } of request.lines)
        for (const one of [productId, variantId ?? productId])
          expect(one).toMatch(/^[0-9a-f-]{36}$/)
      expect(readPhone(request.phone)).toBe(request.phone)
      for (const value of Object.values(request.shippingAddress)) {
        expect(value).not.toBe('')
        expect(value.trim()).toBe(value)
      }
      expect(DISTRICTS).toContain(request.shippingAddress.district)
      expect(COURIERS.some((one) => one.id === request.courierId)).toBe(true)
    },
    1000,
  ))

test('a till’s sale is read with each line’s own discount, or refused', () =>
  holds(
    fc.record({
      pos: fc.constantFrom(true, false),
      paymentMethod: fc.constantFrom('paychangu', 'paychangu', 'cash'),
      cartItems: fc.array(fc.tuple(item, fc.option(kwacha(5000))), { maxLength: 3 }),
      totalAmount: kwacha(LARGEST_AMOUNT),
      customerName: text,
      sale_id: fc.option(fc.uuid()),
      cash_amount: fc.option(kwacha(LARGEST_AMOUNT)),
      credit: fc.option(fc.record({ reserve_id: fc.uuid(), amount: kwacha(5000) })),
    }),
    ({ cartItems, ...rest }) => {
      const sent = {
        ...rest,
        cartItems: cartItems.map(([one, discount]) => ({ ...one, discount })),
      }
      const parsed = salePayload.safeParse(sent)
      if (!parsed.success) return
      const request = readSalePayload(parsed.data, null, null)
      expect(request.lines.map((line) => line.discount)).toEqual(
        cartItems.map(([, discount]) => discount ?? 0),
      )
      expect(request.saleId).toBe(rest.sale_id ?? undefined)
      // Sent again it is the same sale; without an id each is one of its own.
      if (rest.sale_id) expect(request.idempotencyKey).toBe(rest.sale_id)
      else
        expect(request.idempotencyKey).not.toBe(
          readSalePayload(parsed.data, null, null).idempotencyKey,
        )
      expect([request.totalAmount, request.cashAmount]).toEqual([
        rest.totalAmount,
        rest.cash_amount ?? 0,
      ])
      expect(request.credit?.amount ?? null).toBe(rest.credit?.amount ?? null)
    },
    600,
  ))

test('a body of any shape is read or refused, and never throws', () =>
  holds(fc.oneof(fc.jsonValue(), fc.anything()), (sent) => {
    expect(checkoutPayload.safeParse(sent).success && salePayload.safeParse(sent).success).toBe(
      false,
    )
  }))
