import { expect, test } from 'vitest'
import { REASONS } from '../rules/messages/words.ts'
import { statusOf } from './responses.ts'

/** What is answered with another status than 400. */
const STATUSES: Record<number, string[]> = {
  401: ['not-authenticated'],
  404: [
    'cart-line-not-found',
    'not-found',
    'order-not-found',
    'person-not-found',
    'pos-sale-not-found',
    'product-not-found',
  ],
  409: [
    'cart-changed',
    'cart-stock',
    'delivery-changed',
    'discount-changed',
    'discount-used-up',
    'idempotency-reused',
    'out-of-stock',
    'pin-used-up',
    'price-changed',
    'total-changed',
    'unpaid-again',
    'unpaid-code',
    'unpaid-orders',
    'unpaid-units',
  ],
  429: ['too-many-attempts'],
  502: ['provider-refused', 'provider-unreachable'],
  503: ['payments-off', 'pos-payments-off', 'unavailable'],
}

const NOTICES = [
  'order-status-changed',
  'password-changed',
  'products-changed',
  'role-changed',
  'stock-changed',
]

test('each reason is answered with its own status', () => {
  const found: Record<number, string[]> = {}
  for (const reason of REASONS) {
    const status = statusOf(reason)
    if (status !== 400 && !NOTICES.includes(reason)) (found[status] ??= []).push(reason)
  }
  for (const reasons of Object.values(found)) reasons.sort()
  expect(found).toEqual(STATUSES)
})
