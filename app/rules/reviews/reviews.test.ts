import { describe, expect, test } from 'vitest'
import { SHOP } from '../../shop.ts'
import { plainName, plainWords } from './plain-words.ts'
import { firstName, readReview } from './review-form.ts'
import { averageOf, commonFit, EDITABLE_DAYS, isEditable, LONGEST_WORDS } from './reviews.ts'

describe('the text of a review', () => {
  test('keeps characters of every script, emoji and line breaks', () => {
    for (const words of [
      'Zabwino kwambiri!',
      'جميل',
      'ŵ',
      'Good\n\nfit',
      '👩🏾‍🦱 ❤️',
      '<b>5 & 6</b>',
    ])
      expect(plainWords(words)).toBe(words.normalize('NFC'))
  })

  test('loses characters that turn the text, take no room, or tower above the line', () => {
    expect(plainWords('good\u202eelbasopsid')).toBe('goodelbasopsid')
    expect(plainWords('a\u2066b\u2069c\u200fd\u061ce')).toBe('abcde')
    expect(plainWords('a\u0000b\u0007c\ufeff\u200bd\u{e0041}e\u2028f')).toBe('abcdef')
    expect(plainWords(`z${'\u0336'.repeat(50)}`)).toBe(`z${'\u0336'.repeat(3)}`)
    expect(plainWords(`z${'\u0336'.repeat(3)}\u200d\u0336\u0336`)).toBe(`z${'\u0336'.repeat(3)}`)
    expect(plainWords('a\r\n\r\n\r\n\r\nb  \n  c\td\t')).toBe('a\n\nb\nc d')
    expect(plainName(' Mary \n\u202e Banda ')).toBe('Mary Banda')
  })
})

const values = { stars: '4', fit: 'true', words: ' Nice ', writer: 'Mary' }

test('a review needs stars, and has a fit only for a product with sizes', () => {
  expect(readReview(values, true)).toEqual({
    ok: true,
    edit: { stars: 4, fit: 'true', words: 'Nice', writer: 'Mary' },
  })
  expect(readReview(values, false)).toMatchObject({ edit: { fit: null } })
  expect(readReview({ ...values, fit: 'huge' }, true)).toMatchObject({ edit: { fit: null } })
  for (const stars of ['', '0', '6', '4.5', '-1', '5x', '１'])
    expect(readReview({ ...values, stars }, true)).toMatchObject({ problem: 'stars-missing' })
  const long = 'x'.repeat(LONGEST_WORDS)
  expect(readReview({ ...values, words: long }, true)).toMatchObject({ edit: { words: long } })
  expect(readReview({ ...values, words: `${long}x` }, true)).toMatchObject({
    field: 'words',
    problem: 'words-too-long',
  })
})

test('nobody can write a review under the name of the shop', () => {
  for (const writer of [SHOP.name, SHOP.name.toUpperCase(), `The ${SHOP.name} team`, 'Z o v á l a'])
    expect(readReview({ ...values, writer }, true)).toMatchObject({ problem: 'writer-is-shop' })
  expect(readReview({ ...values, writer: '' }, true)).toMatchObject({ edit: { writer: '' } })
})

test('the writer of a review is shown by first name unless they chose another name', () => {
  expect(firstName('  Chisomo Banda ')).toBe('Chisomo')
  expect(firstName('')).toBe('')
})

test('an average is shown with one decimal, and not without reviews', () => {
  expect(averageOf({ count: 0, sum: 0 })).toBeNull()
  expect(averageOf({ count: 3, sum: 13 })).toBe(4.3)
})

test('the most frequent fit is shown with how many of how many chose it', () => {
  expect(commonFit({ small: 0, true: 0, large: 0 })).toBeNull()
  expect(commonFit({ small: 1, true: 7, large: 1 })).toEqual({ fit: 'true', count: 7, of: 9 })
  expect(commonFit({ small: 5, true: 2, large: 0 })).toEqual({ fit: 'small', count: 5, of: 7 })
  expect(commonFit({ small: 2, true: 2, large: 0 })).toMatchObject({ fit: 'true' })
})

test('a review can be changed for sixty days, to the last moment', () => {
  const at = new Date('2026-11-01T10:00:00Z')
  const after = (ms: number) => new Date(at.getTime() + EDITABLE_DAYS * 86_400_000 + ms)
  expect([isEditable(at, after(0)), isEditable(at, after(1))]).toEqual([true, false])
})
