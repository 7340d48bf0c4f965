import { expect, test } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatMonthDay,
  formatStamp,
  formatUntil,
  yearOf,
} from './dates.ts'

test('a date is shown as month, two-digit day and year', () => {
  expect(formatDate('2026-03-05T09:00:00Z')).toBe('Mar 05, 2026')
  expect(formatMonthDay('2026-03-05T09:00:00Z')).toBe('Mar 05')
})

test('a day ends at midnight in Blantyre, two hours before it does in UTC', () => {
  expect(formatDate('2026-12-31T22:00:00Z')).toBe('Jan 01, 2027')
  expect(formatDate(new Date('2026-12-31T21:59:59Z'))).toBe('Dec 31, 2026')
  expect(yearOf(new Date('2026-12-31T22:00:00Z'))).toBe(2027)
  expect(yearOf(new Date('2026-12-31T21:59:59Z'))).toBe(2026)
})

test('a time of day is the shop’s local time', () => {
  expect(formatDateTime('2026-12-31T22:05:00Z')).toBe('Jan 01, 2027, 00:05')
  expect(formatDateTime('2026-03-05T12:30:00Z')).toBe('Mar 05, 2026, 14:30')
})

test('a time in a spreadsheet is in a sortable form', () => {
  expect(formatStamp('2026-11-21T02:44:10Z')).toBe('2026-11-21 04:44')
  expect(formatStamp(new Date('2026-12-31T22:05:00Z'))).toBe('2027-01-01 00:05')
})

test('an end time is shown with its day if that differs', () => {
  const from = '2026-11-20T12:00:00Z'
  expect(formatUntil('2026-11-20T12:05:00Z', from)).toBe('14:05')
  expect(formatUntil('2026-11-21T12:05:00Z', from)).toBe('Nov 21, 2026, 14:05')
})
