import { describe, expect, test } from 'vitest'
import {
  listBuyable,
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
