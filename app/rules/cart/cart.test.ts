import { describe, expect, test } from 'vitest'
import {
  listBuyable,
  readSeenLine,
  readTakenOut,
  troubleOf,
  writeSeenLine,
  writeTakenOut,
} from './cart.ts'

describe('a line that cannot be bought as it stands', () => {
  const line = { isAvailable: true, inventory: 3, quantity: 3 }
  test('all that is left may be bought', () => expect(troubleOf(line)).toBeNull())
  test('one more than is left is too many', () =>
    expect(troubleOf({ ...line, quantity: 4 })).toBe('too-many'))
  test('nothing left is sold out', () =>
    expect(troubleOf({ ...line, inventory: 0 })).toBe('sold-out'))
  test('stock that is not counted never runs out', () =>
    expect(troubleOf({ ...line, inventory: null, quantity: 900 })).toBeNull())
  test('a product that is no longer sold is gone, however many there are', () =>
    expect(troubleOf({ ...line, isAvailable: false })).toBe('gone'))
})

describe('a line taken out of a cart', () => {
  const taken = { variantId: '0198c0de-0000-4000-8000-00000000abcd', quantity: 12 }
  test('is read again as it was written', () =>
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

describe('a line as it was seen in a cart', () => {
  const line = { id: '0198c0de-0000-4000-8000-00000000abcd', quantity: 999 }
  test('is read again as it was written', () =>
    expect(readSeenLine(writeSeenLine(line))).toEqual(line))
  test.each(['', `${line.id}.`, `${line.id}.-1`, `${line.id}.1000`, 'x.1'])(
    'is not read from %s',
    (text) => expect(readSeenLine(text)).toBeNull(),
  )
})

describe('a line that cannot be bought at the moment', () => {
  const line = { variantId: 'a', isAvailable: true, inventory: 3, quantity: 3 }
  const soldOut = { ...line, variantId: 'b', inventory: 0 }
  const gone = { ...line, variantId: 'c', isAvailable: false }
  const tooMany = { ...line, variantId: 'd', quantity: 4 }
  test('is in no sum, nor is one with too few in stock', () =>
    expect(listBuyable([line, soldOut, gone, tooMany], [])).toEqual([line, tooMany]))
  test('is not one that an unpaid order of the same customer holds', () =>
    expect(listBuyable([line, soldOut], [{ variantIds: ['b'] }])).toEqual([line, soldOut]))
})
