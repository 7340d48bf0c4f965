import { describe, expect, test } from 'vitest'
import { stockBadges } from '../stock/stock.ts'
import {
  chooseVariant,
  colorsOf,
  narrowChoice,
  paintOf,
  sizesOf,
  slugFrom,
  type Variant,
} from './products.ts'

const variant = (size: string | null, color: string | null): Variant => ({
  id: `${size}-${color}`,
  size,
  color,
  colorValue: color && '#000000',
  inventory: 1,
})
const variants = [variant('S', 'Red'), variant('M', 'Red'), variant('M', 'Blue')]

test('a slug is lowercase with one hyphen for every run of other characters', () => {
  expect(slugFrom('  Chitenje  Wrap & Dress! ')).toBe('chitenje-wrap-dress')
  expect(slugFrom('Café Nguo')).toBe('cafe-nguo')
  expect(slugFrom('!!!')).toBe('')
})

describe('choosing a variant', () => {
  test('asks for a size first, then for a color', () => {
    expect(chooseVariant(variants, { size: null, color: null })).toMatchObject({
      reason: 'size-missing',
    })
    expect(chooseVariant(variants, { size: 'M', color: null })).toMatchObject({
      reason: 'color-missing',
    })
    expect(chooseVariant(variants, { size: 'S', color: 'Blue' })).toMatchObject({
      reason: 'variant-missing',
    })
    expect(chooseVariant(variants, { size: 'M', color: 'Blue' })).toMatchObject({ ok: true })
  })
  test('is not needed for a product without sizes and colors', () => {
    expect(chooseVariant([variant(null, null)], { size: null, color: null })).toMatchObject({
      ok: true,
    })
  })
  test('resets a color that the chosen size does not come in, and the reverse', () => {
    expect(narrowChoice(variants, { size: 'M', color: 'Blue' }, { size: 'S' })).toEqual({
      size: 'S',
      color: null,
    })
    expect(narrowChoice(variants, { size: 'S', color: 'Red' }, { color: 'Blue' })).toEqual({
      size: null,
      color: 'Blue',
    })
    expect(narrowChoice(variants, { size: 'S', color: 'Red' }, { size: 'M' })).toEqual({
      size: 'M',
      color: 'Red',
    })
  })
  test('offers each size and color once', () => {
    expect(sizesOf(variants)).toEqual(['S', 'M'])
    expect(colorsOf(variants).map(([name]) => name)).toEqual(['Red', 'Blue'])
  })
})

test.each([
  ['--Wrap--', 'wrap'],
  ['Ünder 5000', 'under-5000'],
  ['ﬁne A1', 'fine-a1'],
  ['a_b', 'a-b'],
])('the slug of “%s” is %s', (name, slug) => {
  expect(slugFrom(name)).toBe(slug)
})

describe('a choice among variants with only a size, or only a color', () => {
  const sizesOnly = [variant('S', null), variant('M', null)]
  const colorsOnly = [variant(null, 'Red'), variant(null, 'Blue')]
  test.each([
    [sizesOnly, { size: 'M', color: null }, 'M-null'],
    [sizesOnly, { size: 'M', color: '' }, 'M-null'],
    [sizesOnly, { size: 'M', color: 'Red' }, 'variant-missing'],
    [sizesOnly, { size: null, color: 'Red' }, 'size-missing'],
    [colorsOnly, { size: null, color: 'Blue' }, 'null-Blue'],
    [colorsOnly, { size: '', color: 'Red' }, 'null-Red'],
    [colorsOnly, { size: null, color: '' }, 'color-missing'],
    [colorsOnly, { size: 'S', color: 'Red' }, 'variant-missing'],
    [variants, { size: 'M', color: 'Red' }, 'M-Red'],
    [[], { size: null, color: null }, 'variant-missing'],
  ])('%#: gives its variant or the reason', (given, choice, expected) => {
    const chosen = chooseVariant(given, choice)
    expect(chosen.ok ? chosen.variant.id : chosen.reason).toBe(expected)
  })

  test('keeps the rest of the choice that still fits, and clears only what was not chosen now', () => {
    const from = (size: string | null, color: string | null) => ({ size, color })
    expect(narrowChoice(variants, from('S', 'Red'), { size: null })).toEqual(from(null, 'Red'))
    expect(narrowChoice(variants, from(null, 'Blue'), { size: 'M' })).toEqual(from('M', 'Blue'))
    expect(narrowChoice(variants, from('S', null), { color: 'Red' })).toEqual(from('S', 'Red'))
    expect(narrowChoice(variants, from('S', null), {})).toEqual(from('S', null))
    expect(narrowChoice(variants, from(null, 'Red'), { size: 'L' })).toEqual(from('L', null))
  })

  test('offers no blank size or color, and each color with its value', () => {
    expect([sizesOf(colorsOnly), colorsOf(sizesOnly)]).toEqual([[], []])
    expect(colorsOf([...colorsOnly, variant('S', 'Red')])).toEqual([
      ['Red', '#000000'],
      ['Blue', '#000000'],
    ])
  })
})

test.each([
  [null, undefined],
  ['', undefined],
  ['red', undefined],
  ['#f', undefined],
  ['#123456789', undefined],
  ['#0aF', '#0aF'],
  ['#11223344', '#11223344'],
  ['color: #112233;', '#112233'],
  ['#112233 #445566', 'linear-gradient(135deg, #112233 50%, #445566 50%)'],
])('the color value %j is painted as %s', (value, paint) => {
  expect(paintOf(value)).toBe(paint)
})

test('stock badges: only N left from 1 to 5, isLimited from 1 to 10, sold out at 0', () => {
  expect(stockBadges(0, true)).toEqual({ left: null, isLimited: false, soldOut: true })
  expect(stockBadges(1, true)).toEqual({ left: 1, isLimited: true, soldOut: false })
  expect(stockBadges(5, true)).toEqual({ left: 5, isLimited: true, soldOut: false })
  expect(stockBadges(6, true)).toEqual({ left: null, isLimited: true, soldOut: false })
  expect(stockBadges(10, true)).toEqual({ left: null, isLimited: true, soldOut: false })
  expect(stockBadges(11, true)).toEqual({ left: null, isLimited: false, soldOut: false })
  expect(stockBadges(0, false)).toEqual({ left: null, isLimited: false, soldOut: false })
})
