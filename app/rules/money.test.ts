import { expect, test } from 'vitest'
import { formatAmount, formatKwacha, isWholeAmount, percentOf, percentOff } from './money.ts'

test('kwacha are shown as MK with a no-break space and thousands separators, like en-MW', () => {
  expect(formatKwacha(300_000)).toBe('MK\u00a0300,000')
  expect(formatKwacha(0)).toBe('MK\u00a00')
  expect(formatKwacha(-5000)).toBe('−MK\u00a05,000')
  const intl = new Intl.NumberFormat('en-MW', {
    style: 'currency',
    currency: 'MWK',
    maximumFractionDigits: 0,
  })
  expect(formatKwacha(1_234_567)).toBe(intl.format(1_234_567))
  expect(formatAmount(1_000_000)).toBe('1,000,000')
})

test('percentages round half up to whole kwacha', () => {
  expect(percentOf(20_000, 10)).toBe(2000)
  expect(percentOf(5, 10)).toBe(1)
  expect(percentOf(4, 10)).toBe(0)
  expect(percentOf(149, 33)).toBe(49)
  expect(percentOf(150, 33)).toBe(50)
  expect(percentOf(999, 100)).toBe(999)
})

test('the badge shows the reduction in percent, and nothing without a reduction', () => {
  expect(percentOff(75, 100)).toBe(25)
  expect(percentOff(2, 3)).toBe(33)
  expect(percentOff(100, 100)).toBe(0)
  expect(percentOff(120, 100)).toBe(0)
  expect(percentOff(100, null)).toBe(0)
})

test('an amount is a whole number of kwacha', () => {
  expect(isWholeAmount(5)).toBe(true)
  for (const wrong of [-1, 0.5, 2 ** 53, Number.NaN, '5', null])
    expect(isWholeAmount(wrong)).toBe(false)
})
