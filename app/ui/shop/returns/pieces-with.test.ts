import { expect, test } from 'vitest'
import { type Pieces, piecesWith } from './pieces-with.ts'

const after = (start: Pieces, ...choices: string[]) =>
  choices.reduce((now, instead) => piecesWith(instead, now), start).value

test('an exchange sends at least one piece back, and is taken back together with the piece that it had set', () => {
  const empty = { value: '0', isSet: false }
  expect(after(empty, 'large')).toBe('1')
  expect(after(empty, 'large', '')).toBe('0')
  expect(after({ value: '', isSet: false }, 'large', 'small', '')).toBe('0')
})

test('pieces that somebody has typed stay, whatever is chosen to go out instead', () => {
  for (const value of ['1', '2', '0']) expect(after({ value, isSet: false }, '')).toBe(value)
  for (const value of ['1', '2']) expect(after({ value, isSet: false }, 'large', '')).toBe(value)
  // A number that was set and then typed over is no longer set by the exchange (`onInput`).
  const set = piecesWith('large', { value: '0', isSet: false })
  expect(after({ ...set, value: '2', isSet: false }, '')).toBe('2')
})
