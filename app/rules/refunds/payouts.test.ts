import { expect, test } from 'vitest'
import {
  askAgainAfter,
  guessOperator,
  PAYOUT_OUTCOMES,
  PAYOUT_TRANSITIONS,
  readWalletPhone,
} from './payouts.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR
const PACE = 5

test.each([
  ['paid', 0, 0, null],
  // At the shop's pace for ten minutes, then less and less often, every six hours at the least.
  ['open', 0, 0, PACE],
  ['open', 10 * MINUTE - 1, 0, PACE],
  ['open', 10 * MINUTE, 0, MINUTE],
  ['open', 2 * HOUR, 0, 12 * MINUTE],
  ['open', 29 * DAY, 0, 6 * HOUR],
  ['open', 30 * DAY, 0, 6 * HOUR],
  ['open', 30 * DAY + 1, 0, null],
  // One that failed: every hour at first, every day at the least, whatever time it took to fail.
  ['failed', 40 * DAY, 0, HOUR],
  ['failed', HOUR, 10 * HOUR, 2 * HOUR],
  ['failed', HOUR, 13 * DAY, DAY],
  ['failed', HOUR, 14 * DAY, DAY],
  ['failed', HOUR, 14 * DAY + 1, null],
] as const)(
  'a payout that is %s, %d s old and ended %d s ago is asked about again in %s s',
  (status, age, settledFor, seconds) => {
    expect(askAgainAfter({ status, age, settledFor }, PACE)).toBe(seconds)
  },
)

test('a payout is never asked about faster than the shop’s pace', () => {
  const open = { status: 'open', age: 10 * MINUTE, settledFor: 0 } as const
  expect(askAgainAfter(open, 5 * MINUTE)).toBe(5 * MINUTE)
})

test('a payout ends once it is known, and one that failed still counts when it arrives after all', () => {
  const nextOf = (from: 'open' | 'failed' | 'paid') =>
    PAYOUT_OUTCOMES.map((outcome) => {
      const step = PAYOUT_TRANSITIONS[from][outcome]
      return step && `${step.to}${step.stamp === 'settledAt' ? ' now' : ''}`
    })
  expect(PAYOUT_OUTCOMES.join()).toBe('pending,unknown,failed,paid,ended,not-needed')
  const failed = 'failed now'
  expect(nextOf('open')).toEqual(['open', 'open', failed, 'paid now', failed, failed])
  expect(nextOf('failed').slice(0, 4)).toEqual(['failed', 'failed', 'failed', 'paid now'])
  expect([...nextOf('failed').slice(4), ...nextOf('paid')]).toEqual(Array(8).fill(undefined))
})

test('a wallet has a mobile number of Malawi, and its operator is guessed by it', () => {
  for (const [typed, phone, operator] of [
    ['0991 234 567', '+265991234567', 'airtel'],
    ['0981 234 567', '+265981234567', 'airtel'],
    ['0881 234 567', '+265881234567', 'tnm'],
    ['+265 891 234 567', '+265891234567', 'tnm'],
  ] as const) {
    expect(readWalletPhone(typed)).toBe(phone)
    expect(guessOperator(phone)).toBe(operator)
  }
  for (const other of ['', 'mine', '+27 82 123 4567']) expect(readWalletPhone(other)).toBeNull()
  for (const other of ['+265212345678', '+27826599123', '+27 +265991234567', '+27 +265881234567'])
    expect(guessOperator(other)).toBeNull()
})
