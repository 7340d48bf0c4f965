import { expect, test } from 'vitest'
import { describeChanges } from './words.ts'

test('the message for a delivery with pre-orders has the stock on hand, and how much went to them', () => {
  const changes = [
    { name: 'M', before: 0, after: 9, given: 3 },
    { name: 'L', before: 2, after: 4 },
  ]
  expect(describeChanges('Wrap Dress', changes)).toBe(
    'Wrap Dress, on hand now: M: 9; L: 4. 3 went to customers who had pre-ordered.',
  )
  expect(describeChanges('Wrap Dress', changes.slice(1))).toBe('Wrap Dress (L): 4 on hand.')
})
