import { expect, test } from 'vitest'
import { SMALLEST_PAYMENT } from '../money.ts'
import {
  CREDIT_KINDS,
  CREDIT_MOVES,
  CREDIT_STATES,
  CREDIT_STATUSES,
  creditCodeOf,
  creditFor,
  creditLabel,
  creditStateOf,
  findCreditStep,
  findDoubtStep,
  formatCreditCode,
  HAND_KINDS,
  isJustIssued,
  readCreditCode,
} from './credit.ts'

test('codes have these kinds, statuses, states and moves', () => {
  expect(CREDIT_KINDS).toEqual(['return', 'voucher', 'goodwill'])
  expect(HAND_KINDS).toEqual(['voucher', 'goodwill'])
  expect(CREDIT_STATUSES).toEqual(['awaiting', 'active', 'blocked', 'cancelled'])
  expect(CREDIT_STATES).toEqual([
    'awaiting',
    'active',
    'blocked',
    'cancelled',
    'used-up',
    'paid-back',
  ])
  expect(CREDIT_MOVES).toEqual(['issued', 'spent', 'given-back'])
})

// A second person agrees to a code; staff block it, allow it again, or call it off before it holds anything; a sale
// under review blocks it (docs/product.md, Store credit and Returns at the counter).
test('a code has exactly these steps, of every pair of statuses', () => {
  const steps = CREDIT_STATUSES.flatMap((from) =>
    CREDIT_STATUSES.flatMap((to) => {
      const step = findCreditStep(from, to)
      return step ? [step] : []
    }),
  )
  expect(steps).toEqual([
    { from: 'awaiting', to: 'active', by: 'second-person' },
    { from: 'awaiting', to: 'cancelled', by: 'staff' },
    { from: 'active', to: 'blocked', by: 'staff' },
    { from: 'blocked', to: 'active', by: 'staff' },
  ])
  expect(CREDIT_STATUSES.map(findDoubtStep)).toEqual([
    null,
    { from: 'active', to: 'blocked', by: 'doubt' },
    null,
    null,
  ])
  expect(findCreditStep('active', 'active')).toBeNull()
})

test.each([
  ['active', 1, null, 'active'],
  ['active', 0, null, 'used-up'],
  ['blocked', 0, null, 'blocked'],
  ['awaiting', 0, null, 'awaiting'],
  ['cancelled', 0, null, 'cancelled'],
  ['active', 0, 'awaiting', 'awaiting'],
  ['cancelled', 0, 'done', 'paid-back'],
] as const)(
  'a code that is %s with MK %d and refund %s shows as %s',
  (status, balance, refund, state) => {
    expect(creditStateOf({ status, balance, refund })).toBe(state)
  },
)

test('a code issued by hand is shown for ten minutes to the person who issued it, even by a clock that is behind', () => {
  const createdAt = new Date('2026-11-01T08:00:00Z')
  const isSeen = (ms: number, change: object = {}, userId = 'u') =>
    isJustIssued(
      { kind: 'voucher', requestedBy: 'u', createdAt, ...change },
      { userId, now: new Date(createdAt.getTime() + ms) },
    )
  expect([0, 599_999, 600_000, -599_999, -600_000].map((ms) => isSeen(ms))).toEqual([
    true,
    true,
    false,
    true,
    false,
  ])
  expect(isSeen(0, { kind: 'goodwill' })).toBe(true)
  expect(isSeen(0, { kind: 'return' })).toBe(false)
  expect(isSeen(0, {}, 'somebody else')).toBe(false)
  expect(isSeen(0, { requestedBy: null })).toBe(false)
})

test('a code is made of its first twelve bytes, and read however it was typed', () => {
  const bytes = Uint8Array.from([0, 1, 7, 8, 9, 15, 16, 24, 31, 32, 255, 256 + 40, 99])
  const code = creditCodeOf(bytes)
  expect(code).toBe('239ABHJSZ2ZA')
  expect(formatCreditCode(code)).toBe('239A-BHJS-Z2ZA')
  expect(creditLabel(code)).toBe('…Z2ZA')
  for (const typed of ['239ABHJSZ2ZA', '239a-bhjs-z2za', ' 239A  BHJS -- Z2ZA\n'])
    expect(readCreditCode(typed)).toBe(code)
  for (const none of [
    '',
    '239ABHJSZ2Z',
    '239ABHJSZ2ZAA',
    'A239ABHJSZ2ZA',
    '039ABHJSZ2ZA',
    '239A.BHJS.Z2ZA',
  ])
    expect(readCreditCode(none), none).toBe('')
})

test.each([
  [5000, 8000, 5000],
  [8000, 8000, 8000],
  [9000, 8000, 8000],
  [0, 8000, 0],
  // The provider gets its smallest payment: the code pays less than it could.
  [8000 - SMALLEST_PAYMENT, 8000, 8000 - SMALLEST_PAYMENT],
  [8000 - SMALLEST_PAYMENT + 1, 8000, 8000 - SMALLEST_PAYMENT],
  [7999, 8000, 8000 - SMALLEST_PAYMENT],
  [1, SMALLEST_PAYMENT, 0],
  [1, SMALLEST_PAYMENT - 1, 0],
])('a balance of MK %d pays of MK %d: MK %d', (balance, total, paid) => {
  expect(creditFor(balance, total)).toBe(paid)
})
