import { expect, test } from 'vitest'
import { preorderErrors } from '../messages/stock/stock.ts'
import { fieldsOf, readAllowed, writeAllowed } from './preorder-form.ts'
import { MOST_PREORDERS, preorderOf, shipsFrom } from './preorders.ts'

const TODAY = '2026-11-27'

test('pre-orders of a variant are allowed by a number and a day that lies ahead, and by neither are not', () => {
  for (const [limit, from, allowed] of [
    ['', '', null],
    [' ', ' ', null],
    ['1', TODAY, { limit: 1, from: TODAY }],
    [' 12 ', ' 2026-12-12 ', { limit: 12, from: '2026-12-12' }],
    [`${MOST_PREORDERS}`, '2027-01-01', { limit: MOST_PREORDERS, from: '2027-01-01' }],
  ] as const)
    expect(readAllowed({ limit, from, seen: '' }, TODAY)).toEqual({ ok: true, allowed })
})

test.each([
  ['limit', 'limit-bad', ['', '0', 'x', '5x', '1.5', '-1', `${MOST_PREORDERS + 1}`], '2026-12-12'],
  ['from', 'day-bad', ['5'], ''],
  ['from', 'day-bad', ['5'], '2026-11-31'],
  ['from', 'day-over', ['5'], '2026-11-26'],
] as const)(
  'a pre-order limit is refused at its %s as %s: %j, %s',
  (field, reason, limits, from) => {
    for (const limit of limits)
      expect(readAllowed({ limit, from, seen: '' }, TODAY), limit).toEqual({
        ok: false,
        field,
        error: preorderErrors[reason],
      })
  },
)

test('a pre-order limit whose day has passed meanwhile may be saved unchanged, and not with another number', () => {
  const stored = { limit: 5, from: '2026-11-26' }
  const typed = { limit: '5', from: stored.from, seen: writeAllowed(stored) }
  expect(readAllowed(typed, TODAY)).toEqual({ ok: true, allowed: stored })
  expect(readAllowed({ ...typed, limit: '6' }, TODAY)).toMatchObject({ ok: false, field: 'from' })
  expect(writeAllowed(null)).toBe('')
})

test('each variant has fields of its own for its pre-orders', () => {
  const names = ['a', 'b'].flatMap((id) => Object.values(fieldsOf(id)))
  expect(new Set(names).size).toBe(6)
})

test('a variant can be pre-ordered while units of it may be promised', () => {
  const from = '2026-12-12'
  expect(preorderOf({ preorderUnits: 1, preorderFrom: from })).toEqual({ from, units: 1 })
  expect(preorderOf({ preorderUnits: 0, preorderFrom: from })).toBeNull()
  expect(preorderOf({ preorderUnits: 1, preorderFrom: null })).toBeNull()
})

test('an order leaves with the last of its pre-orders, and at once without any', () => {
  for (const [days, leaves] of [
    [[], null],
    [[null, null], null],
    [[null, '2026-12-12', null], '2026-12-12'],
    [['2026-12-12', '2027-01-02', '2026-12-31'], '2027-01-02'],
  ] as const)
    expect(shipsFrom(days.map((preorderFrom) => ({ preorderFrom })))).toBe(leaves)
})
