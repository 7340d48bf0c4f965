import { expect, test } from 'vitest'
import { paidPrices } from './paid-prices.ts'

const DRESS = 'dress'
const take = (prices: ReturnType<typeof paidPrices>, quantity: number, price: number) =>
  prices.take({ productId: DRESS, quantity, price })

test('a price that was paid can be used for as many units as were returned at it, each once', () => {
  const prices = paidPrices([
    { productId: DRESS, quantity: 2, amount: 10_000 },
    { productId: DRESS, quantity: 1, amount: 7000 },
  ])
  expect(take(prices, 3, 5000)).toBe(false)
  expect(take(prices, 1, 5000)).toBe(true)
  // The unit with the other price is still there.
  expect(take(prices, 2, 5000)).toBe(false)
  expect(take(prices, 1, 7000)).toBe(true)
  expect(take(prices, 1, 7000)).toBe(false)
  expect(take(prices, 1, 5000)).toBe(true)
  expect(take(prices, 1, 5000)).toBe(false)
})

test('units whose amount does not divide evenly have a price each, which together are the amount', () => {
  const prices = paidPrices([{ productId: DRESS, quantity: 3, amount: 10_000 }])
  expect(take(prices, 3, 3333)).toBe(false)
  expect(take(prices, 2, 3333)).toBe(true)
  expect(take(prices, 1, 3334)).toBe(true)
})

test.each([0, -1, 0.5, 1.5, Number.NaN])('a price is not used for %s units', (quantity) => {
  const prices = paidPrices([{ productId: DRESS, quantity: 2, amount: 10_000 }])
  expect(take(prices, quantity, 5000)).toBe(false)
  expect(take(prices, 2, 5000)).toBe(true)
})

test('a price is not used for another product, nor for one that has been deleted', () => {
  const prices = paidPrices([
    { productId: null, quantity: 1, amount: 5000 },
    { quantity: 1, amount: 5000 },
    { productId: 'coat', quantity: 1, amount: 5000 },
  ])
  expect(take(prices, 1, 5000)).toBe(false)
  for (const productId of ['null', 'undefined', ''])
    expect(prices.take({ productId, quantity: 1, price: 5000 })).toBe(false)
  expect(prices.take({ productId: 'coat', quantity: 1, price: 5000 })).toBe(true)
})
