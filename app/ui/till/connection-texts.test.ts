import { expect, test } from 'vitest'
import { formatAge, formatStorage, isStorageWarning } from './connection-texts.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const ago = (minutes: number) => formatAge(new Date(NOW - minutes * 60_000).toISOString(), NOW)

test('the age of prices is shown in minutes, then by the time, then by the day', () => {
  expect(ago(0)).toBe('just now')
  expect(ago(59)).toBe('59 min ago')
  expect(ago(120)).toBe('at 12:00')
  expect(ago(60 * 24 * 2)).toBe('on Nov 19, 2026, 14:00')
})

test('persistent storage needs no message', () => {
  expect(formatStorage('kept')).toBeNull()
  expect(formatStorage('full')).toContain('full')
})

test('storage that may be evicted is a warning only with unsent sales', () => {
  expect(isStorageWarning('may-be-evicted', 0)).toBe(false)
  expect(isStorageWarning('may-be-evicted', 1)).toBe(true)
  expect(isStorageWarning('full', 0)).toBe(true)
  expect(isStorageWarning('kept', 1)).toBe(false)
})
