import { expect, test } from 'vitest'
import { REVIEW_TEXTS, reviewAdvice, reviewText } from '../messages/till/words.ts'
import { TILL_REVIEW_REASONS, type TillReviewReason } from './till-events.ts'
import { reviewFingerprint } from './till-review.ts'

test('every review reason has a name and advice, even without further details', () => {
  for (const reason of TILL_REVIEW_REASONS) {
    expect(REVIEW_TEXTS[reason].length).toBeGreaterThan(3)
    expect(reviewAdvice(reason)).toMatch(/^[A-Z].*[.]$/)
    expect(reviewAdvice(reason)).not.toMatch(/undefined|: [,.]/)
  }
})

test('a reason stored by a newer release that was rolled back is under review as well', () => {
  const reason = 'reason-of-tomorrow' as TillReviewReason
  expect(reviewText(reason)).toBe('Needs a person')
  expect(reviewAdvice(reason, { refund: 9000 })).toMatch(/^Another release .*ask the cashier[.]$/)
})

test('the advice of a review names what was missing and what was paid out', () => {
  expect(reviewAdvice('short-stock', { missing: ['2 × Wrap Dress', '1 × Bag'] })).toContain(
    'than the books had: 2 × Wrap Dress, 1 × Bag.',
  )
  expect(reviewAdvice('returned-twice', { refund: 9000 })).toContain(
    'MK\u00a09,000 went out in cash',
  )
  expect(reviewAdvice('sum-differs', { refund: 9000 })).toContain('MK\u00a09,000 went out in cash')
})

test('review reasons in another order have the same fingerprint', () => {
  expect(reviewFingerprint(['sum-differs', 'price-differs'])).toBe(
    reviewFingerprint(['price-differs', 'sum-differs']),
  )
})
