import { expect, test } from 'vitest'
import { keepSeconds, readLocalTime, writeLocalTime } from './local-time.ts'

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
