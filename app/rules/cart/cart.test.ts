import { describe, expect, test } from 'vitest'
import {
  atCurrentPrices,
  countItems,
  heldBy,
  listBuyable,
  orderableOf,
  preorderDayOf,
  readSeenLine,
  readTakenOut,
  troubleOf,
  writeSeenLine,
  writeTakenOut,
} from './cart.ts'

describe('a cart line that cannot be bought as it is', () => {
  const line = { isAvailable: true, inventory: 3, quantity: 3 }
  test('all units in stock may be bought', () => expect(troubleOf(line)).toBeNull())
  test('one more than the stock is too many', () =>
    expect(troubleOf({ ...line, quantity: 4 })).toBe('too-many'))
  test('without units in stock the line is sold out', () =>
    expect(troubleOf({ ...line, inventory: 0 })).toBe('sold-out'))
  test('untracked stock never runs out', () =>
    expect(troubleOf({ ...line, inventory: null, quantity: 900 })).toBeNull())
  test('a product that is no longer for sale is unavailable, whatever its stock', () =>
    expect(troubleOf({ ...line, isAvailable: false })).toBe('gone'))
})

describe('a line removed from a cart', () => {
  const taken = { variantId: '0198c0de-0000-4000-8000-00000000abcd', quantity: 12 }
  test('is read back as it was written', () =>
    expect(readTakenOut(writeTakenOut(taken))).toEqual(taken))
  test.each([
    null,
    '',
    'x.1',
    `${taken.variantId}.0`,
    `${taken.variantId}.-1`,
    `${taken.variantId}.1000`,
  ])('is not read from %s', (text) => expect(readTakenOut(text)).toBeNull())
})

describe('a cart line as it was shown', () => {
  const line = { id: '0198c0de-0000-4000-8000-00000000abcd', quantity: 999 }
  test('is read back as it was written', () =>
    expect(readSeenLine(writeSeenLine(line))).toEqual(line))
  test.each(['', `${line.id}.`, `${line.id}.-1`, `${line.id}.1000`, 'x.1'])(
    'is not read from %s',
    (text) => expect(readSeenLine(text)).toBeNull(),
  )
})

describe('a cart line that cannot be bought at the moment', () => {
  const line = { variantId: 'a', isAvailable: true, inventory: 3, quantity: 3 }
  const soldOut = { ...line, variantId: 'b', inventory: 0 }
  const gone = { ...line, variantId: 'c', isAvailable: false }
  const tooMany = { ...line, variantId: 'd', quantity: 4 }
  test('is left out of the sum, as is one with too few units in stock', () =>
    expect(listBuyable([line, soldOut, gone, tooMany], [])).toEqual([line, tooMany]))
  test('is not one whose units an unpaid order of the same customer reserves', () =>
    expect(listBuyable([line, soldOut], [{ variantIds: ['b'] }])).toEqual([line, soldOut]))
})

test('a line lacks what an unpaid order of its customer holds; what is no longer sold, and what is there, no order holds', () => {
  const line = { isAvailable: true, inventory: 2, quantity: 3, variantId: 'b' }
  const waiting = [{ variantIds: ['a'] }, { variantIds: ['b', 'c'] }]
  expect(heldBy(line, waiting)).toBe(waiting[1])
  expect(heldBy({ ...line, inventory: 0 }, waiting)).toBe(waiting[1])
  expect(heldBy({ ...line, variantId: 'd' }, waiting)).toBeNull()
  expect(heldBy({ ...line, quantity: 2 }, waiting)).toBeNull()
  expect(heldBy({ ...line, isAvailable: false }, waiting)).toBeNull()
})

test('units that can be pre-ordered count as units that can be ordered, and none of them is sold out', () => {
  const preordered = { inventory: 0, preorderUnits: 2, preorderFrom: '2026-12-12' }
  expect(orderableOf({ ...preordered, inventory: 3 })).toBe(5)
  expect(orderableOf({ inventory: 3 })).toBe(3)
  expect(orderableOf({ ...preordered, inventory: null })).toBeNull()
  expect(preorderDayOf(preordered)).toBe('2026-12-12')
  expect(preorderDayOf({ ...preordered, preorderUnits: 0 })).toBeNull()
  expect(preorderDayOf({ inventory: 0, preorderFrom: '2026-12-12' })).toBeNull()
  expect(preorderDayOf({ inventory: 0, preorderUnits: 2 })).toBeNull()
  const troubles = [2, 3].map((quantity) =>
    troubleOf({ ...preordered, isAvailable: true, quantity }),
  )
  expect(troubles).toEqual([null, 'too-many'])
})

test('the lines of a cart are charged at their current prices, and their items counted', () => {
  const lines = [
    { price: 1, currentPrice: 500, quantity: 2 },
    { price: 1, currentPrice: 700, quantity: 3 },
  ]
  expect(atCurrentPrices(lines)).toEqual([
    { price: 500, quantity: 2 },
    { price: 700, quantity: 3 },
  ])
  expect([countItems(lines), countItems([])]).toEqual([5, 0])
})

test('a removed or shown line is one word, and nothing may stand before or after it', () => {
  const id = '0198c0de-0000-4000-8000-00000000abcd'
  expect(writeTakenOut({ variantId: id, quantity: 12 })).toBe(`${id}.12`)
  expect(writeSeenLine({ id, quantity: 0 })).toBe(`${id}.0`)
  expect(readSeenLine(`${id}.0`)).toEqual({ id, quantity: 0 })
  expect(readTakenOut(`${id}.999`)).toEqual({ variantId: id, quantity: 999 })
  for (const text of [`.${id}.1`, `${id}.1.`, `${id}.1x`, `${id}.12x`])
    expect([readTakenOut(text), readSeenLine(text)], text).toEqual([null, null])
})
