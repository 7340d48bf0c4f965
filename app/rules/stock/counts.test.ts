import { expect, test } from 'vitest'
import { countName, differenceOfCount } from './counts.ts'

test('a stock-take is named by its number, and books counted less expected units', () => {
  expect(countName(12)).toBe('C-12')
  expect(differenceOfCount({ counted: 3, expected: 5 })).toBe(-2)
})
