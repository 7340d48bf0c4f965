import { expect, test } from 'vitest'
import { WAITING_STATES } from './orders.ts'
import { firstPart, PANEL_PARTS } from './panel-parts.ts'

test('an order opens with what its list was filtered for: messages first, else its packing', () => {
  expect(PANEL_PARTS).toEqual(['order', 'messages', 'returns', 'money', 'history'])
  const partsOf = (messages: unknown) =>
    [null, ...WAITING_STATES].map((waiting) => firstPart({ messages, waiting }))
  expect(partsOf(null)).toEqual([...Array(6).fill('order'), 'money', 'returns'])
  expect(new Set(partsOf('waiting'))).toEqual(new Set(['messages']))
})
