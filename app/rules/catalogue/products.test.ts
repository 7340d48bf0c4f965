import { describe, expect, test } from 'vitest'
import { stockBadges } from '../stock/stock.ts'
import {
  chooseVariant,
  colorsOf,
  narrowChoice,
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

test('stock badges: only N left from 1 to 5, isLimited from 1 to 10, sold out at 0', () => {
  expect(stockBadges(0, true)).toEqual({ left: null, isLimited: false, soldOut: true })
  expect(stockBadges(1, true)).toEqual({ left: 1, isLimited: true, soldOut: false })
  expect(stockBadges(5, true)).toEqual({ left: 5, isLimited: true, soldOut: false })
  expect(stockBadges(6, true)).toEqual({ left: null, isLimited: true, soldOut: false })
  expect(stockBadges(10, true)).toEqual({ left: null, isLimited: true, soldOut: false })
  expect(stockBadges(11, true)).toEqual({ left: null, isLimited: false, soldOut: false })
  expect(stockBadges(0, false)).toEqual({ left: null, isLimited: false, soldOut: false })
})
