import { expect, test } from 'vitest'
import { readBanner } from './banner-form.ts'
import type { BannerValues } from './banner-values.ts'

const typed = (change: Partial<BannerValues> = {}): BannerValues => ({
  title: 'Chitenje week',
  subtitle: '',
  description: '',
  buttonText: '',
  linkUrl: '',
  position: '',
  startsAt: '',
  endsAt: '',
  pictureId: '',
  isActive: 'true',
  ...change,
})
const errorsOf = (change: Partial<BannerValues>) => {
  const read = readBanner(typed(change))
  return read.ok ? {} : read.errors
}

test('a banner requires only a title', () => {
  expect(readBanner(typed({ title: ' Chitenje week ' }))).toEqual({
    ok: true,
    edit: {
      title: 'Chitenje week',
      subtitle: null,
      description: null,
      buttonText: null,
      linkUrl: null,
      position: null,
      startsAt: null,
      endsAt: null,
      pictureId: null,
      isActive: true,
    },
  })
  expect(errorsOf({ title: '   ' })).toEqual({ title: 'Title is required' })
  expect(errorsOf({ title: 'x'.repeat(101) }).title).toContain('at most 100')
})

test("a banner's button links to a page of the shop or to a safe URL, and nowhere else", () => {
  for (const linkUrl of [
    '/category/dresses?sort=newest',
    '/',
    '#categories',
    'https://example.com/x',
  ])
    expect(errorsOf({ linkUrl }), linkUrl).toEqual({})
  for (const linkUrl of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'http://example.com',
    'https://',
    'category/dresses',
    '/a b',
  ])
    expect(errorsOf({ linkUrl }).linkUrl, linkUrl).toContain('https://')
})

test('a banner starts and ends by the clock in Blantyre, and ends after it starts', () => {
  const read = readBanner(typed({ startsAt: '2026-11-20T08:00', endsAt: '2026-11-21T08:00' }))
  expect(read.ok && read.edit.startsAt?.toISOString()).toBe('2026-11-20T06:00:00.000Z')
  expect(errorsOf({ startsAt: '2026-11-20T08:00', endsAt: '2026-11-20T08:00' })).toEqual({
    endsAt: 'The end must come after the start.',
  })
  expect(errorsOf({ startsAt: '2026-02-30T08:00' })).toEqual({
    startsAt: 'Please choose a day and a time.',
  })
})

test('a position is a whole number, and a picture has a valid id', () => {
  const read = readBanner(typed({ position: '7' }))
  expect(read.ok && read.edit.position).toBe(7)
  for (const position of ['-1', '1.5', 'first', '10000'])
    expect(errorsOf({ position }).position, position).toContain('whole number')
  expect(errorsOf({ pictureId: '../../secret' })).toEqual({
    pictureId: 'Please choose the picture again.',
  })
})
