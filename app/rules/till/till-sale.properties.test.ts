import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holds, kwacha } from '../../../tests/support/properties/holds.ts'
import { ROLES } from '../accounts/roles.ts'
import { LARGEST_AMOUNT } from '../money.ts'
import {
  countedTotal,
  DENOMINATIONS,
  type ShiftReturn,
  type ShiftSale,
  shiftFigures,
} from './till-cash.ts'
import {
  changeDue,
  checkUnits,
  discountNeedsApproval,
  likelyCash,
  lineTotal,
  MOST_UNITS,
  moneyOfRefund,
  paidForLines,
  refundFor,
  saleTotals,
} from './till-sale.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)
/** Lines whose total can be paid, as an upload requires. */
const lines = fc
  .array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 20 }),
      unitPrice: kwacha(50_000_000),
      discount: kwacha(60_000_000),
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .filter((all) => sum(all.map((line) => line.quantity * line.unitPrice)) <= LARGEST_AMOUNT)
const sale = fc.record({ lines, discount: kwacha(LARGEST_AMOUNT) })

describe('a sale at the till', () => {
  test('costs its lines less the discounts, and never less than zero', () =>
    holds(sale, ({ lines, discount }) => {
      const totals = saleTotals(lines, discount)
      expect(totals.subtotal).toBe(totals.discountAmount + totals.total)
      expect(totals.total >= 0 && totals.discountAmount >= 0).toBe(true)
      expect(totals.total).toBeLessThanOrEqual(sum(lines.map(lineTotal)))
    }))

  test('is divided among its lines to the kwacha, no line below zero or above its price', () =>
    holds(
      sale,
      ({ lines, discount }) => {
        const shares = paidForLines(lines, discount)
        expect(sum(shares)).toBe(saleTotals(lines, discount).total)
        shares.forEach((share, n) => {
          const line = lines[n]
          expect(share).toBeGreaterThanOrEqual(0)
          if (line) expect(share).toBeLessThanOrEqual(lineTotal(line))
        })
      },
      2000,
    ))

  test('refunds for all units of a line exactly what was paid for it, in whatever parts they are returned', () =>
    holds(
      fc.record({
        paid: kwacha(LARGEST_AMOUNT),
        parts: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 }),
      }),
      ({ paid, parts }) => {
        const quantity = sum(parts)
        let before = 0
        const refunds = parts.map((units) => {
          const refund = refundFor(paid, quantity, before, units)
          before += units
          return refund
        })
        expect(sum(refunds)).toBe(paid)
        expect(Math.min(...refunds)).toBeGreaterThanOrEqual(0)
      },
    ))

  test('accepts its total or more, and gives change', () =>
    holds(fc.tuple(kwacha(LARGEST_AMOUNT), fc.option(kwacha(LARGEST_AMOUNT))), ([total, given]) => {
      const due = changeDue(total, given)
      expect(due.ok).toBe(given !== null && given >= total)
      if (due.ok) expect(total + due.change).toBe(given)
    }))

  test('offers at most five amounts of cash, all of them enough, the exact one first', () =>
    holds(kwacha(5_000_000), (total) => {
      const likely = likelyCash(total)
      expect(likely[0]).toBe(total)
      expect(likely.length).toBeLessThanOrEqual(5)
      expect(likely.every((amount) => amount >= total && Number.isSafeInteger(amount))).toBe(true)
      expect(new Set(likely).size).toBe(likely.length)
    }))

  test('needs no approval without a discount, and whoever may give more may give less', () =>
    holds(fc.tuple(fc.constantFrom(...ROLES), sale), ([role, { lines, discount }]) => {
      const totals = saleTotals(lines, discount)
      expect(discountNeedsApproval(role, { ...totals, discountAmount: 0 })).toBe(false)
      if (!discountNeedsApproval(role, totals))
        expect(
          discountNeedsApproval(role, {
            ...totals,
            discountAmount: Math.floor(totals.discountAmount / 2),
          }),
        ).toBe(false)
    }))

  test('sells no more than the stock', () =>
    holds(
      fc.tuple(
        fc.integer({ min: 1, max: 20_000 }),
        fc.option(fc.integer({ min: -50, max: 20_000 })),
      ),
      ([units, onHand]) => {
        const checked = checkUnits(units, onHand)
        expect(checked.ok).toBe(units <= MOST_UNITS && units <= (onHand ?? MOST_UNITS))
        if (!checked.ok) expect(checkUnits(checked.available, onHand).ok).toBe(true)
      },
    ))
})

describe('a drawer', () => {
  test('holds the sum of its notes and coins, and invalid ones count as none', () =>
    holds(
      fc.tuple(
        fc.dictionary(fc.constantFrom(...DENOMINATIONS.map(String)), fc.nat(1_000_000)),
        fc.dictionary(
          fc.constantFrom('x', '-5', '0.5', '', 'NaN'),
          fc.oneof(fc.double(), fc.integer()),
        ),
      ),
      ([pieces, others]) => {
        const total = sum(Object.entries(pieces).map(([value, count]) => Number(value) * count))
        expect(countedTotal(pieces)).toBe(total)
        expect(countedTotal({ ...pieces, ...others })).toBe(total)
      },
    ))

  const cashierId = fc.constantFrom('grace', 'peter', 'mary')
  /** Doubles would be next to 0 nearly always. */
  const share = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)
  const sales: fc.Arbitrary<ShiftSale[]> = fc.array(
    fc
      .record({
        cashierId,
        paymentMethod: fc.constantFrom('cash' as const, 'paychangu' as const),
        paymentStatus: fc.constantFrom('completed' as const, 'pending' as const, 'failed' as const),
        count: fc.integer({ min: 1, max: 5 }),
        totalAmount: kwacha(1_000_000),
        discountAmount: kwacha(1_000_000),
        part: share,
        coded: share,
      })
      .map(({ part, coded, ...one }) => {
        const creditAmount = Math.floor(one.totalAmount * coded)
        const rest = one.totalAmount - creditAmount
        const cashAmount = one.paymentMethod === 'cash' ? rest : Math.floor(rest * part)
        const voucherAmount = coded < 0.2 ? one.totalAmount : 0
        const canBeShort = one.paymentMethod === 'paychangu' && voucherAmount === 0
        const unpaidAmount = canBeShort ? Math.floor((rest - cashAmount) * part) : 0
        return { ...one, creditAmount, cashAmount, voucherAmount, unpaidAmount }
      }),
    { maxLength: 12 },
  )
  const returns: fc.Arbitrary<ShiftReturn[]> = fc.array(
    fc
      .record({
        cashierId,
        count: fc.integer({ min: 1, max: 3 }),
        refund: kwacha(1_000_000),
        coded: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ coded, ...one }) => ({ ...one, creditAmount: Math.floor(one.refund * coded) })),
    { maxLength: 6 },
  )
  const moves = fc.array(fc.record({ amount: fc.integer({ min: -1_000_000, max: 1_000_000 }) }), {
    maxLength: 6,
  })

  test('adds up: money in less money out is expected, and the cashiers’ parts add up to the whole', () =>
    holds(
      fc.record({
        float: kwacha(1_000_000),
        counted: fc.option(kwacha(9_000_000)),
        sales,
        returns,
        moves,
      }),
      ({ float, counted, sales, returns, moves }) => {
        const figures = shiftFigures({ float, counted }, sales, returns, moves)
        const paid = sales.filter((one) => one.paymentStatus === 'completed')
        expect(figures.expected).toBe(
          float +
            sum(paid.map((one) => one.cashAmount)) +
            sum(moves.map(({ amount }) => amount)) -
            sum(returns.map(({ refund, creditAmount }) => refund - creditAmount)),
        )
        expect(figures.expected).toBe(
          float +
            figures.cashSales +
            figures.splitCash +
            figures.cashIn -
            figures.cashOut -
            figures.refunds,
        )
        expect(figures.amount + figures.vouchersAmount).toBe(
          figures.cashSales + figures.splitCash + figures.mobileMoney + figures.credit,
        )
        expect(figures.refunds + figures.creditRefunds).toBe(
          sum(returns.map(({ refund }) => refund)),
        )
        expect(figures.variance).toBe(counted === null ? null : counted - figures.expected)
        for (const [whole, part] of [
          ['amount', 'amount'],
          ['sales', 'sales'],
          ['mobileMoney', 'mobileMoney'],
          ['credit', 'credit'],
          ['discounts', 'discounts'],
          ['refunds', 'refunds'],
          ['returns', 'returns'],
        ] as const)
          expect(sum(figures.byCashier.map((one) => one[part]))).toBe(figures[whole])
        expect(figures.byCashier.map(({ amount }) => amount)).toEqual(
          figures.byCashier.map(({ amount }) => amount).toSorted((a, b) => b - a),
        )
        expect(
          shiftFigures(
            { float, counted },
            sales.toReversed(),
            returns.toReversed(),
            moves.toReversed(),
          ),
        ).toEqual(figures)
      },
    ))
})

test('a refund counts fully as money as soon as one item is not returned to stock', () =>
  holds(
    fc.record({
      lines: fc.array(fc.record({ isRestocked: fc.boolean() }), { minLength: 1, maxLength: 8 }),
      refund: kwacha(LARGEST_AMOUNT),
      taken: kwacha(LARGEST_AMOUNT),
    }),
    ({ lines, refund, taken }) => {
      const above = Math.max(0, refund - taken)
      const money = moneyOfRefund(lines, refund, above)
      expect(money).toBe(lines.some((line) => !line.isRestocked) ? refund : above)
      expect(money).toBeLessThanOrEqual(refund)
    },
  ))
