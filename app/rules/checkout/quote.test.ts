import { expect, test } from 'vitest'
import { COURIERS } from '../../shop.ts'
import { findCourier, quote } from './quote.ts'

const bike = COURIERS[0]
const lines = [
  { price: 20_000, quantity: 2 },
  { price: 5000, quantity: 1 },
]

test('the total to be paid is the cart total less the discount plus delivery', () => {
  expect(quote(lines, { type: 'percentage', value: 10 }, bike)).toEqual({
    subtotal: 45_000,
    discountAmount: 4500,
    deliveryAmount: 2000,
    isFreeDelivery: false,
    total: 42_500,
    missingForFreeDelivery: 255_000,
  })
})

test('delivery is free from exactly 300,000 before the discount', () => {
  const dear = [{ price: 300_000, quantity: 1 }]
  expect(quote(dear, { type: 'fixed', value: 50_000 }, bike)).toMatchObject({
    isFreeDelivery: true,
    deliveryAmount: 0,
    total: 250_000,
    missingForFreeDelivery: 0,
  })
  expect(quote([{ price: 299_999, quantity: 1 }], null, bike)).toMatchObject({
    isFreeDelivery: false,
    missingForFreeDelivery: 1,
  })
})

test('a free_shipping code makes delivery free and gives no discount', () => {
  expect(quote(lines, { type: 'free_shipping', value: 1 }, bike)).toMatchObject({
    discountAmount: 0,
    deliveryAmount: 0,
    isFreeDelivery: true,
    total: 45_000,
  })
})

test('delivery is free of charge before a courier is chosen', () => {
  expect(quote(lines, null, null).total).toBe(45_000)
})

test('couriers are those of the shop', () => {
  expect(findCourier('malawi-posts')?.price).toBe(3000)
  expect(findCourier('pigeon')).toBeUndefined()
})
