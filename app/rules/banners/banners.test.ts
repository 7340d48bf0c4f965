import { expect, test } from 'vitest'
import { bannerLink, bannerState, formatCountdown, secondsLeft } from './banners.ts'

test('a banner without an end counts down from one day', () => {
  expect(formatCountdown(secondsLeft(null, 1000, 1000))).toBe('24:00:00')
  expect(formatCountdown(secondsLeft(null, 0, 61_000))).toBe('23:58:59')
})

test('a banner with an end counts down to it and stops at zero', () => {
  const end = '2026-11-20T12:00:00.000Z'
  expect(formatCountdown(secondsLeft(end, 0, Date.parse('2026-11-17T11:59:58Z')))).toBe('72:00:02')
  expect(secondsLeft(end, 0, Date.parse('2026-11-20T12:00:01Z'))).toBe(0)
})

test('a countdown of a week shows all its hours', () => {
  expect(formatCountdown(7 * 86_400)).toBe('168:00:00')
})

test('a banner links to its own address when that is safe, otherwise to the products', () => {
  expect(bannerLink('/category/dresses')).toBe('/category/dresses')
  expect(bannerLink('https://example.com/x')).toBe('https://example.com/x')
  expect(bannerLink('#categories')).toBe('/#categories')
  for (const bad of [
    null,
    '',
    ' ',
    'javascript:alert(1)',
    '//elsewhere.example',
    '/\\elsewhere',
    '/\t/elsewhere',
  ])
    expect(bannerLink(bad)).toBe('/#products')
})

test('a banner is active, waiting, ended or inactive', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const before = new Date(now.getTime() - 1)
  const after = new Date(now.getTime() + 1)
  const state = (startsAt: Date | null, endsAt: Date | null, isActive = true) =>
    bannerState({ isActive, startsAt, endsAt }, now)
  expect(state(null, null)).toBe('active')
  expect(state(now, after)).toBe('active')
  expect(state(after, null)).toBe('waiting')
  expect(state(null, now)).toBe('ended')
  expect(state(before, before)).toBe('ended')
  expect(state(null, null, false)).toBe('inactive')
  expect(state(null, before, false)).toBe('inactive')
})
