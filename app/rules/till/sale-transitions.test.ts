import { expect, test } from 'vitest'
import {
  amountOfEnd,
  isNotPaidWhole,
  mayBeCalledOff,
  reasonsLeft,
  SALE_ACTORS,
  SALE_TRANSITIONS,
  SHORT_ENDS,
  SHORT_WAYS,
  type ShortEnd,
} from './sale-transitions.ts'
import type { TillReviewReason } from './till-events.ts'

// What ends unpaid gives back its units and what a code paid. A late payment takes the units and the code's part again,
// is under review, and its cash went back to the customer before. A second payment moves nothing (docs/product.md).
test('a till sale has exactly these steps, and each moves its units, its cash and its code together', () => {
  const ends = { stock: 'return', cash: 'keep', credit: 'return', review: null }
  const late = {
    to: 'completed',
    stock: 'allocate',
    cash: 'uncount',
    credit: 'take',
    review: 'paid-late',
  }
  const paid = { to: 'completed', cash: 'keep', credit: 'keep' }
  expect(SALE_TRANSITIONS).toEqual({
    payment: {
      pending: { ...paid, stock: 'sell', review: null },
      failed: late,
      cancelled: late,
      completed: { ...paid, stock: 'keep', review: 'sum-differs' },
    },
    timer: { pending: { to: 'failed', ...ends } },
    cashier: { pending: { to: 'cancelled', ...ends } },
    staff: { completed: { to: 'cancelled', ...ends } },
  })
  expect(SALE_ACTORS).toEqual(['payment', 'timer', 'cashier', 'staff'])
  expect(SHORT_ENDS).toEqual(['rest-taken', 'called-off'])
  expect(SHORT_WAYS).toEqual(['bank', 'dashboard', 'cash'])
})

/** Paid late, without its part in cash. */
const short = {
  paymentStatus: 'completed',
  totalAmount: 1000,
  cashAmount: 0,
  creditAmount: 100,
  unpaidAmount: 300,
  voucherAmount: 0,
} as const

test.each([
  ['is short', {}, 0, true, true],
  ['is not completed', { paymentStatus: 'pending' }, 0, false, false],
  ['is called off', { paymentStatus: 'cancelled' }, 0, false, false],
  ['is paid in full', { unpaidAmount: 0 }, 0, false, false],
  ['is partly paid in cash', { cashAmount: 1 }, 0, true, false],
  ['is a voucher', { voucherAmount: 1 }, 0, true, false],
  ['has a return', {}, 1, true, false],
] as const)(
  'a sale that %s: not paid whole, may be called off',
  (_, change, returns, isShort, may) => {
    const sale = { ...short, ...change }
    expect([isNotPaidWhole(sale), mayBeCalledOff(sale, returns)]).toEqual([isShort, may])
  },
)

test('the end of a short sale takes its rest, or gives back its mobile money', () => {
  expect(SHORT_ENDS.map((end) => amountOfEnd(short, end))).toEqual([300, 600])
})

const EVERY: TillReviewReason[] = ['paid-late', 'sum-differs', 'price-differs']
test.each<[ShortEnd, string | null, TillReviewReason[]]>([
  ['rest-taken', null, ['price-differs']],
  ['called-off', null, []],
  ...(
    ['paid-twice', 'paid-in-cash-too', 'underpaid', 'not-live-money', 'test-money'] as const
  ).flatMap((code): [ShortEnd, string, TillReviewReason[]][] => [
    ['rest-taken', code, ['sum-differs', 'price-differs']],
    ['called-off', code, ['sum-differs']],
  ]),
  // What the code did not cover is part of the rest.
  ['rest-taken', 'credit-short', ['price-differs']],
  ['called-off', 'credit-short', []],
  ['rest-taken', 'another', ['price-differs']],
  ['called-off', 'another', []],
])('a sale ended by %s with a note %s stays under review for %j', (end, code, left) => {
  const sale = {
    reviewReasons: EVERY,
    reviewNotes: code === null ? [] : ([{ code: 'another' }, { code }] as never),
    handledAt: null,
  }
  expect(reasonsLeft(sale, end)).toEqual(left)
  expect(reasonsLeft({ ...sale, handledAt: new Date(0) }, end)).toEqual([])
})
