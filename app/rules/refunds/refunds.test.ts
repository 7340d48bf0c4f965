import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findRefundTransition, REFUND_ACTORS } from './refund-transitions.ts'
import {
  isSettledBy,
  needsSecondPerson,
  OPEN_STATUSES,
  owedBack,
  REFUND_STATUSES,
  refundable,
  shareOfUnits,
  surplusOf,
} from './refunds.ts'

const line = fc.record({
  id: fc.uuid(),
  price: fc.integer({ min: 0, max: 999_999 }),
  quantity: fc.integer({ min: 1, max: 30 }),
})

test('the shares of all units of an order add up to what was paid, in whatever parts they are refunded', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(line, { minLength: 1, maxLength: 6, selector: ({ id }) => id }),
      fc.integer({ min: 0, max: 100 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 40, maxLength: 40 }),
      (made, percent, pieces) => {
        const lines = made.map(({ price, ...one }) => ({ ...one, total: price * one.quantity }))
        const subtotal = lines.reduce((sum, one) => sum + one.total, 0)
        const discountAmount = Math.floor((subtotal * percent) / 100)
        // The part that exchanged pieces paid counts as paid.
        const covered = subtotal - discountAmount
        let back = 0
        for (const { id, quantity } of lines)
          for (let before = 0, n = 0; before < quantity; n += 1) {
            const units = Math.min(pieces[n % pieces.length] ?? 1, quantity - before)
            const part = shareOfUnits(
              { subtotal, discountAmount: discountAmount + covered, coveredAmount: covered, lines },
              id,
              units,
              before,
            )
            expect(part).toBeGreaterThanOrEqual(0)
            back += part
            before += units
          }
        expect(back).toBe(subtotal - discountAmount)
      },
    ),
    { numRuns: 60 },
  )
})

test('a line that the order does not have has no share of what was paid', () => {
  const order = {
    subtotal: 100,
    discountAmount: 0,
    coveredAmount: 0,
    lines: [{ id: 'a', quantity: 1, total: 100 }],
  }
  expect(shareOfUnits(order, 'b', 1, 0)).toBe(0)
})

test('nothing was paid for a line of an order that cost nothing', () => {
  const lines = [{ id: 'a', quantity: 1, total: 0 }]
  expect(shareOfUnits({ subtotal: 0, discountAmount: 0, coveredAmount: 0, lines }, 'a', 1, 0)).toBe(
    0,
  )
})

test('an overpaid amount is refunded first', () => {
  expect(surplusOf(100, 1000, { paid: 2000, refunded: 0 })).toBe(100)
  expect(surplusOf(1500, 1000, { paid: 2000, refunded: 0 })).toBe(1000)
  expect(surplusOf(500, 1000, { paid: 2000, refunded: 900 })).toBe(100)
  expect(surplusOf(500, 1000, { paid: 1000, refunded: 0 })).toBe(0)
  expect(refundable({ paid: 1000, refunded: 400 })).toBe(600)
})

test('the shop owes all money of a cancelled order, and what was paid above the total of another', () => {
  const money = { totalAmount: 1000, paid: 2000, refunded: 300 }
  expect(owedBack({ ...money, status: 'cancelled' })).toBe(1700)
  expect(owedBack({ ...money, status: 'shipped' })).toBe(700)
  expect(owedBack({ ...money, paid: 1000, status: 'shipped' })).toBe(0)
})

test('a review of money ends when the owed money is refunded; an underpayment stays until the order ends', () => {
  const order = { totalAmount: 1000, paid: 2000, refunded: 1000, status: 'shipped' as const }
  expect(isSettledBy({ ...order, reviewReason: 'paid-twice' })).toBe(true)
  expect(isSettledBy({ ...order, reviewReason: 'paid-too-much' })).toBe(true)
  expect(isSettledBy({ ...order, refunded: 999, reviewReason: 'paid-twice' })).toBe(false)
  expect(isSettledBy({ ...order, paid: 400, refunded: 400, reviewReason: 'underpaid' })).toBe(false)
  const ended = { ...order, paid: 400, refunded: 400, status: 'cancelled' as const }
  expect(isSettledBy({ ...ended, reviewReason: 'underpaid' })).toBe(true)
})

test('a second person must agree from an order’s amount on, and always for one’s own order', () => {
  const asked = { amount: 50, refunded: 40, isOwn: false }
  expect(needsSecondPerson(asked, 91)).toBe(false)
  expect(needsSecondPerson(asked, 90)).toBe(true)
  expect(needsSecondPerson(asked, null)).toBe(false)
  expect(needsSecondPerson({ ...asked, isOwn: true }, null)).toBe(true)
  expect(needsSecondPerson({ ...asked, isOtherWallet: true }, null)).toBe(true)
})

test('the steps of a refund are exactly these, and the final states have none', () => {
  const steps = REFUND_ACTORS.flatMap((by) =>
    REFUND_STATUSES.flatMap((status) =>
      REFUND_STATUSES.flatMap((to) => {
        const step = findRefundTransition(by, { status, way: 'bank' }, to)
        return step ? [`${by}: ${status} → ${to} (${step.stamp})`] : []
      }),
    ),
  )
  expect(steps).toEqual([
    'staff: awaiting → cancelled (endedAt)',
    'staff: requested → done (endedAt)',
    'staff: requested → cancelled (endedAt)',
    'second-person: awaiting → requested (approvedAt)',
  ])
  for (const status of REFUND_STATUSES.filter((one) => !OPEN_STATUSES.some((open) => open === one)))
    for (const to of REFUND_STATUSES)
      expect(findRefundTransition('staff', { status, way: 'cash' }, to)).toBeNull()
})
