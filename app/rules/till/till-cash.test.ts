import { describe, expect, test } from 'vitest'
import { varianceWords } from '../messages/till/words.ts'
import {
  type CashierFigures,
  countedTotal,
  DENOMINATIONS,
  type ShiftReturn,
  type ShiftSale,
  shiftFigures,
  withCredit,
} from './till-cash.ts'

const CASH: ShiftSale = {
  cashierId: 'grace',
  paymentMethod: 'cash',
  paymentStatus: 'completed',
  count: 1,
  totalAmount: 9000,
  discountAmount: 1000,
  cashAmount: 9000,
  creditAmount: 0,
  voucherAmount: 0,
}
const SPLIT: ShiftSale = {
  ...CASH,
  paymentMethod: 'paychangu',
  totalAmount: 20_000,
  discountAmount: 0,
  cashAmount: 5000,
}
const RETURN: ShiftReturn = { cashierId: 'grace', count: 1, refund: 4000, creditAmount: 0 }
const open = { float: 10_000, counted: null }

describe('counting the drawer', () => {
  test('notes and coins add up to kwacha', () => {
    expect(countedTotal({ 5000: 3, 200: 2, 1: 7 })).toBe(15_407)
    expect(countedTotal({})).toBe(0)
  })

  test('every note and coin of Malawi is listed once, largest first', () => {
    const onePiece = Object.fromEntries(DENOMINATIONS.map((value) => [value, 1]))
    expect(countedTotal(onePiece)).toBe(8886)
    expect(DENOMINATIONS.toSorted((a, b) => b - a)).toEqual([...DENOMINATIONS])
  })

  test('an invalid number of notes counts as none', () => {
    expect(countedTotal({ 1000: -1, 500: 1.5, 100: Number.NaN, paper: 4, 50: 2 })).toBe(100)
  })
})

describe('a Z report', () => {
  test('the expected cash is float, cash of all sales and cash in, less cash out and refunds', () => {
    const moves = [{ amount: 3000 }, { amount: -2500 }, { amount: -500 }]
    expect(shiftFigures(open, [CASH, SPLIT], [RETURN], moves)).toMatchObject({
      float: 10_000,
      cashSales: 9000,
      splitCash: 5000,
      cashIn: 3000,
      cashOut: 3000,
      refunds: 4000,
      expected: 10_000 + 9000 + 5000 + 3000 - 3000 - 4000,
      mobileMoney: 15_000,
      sales: 2,
      amount: 29_000,
      discounts: 1000,
      returns: 1,
    })
  })

  test('the variance is negative when money is missing, and unknown until the drawer is counted', () => {
    expect(shiftFigures(open, [CASH], [], []).variance).toBeNull()
    expect(shiftFigures({ float: 10_000, counted: 18_500 }, [CASH], [], []).variance).toBe(-500)
    expect(shiftFigures({ float: 10_000, counted: 19_200 }, [CASH], [], []).variance).toBe(200)
    expect(shiftFigures({ float: 10_000, counted: 0 }, [], [], []).variance).toBe(-10_000)
  })

  test('a failed sale counts nowhere, and a waiting one is shown separately', () => {
    const failed = { ...SPLIT, paymentStatus: 'failed' as const }
    const waiting = { ...SPLIT, paymentStatus: 'pending' as const }
    expect(shiftFigures(open, [failed, waiting], [], [])).toMatchObject({
      expected: 10_000,
      sales: 0,
      amount: 0,
      mobileMoney: 0,
      waiting: 1,
      waitingAmount: 20_000,
      byCashier: [],
    })
  })

  test('each cashier has figures, the largest sales first, also one with returns only', () => {
    const other = { ...SPLIT, cashierId: 'mphatso' }
    const { byCashier } = shiftFigures(
      open,
      [CASH, other, CASH],
      [{ ...RETURN, cashierId: 'yamikani' }],
      [],
    )
    expect(byCashier).toEqual([
      expect.objectContaining({ cashierId: 'mphatso', amount: 20_000, mobileMoney: 15_000 }),
      expect.objectContaining({ cashierId: 'grace', sales: 2, cash: 18_000, discounts: 2000 }),
      expect.objectContaining({ cashierId: 'yamikani', sales: 0, returns: 1, refunds: 4000 }),
    ])
  })

  test('grouped totals of sales make the same report as the single sales', () => {
    const summed = {
      ...CASH,
      count: 3,
      totalAmount: 27_000,
      discountAmount: 3000,
      cashAmount: 27_000,
    }
    expect(shiftFigures(open, [summed], [], [])).toEqual(
      shiftFigures(open, [CASH, CASH, CASH], [], []),
    )
  })
})

test('figures of an older release are filled up with zeros, and those of this one stay', () => {
  const voucher = { ...CASH, voucherAmount: 9000 }
  const back = { ...RETURN, creditAmount: 1000, exchanges: 1, exchanged: 500 }
  const moves = [{ amount: -500, exchanges: 1, exchanged: 500 }]
  const figures = shiftFigures(open, [voucher, { ...CASH, creditAmount: 400 }], [back], moves)
  expect(withCredit(figures)).toEqual(figures)
  const { credit: _, ...older } = figures.byCashier[0] as CashierFigures
  const [first] = withCredit({ ...figures, byCashier: [older as CashierFigures] }).byCashier
  expect(first?.credit).toBe(0)
})

test('a variance is shown in words', () => {
  expect([-500, 1200, 0].map(varianceWords)).toEqual([
    'MK\u00a0500 short',
    'MK\u00a01,200 over',
    'Exact',
  ])
})
