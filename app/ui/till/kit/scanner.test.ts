import { expect, test } from 'vitest'
import { createScanReader } from './scanner.ts'

/** Types a text with `gap` milliseconds between its keys; returns the code that was read at the end. */
function type(text: string, gap: number) {
  const reader = createScanReader()
  let at = 1000
  let read: string | null = null
  for (const key of [...text.split(''), 'Enter']) {
    read = reader.press(key, at, null)
    at += gap
  }
  return read
}

test('fast keys that end in Enter are a scan', () => {
  expect(type('2012345678905', 8)).toBe('2012345678905')
})

test('a code typed by hand is not a scan', () => {
  expect(type('2012345678905', 90)).toBeNull()
})

test('a few quick keys are not a code', () => {
  expect(type('12', 5)).toBeNull()
})

test('keys typed by hand before a scan are not part of its code', () => {
  const reader = createScanReader()
  reader.press('x', 1000, null)
  reader.press('y', 1400, null)
  let at = 2000
  for (const key of 'SKU-7') {
    at += 10
    reader.press(key, at, null)
  }
  expect(reader.press('Enter', at + 10, null)).toBe('SKU-7')
})

test('the shift key of a scanner that sends capitals does not interrupt its code', () => {
  const reader = createScanReader()
  let at = 1000
  for (const key of ['Shift', 'A', 'Shift', 'B', '1', '2']) {
    at += 10
    reader.press(key, at, null)
  }
  expect(reader.press('Enter', at + 10, null)).toBe('AB12')
})

test('a late Enter ends no scan', () => {
  const reader = createScanReader()
  for (const [index, key] of '2012345'.split('').entries())
    reader.press(key, 1000 + index * 10, null)
  expect(reader.press('Enter', 2000, null)).toBeNull()
})
