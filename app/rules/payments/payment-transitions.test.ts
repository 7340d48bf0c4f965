import { expect, test } from 'vitest'
import {
  isSettled,
  PAYMENT_OUTCOMES,
  PAYMENT_TRANSITIONS,
  UNSETTLED_STATUSES,
} from './payment-transitions.ts'
import { PAYMENT_STATUSES } from './payments.ts'

const stepsOf = (from: (typeof PAYMENT_STATUSES)[number]) =>
  PAYMENT_OUTCOMES.map((outcome) => PAYMENT_TRANSITIONS[from][outcome]?.to ?? null)

test('every answer moves an unsettled payment to its status, and no answer moves a settled one', () => {
  expect(PAYMENT_OUTCOMES).toEqual(['pending', 'failed', 'paid', 'underpaid', 'not-live-money'])
  expect(Object.fromEntries(PAYMENT_STATUSES.map((from) => [from, stepsOf(from)]))).toEqual({
    open: ['open', 'failed', 'paid', 'mismatch', 'mismatch'],
    failed: ['failed', 'failed', 'paid', 'mismatch', 'mismatch'],
    paid: [null, null, null, null, null],
    mismatch: [null, null, null, null, null],
  })
  expect(UNSETTLED_STATUSES).toEqual(['open', 'failed'])
})

test('a payment gets its settled timestamp only when no further answer can change it', () => {
  for (const from of PAYMENT_STATUSES)
    for (const outcome of PAYMENT_OUTCOMES) {
      const step = PAYMENT_TRANSITIONS[from][outcome]
      if (step)
        expect(step.stamp, `${from}, ${outcome}`).toBe(
          isSettled({ status: step.to }) ? 'settledAt' : null,
        )
    }
})

test('a payment settles its order, sale or voucher or puts it under review, and nothing else does', () => {
  for (const from of UNSETTLED_STATUSES) {
    const then = PAYMENT_OUTCOMES.map((outcome) => PAYMENT_TRANSITIONS[from][outcome]?.then)
    expect(then).toEqual([
      'nothing',
      'nothing',
      'paid',
      { review: { order: 'underpaid', sale: 'sum-differs', voucher: 'underpaid' } },
      { review: { order: 'not-live-money', sale: 'sum-differs', voucher: 'not-live-money' } },
    ])
  }
})
