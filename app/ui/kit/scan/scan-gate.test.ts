import { expect, test } from 'vitest'
import { createScanGate } from './scan-gate.ts'

/** The codes that count in a series of pictures, a tenth of a second apart; a dot is a picture without a code. */
function countedIn(pictures: string) {
  const gate = createScanGate()
  return pictures
    .split('')
    .flatMap((shown, at) => gate(shown === '.' ? null : shown, at * 100) ?? [])
}

test('a code that is held in front of the camera counts once, also where some pictures miss it', () => {
  expect(countedIn('aaaaaaaaaaaaaaaaaaaaaaaaaaa')).toEqual(['a'])
  expect(countedIn('a...aa.....a.a.......a')).toEqual(['a'])
})

test('the next piece of the same size counts once the one before was away for a moment', () => {
  expect(countedIn('aaa..........aaa')).toEqual(['a', 'a'])
})

test('a different code counts at once', () => {
  expect(countedIn('aab.bba')).toEqual(['a', 'b', 'a'])
})

test('a code that is held there while the one before is dealt with counts as soon as that is over, once', () => {
  const gate = createScanGate()
  expect(gate('A', 0)).toBe('A')
  expect([gate('A', 100, true), gate('B', 200, true), gate('B', 300, true)]).toEqual([
    null,
    null,
    null,
  ])
  expect([gate('B', 400), gate('B', 500)]).toEqual(['B', null])
})
