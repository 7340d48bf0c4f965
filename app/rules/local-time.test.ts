import { expect, test } from 'vitest'
import { isDay, keepSeconds, readLocalTime, writeLocalTime } from './local-time.ts'

test('a time typed in Blantyre is two hours earlier in UTC, and is shown as typed', () => {
  const at = readLocalTime('2026-11-20T00:30')
  expect(at?.toISOString()).toBe('2026-11-19T22:30:00.000Z')
  expect(writeLocalTime(at)).toBe('2026-11-20T00:30')
  expect(readLocalTime('2026-11-20T00:30:00')).toEqual(at)
})

test('an invalid time is read as none', () => {
  for (const text of [
    '',
    'soon',
    '2026-02-30T10:00',
    '2026-13-01T10:00',
    '2026-01-01',
    '0099-01-01T10:00',
  ])
    expect(readLocalTime(text), text).toBeNull()
  expect(writeLocalTime(null)).toBe('')
})

test('a form saved unchanged keeps the seconds of its times', () => {
  const stored = new Date('2026-11-20T12:00:42.5Z')
  const shown = readLocalTime(writeLocalTime(stored))
  expect(keepSeconds(stored, shown)).toBe(stored)
  const later = new Date('2026-11-20T12:01:00Z')
  expect(keepSeconds(stored, later)).toBe(later)
  expect(keepSeconds(stored, null)).toBeNull()
  expect(keepSeconds(null, later)).toBe(later)
})

test.each([
  ['2000-01-01', true],
  ['2099-12-31', true],
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2026-06-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['1999-12-31', false],
  ['2100-01-01', false],
  ['2026-1-01', false],
  ['2026-01-1', false],
  ['2026-01-01T00:00', false],
  ['x2026-01-01', false],
  ['20xx-01-01', false],
  ['202x-01-01', false],
  ['2026-x1-01', false],
  ['2026-1x-01', false],
  ['2026-01-x1', false],
  ['2026-01-1x', false],
  ['', false],
])('“%s” is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

test.each([
  ['2099-12-31T23:59', '2099-12-31T21:59:00.000Z'],
  ['2000-01-01T00:00', '1999-12-31T22:00:00.000Z'],
  [' 2026-11-20T10:00', undefined],
  ['1999-12-31T23:59', undefined],
  ['2100-01-01T00:00', undefined],
  ['2026-11-20 10:00', undefined],
  ['2026-11-20T24:00', undefined],
  ['2026-11-20T10:60', undefined],
  ['2026-11-20T1:00', undefined],
])('the time “%s” is %s', (text, moment) => {
  expect(readLocalTime(text)?.toISOString()).toBe(moment)
})
