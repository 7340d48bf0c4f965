import { describe, expect, test } from 'vitest'
import { ORDER_REVIEW_REASONS, type OrderReviewReason } from '../../orders/orders.ts'
import { adviceFor, ORDER_REVIEW_TEXTS, orderReviewText } from './words.ts'

const kwacha = (amount: number) => ({ amount, currency: 'MWK' })

describe('an order under review says what to do', () => {
  test('paid too little: the amount paid, and the total', () => {
    const advice = adviceFor({
      reviewReason: 'underpaid',
      totalAmount: 42_000,
      creditAmount: 0,
      received: [kwacha(1000)],
    })
    expect(advice).toContain('MK\u00a01,000 came in of MK\u00a042,000')
  })
  test('paid too little with store credit: it may be spent, and then no status helps', () => {
    const order = { totalAmount: 42_000, received: [kwacha(37_000)] }
    const advice = (creditAmount: number) =>
      adviceFor({ reviewReason: 'underpaid', ...order, creditAmount })
    expect(advice(5000)).toContain('store credit was spent elsewhere')
    expect(advice(0)).not.toContain('store credit')
  })
  test('foreign currency is named as such', () => {
    const received = [{ amount: 42_000, currency: 'ZMW' }]
    expect(
      adviceFor({ reviewReason: 'underpaid', totalAmount: 42_000, creditAmount: 0, received }),
    ).toContain('ZMW 42000 came in')
  })
  test('paid twice: one of the two must be refunded', () => {
    const received = [kwacha(42_000), kwacha(42_000)]
    expect(
      adviceFor({ reviewReason: 'paid-twice', totalAmount: 42_000, creditAmount: 0, received }),
    ).toContain('MK\u00a042,000 and MK\u00a042,000 came in')
  })
  test('with a reason stored by a newer release that was rolled back', () => {
    const reviewReason = 'reason-of-tomorrow' as OrderReviewReason
    const order = { totalAmount: 1000, creditAmount: 0, received: [kwacha(1000)] }
    expect(orderReviewText(reviewReason)).toBe('Needs a person')
    expect(adviceFor({ reviewReason, ...order })).toMatch(/^Another release .*as handled[.]$/)
  })
  test.each(ORDER_REVIEW_REASONS)(
    '%s has a name, and advice that ends with an act',
    (reviewReason) => {
      expect(ORDER_REVIEW_TEXTS[reviewReason]).not.toBe('')
      expect(adviceFor({ reviewReason, totalAmount: 1000, creditAmount: 0, received: [] })).toMatch(
        /refund.*mark it as handled/is,
      )
    },
  )
})
