import { describe, expect, test } from 'vitest'
import { percentOf } from '../money.ts'
import { hasOwnPicture, pictureOf } from './till-events.ts'
import { isShort } from './till-payment.ts'
import {
  changeDue,
  checkUnits,
  discountNeedsApproval,
  likelyCash,
  lineTotal,
  paidForLines,
  refundFor,
  saleTotals,
} from './till-sale.ts'

const aLine = (quantity: number, unitPrice: number, discount = 0) => ({
  quantity,
  unitPrice,
  discount,
})

describe('the total of a sale', () => {
  test('is its lines less their discounts and the sale’s discount', () => {
    expect(saleTotals([aLine(2, 5000, 1000), aLine(1, 3000)], 500)).toEqual({
      subtotal: 13_000,
      discountAmount: 1500,
      total: 11_500,
    })
  })

  test('is zero for an empty basket', () => {
    expect(saleTotals([], 0)).toEqual({ subtotal: 0, discountAmount: 0, total: 0 })
  })

  test('is never negative: a discount takes off at most what is there', () => {
    expect(lineTotal(aLine(1, 3000, 9000))).toBe(0)
    expect(saleTotals([aLine(1, 3000, 9000), aLine(1, 1000)], 5000)).toEqual({
      subtotal: 4000,
      discountAmount: 4000,
      total: 0,
    })
  })
})

describe('the discount limit', () => {
  test('lets a cashier give ten percent alone, and one kwacha more needs approval', () => {
    expect(discountNeedsApproval('cashier', saleTotals([aLine(1, 10_000)], 1000))).toBe(false)
    expect(discountNeedsApproval('cashier', saleTotals([aLine(1, 10_000)], 1001))).toBe(true)
  })

  test('lets a cashier give ten percent of a price that it does not divide, as the till rounds it', () => {
    const off = percentOf(12_345, 10)
    expect(off).toBe(1235)
    expect(discountNeedsApproval('cashier', saleTotals([aLine(1, 12_345)], off))).toBe(false)
    expect(discountNeedsApproval('cashier', saleTotals([aLine(1, 12_345)], off + 1))).toBe(true)
  })

  test('counts a discount on lines like one on the sale', () => {
    expect(discountNeedsApproval('cashier', saleTotals([aLine(1, 10_000, 600)], 600))).toBe(true)
  })

  test('lets an admin give anything, a customer nothing', () => {
    expect(discountNeedsApproval('admin', saleTotals([aLine(1, 10_000)], 10_000))).toBe(false)
    expect(discountNeedsApproval('customer', saleTotals([aLine(1, 10_000)], 1))).toBe(true)
  })

  test('requires nobody for a sale without discount', () => {
    expect(discountNeedsApproval('cashier', saleTotals([aLine(1, 10_000)], 0))).toBe(false)
    expect(discountNeedsApproval('cashier', saleTotals([], 0))).toBe(false)
  })
})

test('no more units are sold than are in stock, and untracked stock never runs out', () => {
  expect(checkUnits(5, 5)).toEqual({ ok: true })
  expect(checkUnits(6, 5)).toEqual({ ok: false, reason: 'pos-stock', available: 5 })
  expect(checkUnits(1, -2)).toEqual({ ok: false, reason: 'pos-stock', available: 0 })
  expect(checkUnits(500, null)).toEqual({ ok: true })
})

test('change is the cash given less the total, and too little is refused with the total', () => {
  expect(changeDue(7500, 10_000)).toEqual({ ok: true, change: 2500 })
  expect(changeDue(7500, 7500)).toEqual({ ok: true, change: 0 })
  expect(changeDue(7500, 7499)).toEqual({ ok: false, reason: 'pos-cash', amount: 7500 })
  expect(changeDue(7500, null)).toEqual({ ok: false, reason: 'pos-cash', amount: 7500 })
})

test.each([
  [0, []],
  [45, [50, 100, 200, 500]],
  [300, [500, 1000, 2000, 5000]],
  [899, [900, 1000, 2000, 5000]],
  [1700, [2000, 5000]],
  [3500, [4000, 5000]],
  [5000, []],
  [5500, [6000, 7000, 10_000]],
  [8999, [9000, 10_000]],
  [10_000, []],
  [12_000, [15_000, 20_000]],
  // Not 13,000 or 14,000, which take as many notes as the exact sum; three notes make 15,000.
  [12_500, [15_000, 20_000]],
  [15_000, [20_000]],
  [17_300, [17_500, 20_000]],
  [24_750, [25_000, 30_000]],
  [122_000, [125_000, 130_000]],
  [999_999, [1_000_000]],
])('a total of MK %d is paid by the exact amount, or %j in few notes', (total, others) => {
  expect(likelyCash(total)).toEqual([total, ...others])
})

describe('the amount paid for a line', () => {
  test('has its share of the sale’s discount, to the kwacha', () => {
    const lines = [aLine(1, 1000), aLine(1, 1000), aLine(1, 1000)]
    const paid = paidForLines(lines, 100)
    expect(paid).toEqual([966, 967, 967])
    expect(paid.reduce((sum, share) => sum + share)).toBe(saleTotals(lines, 100).total)
  })

  test('is zero when everything was given away', () => {
    expect(paidForLines([aLine(1, 1000, 1000), aLine(2, 500, 1000)], 0)).toEqual([0, 0])
  })
})

test('units returned one by one are refunded exactly what was paid for them', () => {
  const one = [0, 1, 2].map((before) => refundFor(1000, 3, before, 1))
  expect(one).toEqual([333, 333, 334])
  expect(refundFor(1000, 3, 0, 3)).toBe(1000)
})

test('a line shows the picture of its color if there is one, otherwise the product’s', () => {
  const product = { picture: '/any.webp', colorPictures: { Teal: '/teal.webp' } }
  expect(pictureOf(product, 'Teal')).toBe('/teal.webp')
  expect([pictureOf(product, 'Red'), pictureOf(product, null)]).toEqual(['/any.webp', '/any.webp'])
  expect(pictureOf({ picture: null }, 'Red')).toBeNull()
  expect(['Teal', 'Red', null].map((color) => hasOwnPicture(product, color))).toEqual([
    true,
    false,
    true,
  ])
  expect(hasOwnPicture({}, 'Red')).toBe(true)
  // Staff name colors as they like.
  expect(pictureOf({ picture: '/any.webp', colorPictures: { null: '/odd.webp' } }, null)).toBe(
    '/any.webp',
  )
})

test('a sale is short where its late payment is credited and leaves a part unpaid', () => {
  const rows = [
    ['held', 500, true],
    ['held', 0, false],
    ['held', undefined, false],
    ['waiting', 500, false],
  ] as const
  for (const [state, unpaidAmount, expected] of rows)
    expect(isShort({ state, ...(unpaidAmount === undefined ? {} : { unpaidAmount }) })).toBe(
      expected,
    )
})
