import { expect, test } from 'vitest'
import {
  findVoucherRefundStep,
  isWholeVoucher,
  VOUCHER_REFUND_REASONS,
  VOUCHER_REFUND_STATUSES,
  VOUCHER_REFUND_STEPS,
  VOUCHER_REFUND_WAYS,
} from './voucher-refunds.ts'

// Who asked gives the money alone only where no second person is needed; anybody calls a waiting refund off
// (docs/product.md, Store credit).
test('a refund of a voucher has exactly these steps, of every pair of statuses', () => {
  const steps = (['staff', 'second-person'] as const).flatMap((by) =>
    [false, true].flatMap((needsSecond) =>
      VOUCHER_REFUND_STATUSES.flatMap((status) =>
        VOUCHER_REFUND_STATUSES.flatMap((to) => {
          const step = findVoucherRefundStep(by, { status, needsSecond }, to)
          if (step) expect(step).toMatchObject({ by, from: status, to, stamp: 'endedAt' })
          else expect(step).toBeNull()
          return step ? [`${by}, ${needsSecond}: ${status} > ${to}`] : []
        }),
      ),
    ),
  )
  expect(steps).toEqual([
    'staff, false: awaiting > done',
    'staff, false: awaiting > cancelled',
    'staff, true: awaiting > cancelled',
    'second-person, true: awaiting > done',
  ])
  expect(VOUCHER_REFUND_STEPS).toHaveLength(3)
  expect(VOUCHER_REFUND_STATUSES).toEqual(['awaiting', 'done', 'cancelled'])
})

test('the money of a voucher goes back in these ways, for these reasons', () => {
  expect(VOUCHER_REFUND_WAYS).toEqual(['bank', 'dashboard', 'cash'])
  expect(VOUCHER_REFUND_REASONS).toEqual(['not-wanted', 'by-mistake', 'not-arrived', 'goodwill'])
})

test('only a voucher that is active and unspent is refunded', () => {
  const sold = { status: 'active', amount: 5000, balance: 5000 }
  expect(isWholeVoucher(sold)).toBe(true)
  expect(isWholeVoucher({ ...sold, balance: 4999 })).toBe(false)
  expect(isWholeVoucher({ ...sold, status: 'blocked' })).toBe(false)
})
