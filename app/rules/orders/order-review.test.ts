import { describe, expect, test } from 'vitest'
import { ATTENTION_WORDS, adviceFor } from './order-review.ts'
import { ATTENTIONS } from './orders.ts'

const kwacha = (amount: number) => ({ amount, currency: 'MWK' })

describe('an order that needs a person says what to do', () => {
  test('too little: what came, and of how much', () => {
    const said = adviceFor({
      attention: 'underpaid',
      totalAmount: 42_000,
      received: [kwacha(1000)],
    })
    expect(said).toContain('MK\u00a01,000 came in of MK\u00a042,000')
  })
  test('money of another country is named as such', () => {
    const received = [{ amount: 42_000, currency: 'ZMW' }]
    expect(adviceFor({ attention: 'underpaid', totalAmount: 42_000, received })).toContain(
      'ZMW 42000 came in',
    )
  })
  test('paid twice: one of two goes back', () => {
    const received = [kwacha(42_000), kwacha(42_000)]
    expect(adviceFor({ attention: 'paid-twice', totalAmount: 42_000, received })).toContain(
      'MK\u00a042,000 and MK\u00a042,000 came in',
    )
  })
  test.each(ATTENTIONS)('%s has a name, and ends with an act', (attention) => {
    expect(ATTENTION_WORDS[attention]).not.toBe('')
    expect(adviceFor({ attention, totalAmount: 1000, received: [] })).toMatch(
      /refund.*mark it as handled/is,
    )
  })
})
