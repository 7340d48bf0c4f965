import { expect, test } from 'vitest'
import { createScanGate } from './scan-gate.ts'

/** The codes that count in a series of pictures, a tenth of a second apart; a dot is a picture without a code. */
function countedIn(pictures: string) {
  const gate = createScanGate()
  return pictures
    .split('')
    .flatMap((shown, at) => gate(shown === '.' ? null : shown, at * 100) ?? [])
}

test('a code that is held in front of the camera counts once, even if some pictures miss it', () => {
  expect(countedIn('aaaaaaaaaaaaaaaaaaaaaaaaaaa')).toEqual(['a'])
  expect(countedIn('a...aa.....a.a.......a')).toEqual(['a'])
})

test('the next item of the same size counts after the one before was briefly out of sight', () => {
  expect(countedIn('aaa..........aaa')).toEqual(['a', 'a'])
})

test('a different code counts at once', () => {
  expect(countedIn('aab.bba')).toEqual(['a', 'b', 'a'])
})

test('a code that is held there while the one before is processed counts once as soon as that is done', () => {
  const gate = createScanGate()
  expect(gate('A', 0)).toBe('A')
  expect([gate('A', 100, true), gate('B', 200, true), gate('B', 300, true)]).toEqual([
    null,
    null,
    null,
  ])
  expect([gate('B', 400), gate('B', 500)]).toEqual(['B', null])
})
