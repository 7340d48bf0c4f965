import { expect, test } from 'vitest'
import { REASONS, wordsFor } from './words.ts'

test('"Payment failed" is said of a payment that failed, and of nothing else', () => {
  const failed = REASONS.filter((reason) => wordsFor(reason).title === 'Payment failed')
  expect(failed).toEqual([
    'payment-failed',
    'payment-not-started',
    'provider-unreachable',
    'provider-refused',
  ])
})

test('the specification’s words for a payment stand as they are', () => {
  expect(wordsFor('payment-failed').description).toBe(
    'There was an error processing your payment. Please try again.',
  )
  expect(wordsFor('payment-not-started').description).toBe('Failed to initiate payment')
  expect(wordsFor('not-authenticated').description).toBe('Not authenticated')
})

test('a lost connection never says that a payment failed', () => {
  for (const reason of [
    'checkout-not-sent',
    'checkout-unknown',
    'connection-lost',
    'till-offline',
  ] as const)
    expect(wordsFor(reason).title).toBe('No connection')
})
