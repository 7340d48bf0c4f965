import { expect, test } from 'vitest'
import { POS_PAYMENT_STATUSES } from '../payments/payments.ts'
import { SALE_ACTORS, SALE_TRANSITIONS } from './sale-transitions.ts'

test('a till sale has exactly these steps, of every pair of statuses', () => {
  const steps = SALE_ACTORS.flatMap((by) =>
    POS_PAYMENT_STATUSES.flatMap((from) => {
      const step = SALE_TRANSITIONS[by][from]
      return step ? [`${by}: ${from} > ${step.to}`] : []
    }),
  )
  expect(steps).toEqual([
    'payment: pending > completed',
    'payment: completed > completed',
    'payment: failed > completed',
    'payment: cancelled > completed',
    'timer: pending > failed',
    'cashier: pending > cancelled',
    'staff: completed > cancelled',
  ])
})

test('a till sale that ends unpaid returns its units; a late payment takes what is left, goes under review, and its cash does not count', () => {
  const { payment, timer, cashier } = SALE_TRANSITIONS
  for (const step of [timer.pending, cashier.pending])
    expect(step).toMatchObject({ stock: 'return', cash: 'keep', review: null })
  for (const step of [payment.failed, payment.cancelled])
    expect(step).toMatchObject({ stock: 'allocate', cash: 'uncount', review: 'paid-late' })
})

test('a payment for a till sale that is already paid moves no stock: one of the two payments is refunded', () => {
  expect(SALE_TRANSITIONS.payment.completed).toMatchObject({ stock: 'keep', review: 'sum-differs' })
})
