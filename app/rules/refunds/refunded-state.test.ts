import { expect, test } from 'vitest'
import { refundedStateOf } from './refunded-state.ts'

test.each([
  ['nothing went back', 10_000, 0, 10_000, 0, null],
  ['a part went back', 10_000, 0, 10_000, 9_999, 'partially-refunded'],
  ['all went back', 10_000, 0, 10_000, 10_000, 'refunded'],
  ['a code paid a part, which stays', 10_000, 2_000, 12_000, 10_000, 'partially-refunded'],
  ['a code paid a part, and both went back', 10_000, 2_000, 12_000, 12_000, 'refunded'],
  ['too little was paid, and that went back', 10_000, 0, 6_000, 6_000, 'refunded'],
  ['nothing was paid, and nothing went back', 10_000, 0, 0, 0, null],
] as const)(
  'an order is refunded in full, in part or not at all: %s',
  (_, totalAmount, coveredAmount, came, refundedOfTotal, state) => {
    expect(refundedStateOf({ totalAmount, coveredAmount, came, refundedOfTotal })).toBe(state)
  },
)
