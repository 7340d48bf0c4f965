import { expect, test } from 'vitest'
import { createScanGate } from './scan-gate.ts'

/** What counts of a row of pictures, a tenth of a second apart; a dot shows no code. */
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
