import { expect, test } from 'vitest'
import { byProduct, DELIVERY_STATES, type DeliveryLine, mayAct, stateOf } from './deliveries.ts'

test.each([
  ['draft', ''],
  ['draft', '0/0'],
  ['open', '0/3'],
  ['open', '0/3 0/0'],
  ['partly', '2/3'],
  ['partly', '3/3 0/1'],
  ['received', '3/3 0/0'],
  ['received', '4/3'],
  ['received', '2/0'],
])(
  'a delivery is %s when so many of the expected units of its lines have come: %s',
  (state, text) => {
    const lines = (text.match(/\d\/\d/g) ?? []).map((line) => line.split('/').map(Number))
    const units = lines.map(([received = 0, expected = 0]) => ({ received, expected }))
    expect(stateOf(units)).toBe(state)
  },
)

test('a delivery is edited and booked until all has come, and discarded only before it is expected', () => {
  const open = ['draft', 'open', 'partly']
  for (const state of DELIVERY_STATES) {
    expect([mayAct('edit', state), mayAct('book', state)]).toEqual(
      Array(2).fill(open.includes(state)),
    )
    expect([mayAct('discard', state), mayAct('expect', state)]).toEqual(
      Array(2).fill(state === 'draft'),
    )
    expect(mayAct('reverse', state)).toBe(true)
  }
})

test('the lines of a delivery are grouped by product, each at the place of its first line', () => {
  const line = (id: number, productId: string) => ({ id, productId }) as DeliveryLine
  const groups = byProduct([line(1, 'b'), line(2, 'a'), line(3, 'b')])
  expect(groups.map((lines) => lines.map(({ id }) => id))).toEqual([[1, 3], [2]])
})
