import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText, holds, validText } from '../../tests/support/properties/holds.ts'
import { FILTER_LONGEST, readFilterName, readFilterQuery } from './accounts/saved-filters.ts'
import { readBanner } from './banners/banner-form.ts'
import { type BannerValues, bannerValues } from './banners/banner-values.ts'
import { bannerLink, bannerState, formatCountdown, secondsLeft } from './banners/banners.ts'
import { readDistrictCookie, writeDistrictCookie } from './checkout/chosen-district.ts'
import { readChosenDistrict } from './checkout/delivery.ts'
import { cutText } from './cut-text.ts'
import { writeLocalTime } from './local-time.ts'
import { readPhone } from './phone.ts'
import { readContact } from './privacy/contact.ts'
import { plainName, plainWords } from './reviews/plain-words.ts'
import { firstName, readReview } from './reviews/review-form.ts'
import { averageOf, FITS, LONGEST_WORDS, LONGEST_WRITER } from './reviews/reviews.ts'

describe('a text for other readers', () => {
  test('has nothing that turns or hides what follows it, keeps its visible characters, and is stable', () =>
    holds(
      fc.oneof(
        anyText(60),
        fc.string({
          unit: fc.constantFrom(
            'a',
            '\u0301',
            '\u0323',
            '\u200d',
            '\u200c',
            '\u202e',
            '\n',
            ' ',
            '❤',
            '\ufe0f',
            '\u200b',
          ),
          maxLength: 40,
        }),
      ),
      (text) => {
        const plain = plainWords(text)
        expect(plain).not.toMatch(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u)
        // No piles of accents, whatever invisible characters stand between them.
        expect(plain.replace(/[\u200c\u200d]/g, '')).not.toMatch(/\p{M}{4}/u)
        expect(plain).not.toMatch(/\n{3}|^\s|\s$/)
        expect(plainWords(plain)).toBe(plain)
        const bareOf = (one: string) => one.normalize('NFD').replace(/[^\p{L}\p{N}]/gu, '')
        if (text.isWellFormed()) expect(bareOf(plain)).toBe(bareOf(text))
        expect(plainName(text)).toBe(plain.replace(/\s+/g, ' '))
      },
      1000,
    ))

  test('of a review is accepted within its limits, and accepted again as stored', () =>
    holds(
      fc.record({
        stars: fc.constantFrom('0', '1', '5', '6', '4.5', ''),
        fit: fc.constantFrom(...FITS, 'tight', ''),
        words: fc.oneof(anyText(), fc.string({ minLength: 1995, maxLength: 2005 })),
        writer: fc.oneof(anyText(60), fc.constantFrom('Zovala', 'z o v a l a!', 'Mary', '')),
        hasSizes: fc.boolean(),
      }),
      ({ hasSizes, ...values }) => {
        const read = readReview(values, hasSizes)
        if (!read.ok) return expect(read.field in values).toBe(true)
        const { stars, fit, words, writer } = read.edit
        expect([1, 5]).toContain(stars)
        expect(words.length).toBeLessThanOrEqual(LONGEST_WORDS)
        expect(writer.length).toBeLessThanOrEqual(LONGEST_WRITER)
        expect(writer.toLowerCase().replace(/[^a-z]/g, '')).not.toContain('zovala')
        if (!hasSizes) expect(fit).toBeNull()
        const again = { stars: String(stars), fit: fit ?? '', words, writer }
        expect(readReview(again, hasSizes)).toEqual(read)
        expect(firstName(values.writer)).not.toMatch(/\s/)
      },
      600,
    ))

  test('is shortened without half a character or a trailing blank', () =>
    holds(fc.tuple(anyText(60), fc.nat(20)), ([text, longest]) => {
      const cut = cutText(text, longest)
      expect(cut.length).toBeLessThanOrEqual(longest)
      expect(text.startsWith(cut)).toBe(true)
      if (!text.isWellFormed()) return
      expect(cut.isWellFormed()).toBe(true)
      expect(cutText(cut, longest)).toBe(cut)
    }))

  test('about stars is their average to one decimal, within the given ones', () =>
    holds(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 60 }), (stars) => {
      const sum = stars.reduce((a, b) => a + b, 0)
      const average = averageOf({ count: stars.length, sum })
      if (average === null) return expect(stars).toEqual([])
      expect(Math.abs(average - sum / stars.length)).toBeLessThanOrEqual(0.05 + 1e-9)
      expect(average >= Math.min(...stars) && average <= Math.max(...stars)).toBe(true)
    }))
})

describe('a banner', () => {
  const link = fc.oneof(
    fc.constantFrom(
      '/sale',
      '#top',
      'https://a.b/x',
      '//a.b',
      '/\t/a.b',
      '/\\a.b',
      'javascript:alert(1)',
      'https://',
      '/a b',
    ),
    fc.string({
      unit: fc.constantFrom('/', '\\', '#', ':', 'a', 'https:', 'javascript:', '.', '\t', ' ', '@'),
      maxLength: 8,
    }),
    anyText(20),
  )
  const moment = fc.oneof(
    fc.constant(''),
    fc
      .date({ min: new Date('2026-11-01'), max: new Date('2026-11-05'), noInvalidDate: true })
      .map(writeLocalTime),
    anyText(5),
  )
  const typed: fc.Arbitrary<BannerValues> = fc.record({
    title: anyText(),
    subtitle: anyText(),
    description: anyText(),
    buttonText: anyText(),
    linkUrl: link,
    position: fc.oneof(fc.nat(10_500).map(String), fc.constantFrom('', ' 3 ', '-1'), anyText(3)),
    startsAt: moment,
    endsAt: moment,
    pictureId: fc.oneof(fc.constant(''), fc.uuid(), anyText(5)),
    isActive: fc.constantFrom('true', 'false'),
  })

  test('that is accepted links within the shop or to an https address, ends after it starts, and is shown as it was read', () =>
    holds(
      typed,
      (values) => {
        const read = readBanner(values)
        if (!read.ok) return expect(Object.keys(read.errors).length).toBeGreaterThan(0)
        const { linkUrl, startsAt, endsAt, position, pictureId } = read.edit
        if (linkUrl !== null) {
          const led = new URL(bannerLink(linkUrl), 'https://shop.invalid')
          expect(led.protocol).toBe('https:')
          expect(led.origin === 'https://shop.invalid').toBe(/^[/#]/.test(linkUrl))
        }
        if (startsAt && endsAt) expect(endsAt.getTime()).toBeGreaterThan(startsAt.getTime())
        if (position !== null) {
          const { pictureId: _, ...stored } = read.edit
          const shown = bannerValues({
            ...stored,
            position,
            picture: pictureId === null ? null : { id: pictureId },
          })
          expect(readBanner(shown)).toEqual(read)
        }
        const states = [startsAt, endsAt].flatMap((at) =>
          at
            ? [bannerState(read.edit, at), bannerState(read.edit, new Date(at.getTime() - 1))]
            : [],
        )
        if (!read.edit.isActive) expect(states.every((state) => state === 'inactive')).toBe(true)
        else if (startsAt) expect(states.slice(0, 2)).toEqual(['active', 'waiting'])
      },
      600,
    ))

  test('links only into the shop or to the web, whatever its table has', () =>
    holds(
      fc.option(link),
      (text) => {
        const led = URL.parse(bannerLink(text), 'https://shop.invalid')
        if (led) expect(led.protocol).toMatch(/^https?:$/)
        if (led && !/^\s*https?:/i.test(text ?? '')) expect(led.host).toBe('shop.invalid')
      },
      1000,
    ))

  test('counts down second by second to zero, and its clock shows the same seconds', () =>
    holds(fc.tuple(fc.integer({ min: 0, max: 900_000 }), fc.nat(100_000)), ([left, later]) => {
      const end = new Date(left * 1000).toISOString()
      expect(secondsLeft(end, 0, 0)).toBe(left)
      expect(secondsLeft(end, 0, later * 1000)).toBe(Math.max(0, left - later))
      const [hours = 0, minutes = 0, seconds = 0] = formatCountdown(left).split(':').map(Number)
      expect(hours * 3600 + minutes * 60 + seconds).toBe(left)
      expect(minutes < 60 && seconds < 60).toBe(true)
    }))
})

describe('a choice in a URL or a cookie', () => {
  test('of a district is read as it was stored, beside anything else that a device stores', () =>
    holds(fc.tuple(validText(), validText().map(encodeURIComponent)), ([district, other]) => {
      const [pair] = writeDistrictCookie(district).split('; ')
      expect(readDistrictCookie(`a=${other}; ${pair}; b=${other}`)).toBe(district)
      expect(readDistrictCookie(`mydistrict=x; b=${other}`)).toBe('')
    }))

  test('of a district is one to which the shop delivers, or none, for any cookies and URLs', () =>
    holds(fc.tuple(anyText(), anyText(), fc.boolean()), ([asked, kept, isReal]) => {
      const cookie = `district=${isReal ? 'Zomba' : kept.replace(/[^\x20-\x7e]/g, '')}`
      const url = `http://shop.invalid/?${new URLSearchParams({ district: asked })}`
      const chosen = readChosenDistrict({ url, headers: new Headers({ Cookie: cookie }) })
      if (isReal && asked !== 'Zomba') expect(chosen).toBe('Zomba')
    }))

  test('of a saved filter is the request without its empty parts, and reads back the same', () =>
    holds(
      fc.oneof(
        anyText(),
        fc
          .array(fc.tuple(fc.constantFrom('search', 'sort', 'status'), anyText(400)), {
            maxLength: 4,
          })
          .map((pairs) => String(new URLSearchParams(pairs))),
      ),
      (text) => {
        const query = readFilterQuery(text)
        if (query === null) return
        expect(query.length > 0 && query.length <= FILTER_LONGEST.query).toBe(true)
        expect([...new URLSearchParams(query)].every(([, value]) => value !== '')).toBe(true)
        expect(readFilterQuery(query)).toBe(query)
        expect(readFilterQuery(`?${query}&empty=`)).toBe(query)
      },
    ))

  test('of a filter name has no surrounding blanks', () =>
    holds(anyText(60), (name) => {
      const read = readFilterName({ name })
      if (read.ok) expect(read.edit.name).toBe(name.trim())
      else expect(name.trim() === '' || name.trim().length > FILTER_LONGEST.name).toBe(true)
    }))

  test('of a person is by email address, phone number or receipt in its stored form, or none', () =>
    holds(
      fc.oneof(
        anyText(),
        fc.constantFrom(' Mary@Example.com ', 'pos-2026-000123', '0991 234 567', 'a@@b', '@'),
        fc.stringMatching(/^[a-z]{1,7}-\d{4}-\d{1,13}$/),
      ),
      (typed) => {
        const contact = readContact(typed)
        if (contact === null) return
        expect(readContact(contact.value)).toEqual(contact)
        expect(readContact(`  ${typed}\n`)).toEqual(contact)
        if (contact.kind === 'phone') expect(readPhone(contact.value)).toBe(contact.value)
        if (contact.kind === 'email') expect(contact.value).toMatch(/^[^\s@]+@[^\s@]+$/)
        if (contact.kind === 'receipt') expect(contact.value).toMatch(/^[A-Z]{1,6}-\d{4}-\d{1,12}$/)
      },
    ))
})
