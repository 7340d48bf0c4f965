import { expect, test } from 'vitest'
import { PARKED_REASONS } from './till-events.ts'
import { PARKED_WORDS, parkedAdvice, parkedPrint } from './till-review.ts'

test('every reason to wait has a name and says what to do, also when nothing more is known', () => {
  for (const reason of PARKED_REASONS) {
    expect(PARKED_WORDS[reason].length).toBeGreaterThan(3)
    expect(parkedAdvice(reason)).toMatch(/^[A-Z].*[.]$/)
    expect(parkedAdvice(reason)).not.toMatch(/undefined|: [,.]/)
  }
})

test('what was missing and what went out are named', () => {
  expect(parkedAdvice('short-stock', { missing: ['2 × Wrap Dress', '1 × Bag'] })).toContain(
    'than the books had: 2 × Wrap Dress, 1 × Bag.',
  )
  expect(parkedAdvice('returned-twice', { refund: 9000 })).toContain(
    'MK\u00a09,000 went out in cash',
  )
  expect(parkedAdvice('sum-differs', { refund: 9000 })).toContain('MK\u00a09,000 went out in cash')
})

test('the same reasons in another order are the same', () => {
  expect(parkedPrint(['sum-differs', 'price-differs'])).toBe(
    parkedPrint(['price-differs', 'sum-differs']),
  )
})
