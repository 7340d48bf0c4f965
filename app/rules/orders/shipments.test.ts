import { expect, test } from 'vitest'
import { ORDER_STATUSES } from './orders.ts'
import { countShipped, linesOnSlip, maySetByHand, unitsLeft, unitsShipped } from './shipments.ts'

const parcel = (...lines: [id: string, quantity: number][]) => ({
  lines: lines.map(([orderItemId, quantity]) => ({ orderItemId, quantity })),
})
const SENT = [parcel(['a', 1], ['b', 2]), parcel(['a', 2])]

test('the units of all parcels are counted by line', () => {
  expect([...unitsShipped(SENT)]).toEqual([
    ['a', 3],
    ['b', 2],
  ])
  const lines = [
    { id: 'a', quantity: 4 },
    { id: 'b', quantity: 2 },
    { id: 'c', quantity: 5 },
  ]
  expect(countShipped(lines, SENT)).toEqual({ shipped: 5, all: 11 })
  expect(countShipped(lines, [])).toEqual({ shipped: 0, all: 11 })
})

test.each([
  ['a', 5, 0, 0, 2, 2],
  ['a', 5, 1, 0, 2, 1],
  ['a', 5, 0, 1, 1, 1],
  ['a', 5, 3, 0, 2, 0],
  ['a', 4, 0, 3, 0, 0],
  ['c', 2, 0, 0, 2, 2],
])(
  'line %s of %d units, with %d owed and %d refunded, has %d left and %d to send now',
  (id, quantity, owed, unsent, left, can) => {
    expect(unitsLeft([{ id, quantity, owed, unsent }], SENT)).toEqual([{ id, left, can }])
  },
)

test.each([
  [
    'all units of an order that is sent whole, owed ones too',
    [],
    ['a', 5, 2, 0],
    ['b', 2, 0, 0],
    ['a5', 'b2'],
  ],
  ['none that are refunded instead', [], ['a', 5, 0, 2], ['b', 2, 0, 2], ['a3']],
  ['nothing where all are refunded instead', [], ['a', 5, 0, 5], ['b', 2, 0, 2], []],
  ['what can go into the next parcel', SENT, ['a', 6, 1, 1], ['b', 2, 0, 0], ['a1']],
  ['what is left, where all of it is owed', SENT, ['a', 5, 2, 0], ['b', 2, 0, 0], ['a2']],
  ['what parcels took, where nothing is left', SENT, ['a', 5, 0, 2], ['b', 2, 0, 0], ['a3', 'b2']],
] as const)('a packing slip lists %s', (_, sent, ...rest) => {
  const listed = rest.pop()
  const lines = (rest as (readonly [string, number, number, number])[]).map(
    ([id, quantity, owed, unsent]) => ({ id, quantity, owed, unsent }),
  )
  expect(linesOnSlip(lines, sent).map(({ id, quantity }) => `${id}${quantity}`)).toEqual(listed)
})

test('staff set by hand what the parcels of an order say: processing while units are left, else shipped or delivered', () => {
  const setWith = (left: number) => ORDER_STATUSES.filter((to) => maySetByHand(to, left))
  expect(setWith(1)).toEqual(['processing'])
  for (const to of ['pending', 'cancelled'] as const) expect(maySetByHand(to, 1)).toBe(false)
  expect(setWith(0)).toEqual(['shipped', 'delivered'])
})
