import { expect, test } from 'vitest'
import { ean13Bars } from '../catalogue/ean13.ts'
import { code128Bars } from '../till/code128.ts'
import { countLabels, labelBars, MOST_LABELS } from './labels.ts'

test('a label has an EAN-13, or Code 128 for any other code that fits', () => {
  expect(labelBars('6001234567899')).toEqual(ean13Bars('6001234567899'))
  expect(ean13Bars('6001234567899')).not.toBeNull()
  // 35 modules for start, check and stop, and 11 for each letter.
  expect(labelBars('DRESS-XL')).toEqual(code128Bars('DRESS-XL'))
  expect(labelBars('DRESS-XXL')).toBeNull()
  expect(labelBars('Chitenjé')).toBeNull()
})

test('labels are printed as many as typed for each row, and together no more than the most', () => {
  for (const [typed, rows, counts] of [
    [['2', ' 30 ', '0'], 3, [2, 30, 0]],
    [['', 'x', '-1', '1.5', '5x', 'x5', '10000'], 7, [0, 0, 0, 0, 0, 0, 0]],
    [['2'], 3, [2, 0, 0]],
    [['2', '3', '4'], 2, [2, 3]],
    [[`${MOST_LABELS - 1}`, '5', '5'], 3, [MOST_LABELS - 1, 1, 0]],
  ] as const)
    expect(countLabels(typed, rows)).toEqual(counts)
})
