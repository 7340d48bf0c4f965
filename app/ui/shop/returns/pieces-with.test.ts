import { expect, test } from 'vitest'
import { type Pieces, piecesWith } from './pieces-with.ts'

const after = (start: Pieces, ...choices: string[]) =>
  choices.reduce((now, instead) => piecesWith(instead, now), start).value

test('choosing an exchange returns at least one unit, and undoing the choice removes the unit that it set', () => {
  const empty = { value: '0', isSet: false }
  expect(after(empty, 'large')).toBe('1')
  expect(after(empty, 'large', '')).toBe('0')
  expect(after({ value: '', isSet: false }, 'large', 'small', '')).toBe('0')
})

test('a number of units that somebody typed stays, whatever size is chosen in exchange', () => {
  for (const value of ['1', '2', '0']) expect(after({ value, isSet: false }, '')).toBe(value)
  for (const value of ['1', '2']) expect(after({ value, isSet: false }, 'large', '')).toBe(value)
  // A number that was set and then typed over is no longer set by the exchange (`onInput`).
  const set = piecesWith('large', { value: '0', isSet: false })
  expect(after({ ...set, value: '2', isSet: false }, '')).toBe('2')
})
