import { beforeEach, describe, expect, test } from 'vitest'
import {
  aCheckoutRequest,
  aDiscount,
  aProduct,
  aUser,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { LARGEST_PRICE, LARGEST_TOTAL, SMALLEST_PAYMENT } from '../../rules/money.ts'
import { priceOrder } from './price-order.ts'

const shop = useShop()
let dress: TestProduct
let userId: string

beforeEach(async () => {
  dress = await aProduct(shop, { price: 20_000 })
  ;({ userId } = await aUser(shop))
})

type Change = Parameters<typeof aCheckoutRequest>[1] & { quantity?: number }
const price = ({ quantity = 1, ...change }: Change = {}, product = dress, config = shop.config) => {
  const request = aCheckoutRequest([{ product, quantity }], change)
  return shop.db.transaction((db) => priceOrder(db, userId, request, { ...shop, config }))
}
const TEN = { type: 'percentage', value: 10 } as const

test('an order costs its lines, less its code, plus its courier', async () => {
  const { id } = await aDiscount(shop, { code: 'TEN' })
  expect(await price({ quantity: 2, terms: TEN, discount: { code: 'ten' } })).toMatchObject({
    ok: true,
    lines: [{ variantId: dress.variantId, quantity: 2, price: 20_000 }],
    quote: {
      subtotal: 40_000,
      discountAmount: 4000,
      deliveryAmount: 2000,
      isFreeDelivery: false,
      total: 38_000,
      courier: { id: 'bike-riders', name: 'Bike Riders' },
    },
    discount: { id, code: 'TEN' },
  })
  expect(await price()).toMatchObject({ ok: true, discount: null, quote: { total: 22_000 } })
})

describe('a discount that differs from the shown one', () => {
  beforeEach(() => aDiscount(shop, { code: 'TEN' }))
  const priceWith = (change: object) => price({ terms: TEN, discount: { code: 'TEN', ...change } })

  test.each([
    ['of another kind', { type: 'fixed' }],
    ['of another value', { value: 20 }],
    ['of another sum', { discountAmount: 2001 }],
  ])('(%s) is refused with the true amount', async (_what, change) => {
    expect(await priceWith(change)).toEqual({ ok: false, reason: 'discount-changed', amount: 2000 })
  })

  test('is not found when everything shown is true', async () => {
    expect(await priceWith({ ...TEN, discountAmount: 2000 })).toMatchObject({ ok: true })
  })

  test('is refused as no discount when the code may not be used', async () => {
    await aDiscount(shop, { code: 'OLD', expiresAt: new Date('2020-01-01') })
    expect(await price({ terms: TEN, discount: { code: 'OLD' } })).toEqual({
      ok: false,
      reason: 'discount-expired',
    })
  })
})

test('a delivery price that differs from the shown one is refused, as is a total, with the true amount', async () => {
  expect(await price({ isFreeDelivery: true })).toEqual({ ok: false, reason: 'delivery-changed' })
  expect(await price({ isFreeDelivery: false })).toMatchObject({ ok: true })
  expect(await price({ totalAmount: 21_999 })).toEqual({
    ok: false,
    reason: 'total-changed',
    amount: 22_000,
  })
  expect(await price({ courierId: 'pigeon' })).toEqual({ ok: false, reason: 'courier-missing' })
})

test('a product without a price is refused, but a code may make an order free', async () => {
  const unpriced = await aProduct(shop, { name: 'Chitenje', price: 0 })
  expect(await price({}, unpriced)).toEqual({
    ok: false,
    reason: 'price-missing',
    product: 'Chitenje',
  })
  const gown = await aProduct(shop, { price: 300_000 })
  const all = { type: 'percentage', value: 100 } as const
  await aDiscount(shop, { code: 'ALL', ...all })
  expect(await price({ terms: all, discount: { code: 'ALL' } }, gown)).toMatchObject({
    ok: true,
    quote: { total: 0, discountAmount: 300_000 },
  })
})

test('the largest order is two thousand million', async () => {
  const most = await aProduct(shop, { price: LARGEST_TOTAL / 4 })
  expect(await price({ quantity: 4 }, most)).toMatchObject({ ok: true })
  const more = await aProduct(shop, { price: LARGEST_PRICE })
  expect(await price({ quantity: 3 }, more)).toEqual({ ok: false, reason: 'amount-too-large' })
  const above = await aProduct(shop, { price: LARGEST_TOTAL / 4 + 1 })
  expect(await price({ quantity: 4 }, above)).toEqual({ ok: false, reason: 'amount-too-large' })
})

describe('the total to be paid', () => {
  const cheap = async (total: number) => {
    const product = await aProduct(shop, { price: 300_000 })
    const off = { type: 'fixed', value: 300_000 - total } as const
    await aDiscount(shop, { code: 'OFF', ...off })
    return price({ terms: off, discount: { code: 'OFF' } }, product)
  }

  test('is at least the provider’s smallest amount', async () => {
    expect(await cheap(SMALLEST_PAYMENT - 1)).toEqual({
      ok: false,
      reason: 'payment-too-small',
      amount: SMALLEST_PAYMENT - 1,
    })
  })

  test('may be exactly the provider’s smallest amount', async () => {
    expect(await cheap(SMALLEST_PAYMENT)).toMatchObject({ ok: true, quote: { total: 50 } })
  })
})

test('an order is only accepted when it costs nothing while online payment is off', async () => {
  const off = { ...shop.config, payments: 'off' as const }
  expect(await price({}, dress, off)).toEqual({ ok: false, reason: 'payments-off' })
  const gown = await aProduct(shop, { price: 300_000 })
  const all = { type: 'percentage', value: 100 } as const
  await aDiscount(shop, { code: 'ALL', ...all })
  expect(await price({ terms: all, discount: { code: 'ALL' } }, gown, off)).toMatchObject({
    ok: true,
  })
})
