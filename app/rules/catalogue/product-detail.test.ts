import { describe, expect, it } from 'vitest'
import {
  offerOf,
  picturesOf,
  preorderOfChoice,
  productPath,
  readPendingItem,
  readQuantity,
} from './product-detail.ts'
import type { Variant } from './products.ts'

const variant = (size: string | null, color: string | null, inventory = 5): Variant => ({
  id: `${size} ${color}`,
  size,
  color,
  colorValue: null,
  inventory,
})
const variants = [variant('S', 'Teal'), variant('M', 'Teal', 0), variant('M', 'Navy')]
const pending = (query: string) => readPendingItem(variants, new URLSearchParams(query))

it('the pictures of the chosen color come first, and the rest keeps its order', () => {
  const pictures = ['Maroon', 'Teal', null, 'Teal'].map((color, place) => ({ color, place }))
  const places = (color: string | null) => picturesOf(pictures, color).map((one) => one.place)
  expect(places('Teal')).toEqual([1, 3, 0, 2])
  expect(places('Navy')).toEqual([0, 1, 2, 3])
  expect(places(null)).toEqual([0, 1, 2, 3])
})

describe('a choice in the URL', () => {
  it('is read with its quantity', () => {
    expect(pending('size=M&color=Navy&quantity=3')).toEqual({
      size: 'M',
      color: 'Navy',
      quantity: 3,
    })
  })

  it('loses options that the product does not have', () => {
    expect(pending('size=XXL&color=Pink&quantity=0')).toEqual({
      size: null,
      color: null,
      quantity: 1,
    })
  })

  it('keeps the color and resets a size that is not made in it', () => {
    expect(pending('size=S&color=Navy')).toMatchObject({ size: null, color: 'Navy' })
  })

  it('is written so that it reads back the same', () => {
    const path = productPath('dress', { size: 'Free Size', color: 'Black & White', quantity: 2 })
    expect(new URL(path, 'http://x').searchParams.get('color')).toBe('Black & White')
    expect(productPath('dress', { size: null, color: null, quantity: 1 })).toBe('/product/dress')
  })
})

it.each(['0', '-1', '1.5', '1e3', '1000', 'two', '', null])('%s is not a quantity', (text) => {
  expect(readQuantity(text)).toBeNull()
})

describe('an option of a choice', () => {
  it('is missing when the size is not made in the chosen color', () => {
    expect(offerOf(variants, { size: 'S', color: 'Navy' }, true).isMissing).toBe(true)
  })

  it('is sold out when size and color are, unless stock is not tracked', () => {
    expect(offerOf(variants, { size: 'M', color: 'Teal' }, true).isSoldOut).toBe(true)
    expect(offerOf(variants, { size: 'M', color: 'Teal' }, false).isSoldOut).toBe(false)
    expect(offerOf(variants, { size: 'M', color: null }, true).isSoldOut).toBe(false)
  })
})

it.each([
  ['1', 1],
  ['999', 999],
  ['007', 7],
  ['000', null],
  ['12x', null],
  ['x12', null],
])('%s is the quantity %j', (text, quantity) => {
  expect(readQuantity(text)).toBe(quantity)
})

describe('an address with a choice', () => {
  it.each([
    ['', { size: null, color: null, quantity: 1 }],
    ['size=M', { size: 'M', color: null, quantity: 1 }],
    ['color=Navy', { size: null, color: 'Navy', quantity: 1 }],
    ['size=XXL&color=Navy', { size: null, color: 'Navy', quantity: 1 }],
    ['size=S&color=Pink&quantity=4', { size: 'S', color: null, quantity: 4 }],
  ])('“%s” is read as %j', (query, item) => {
    expect(pending(query)).toEqual(item)
  })

  it.each([
    [undefined, ''],
    [{}, ''],
    [{ size: '', color: '', quantity: 0 }, ''],
    [{ size: 'S' }, '?size=S'],
    [{ color: 'Navy' }, '?color=Navy'],
    [{ quantity: 2 }, '?quantity=2'],
    [{ quantity: -3 }, ''],
    [{ size: 'M', color: 'Navy', quantity: 3 }, '?size=M&color=Navy&quantity=3'],
  ])('%j is written as “%s”', (item, query) => {
    expect(productPath('dress', item)).toBe(`/product/dress${query}`)
  })
})

describe('a pre-order', () => {
  const later = { from: '2026-12-24', units: 4 }
  const sooner = { from: '2026-12-12', units: 2 }
  const soonest = { from: '2026-12-01', units: 2 }
  const ordered = [
    { ...variant('S', 'Teal', 0), preorder: later },
    { ...variant('S', 'Navy', 0), preorder: soonest },
    { ...variant('M', 'Teal', 0), preorder: sooner },
    { ...variant('M', 'Navy', -1), preorder: null },
    { ...variant('L', 'Teal', 1), preorder: soonest },
  ]
  const sold = ordered.slice(0, 4)

  it.each([
    [sold, 'S', 'Teal', later],
    [sold, 'S', null, soonest],
    [sold, null, 'Teal', sooner],
    [sold, null, null, soonest],
    [sold, 'M', 'Navy', undefined],
    [ordered, null, 'Teal', undefined],
    [ordered, 'L', null, undefined],
  ])('is the earliest one of what is all sold out (%#)', (given, size, color, preorder) => {
    expect(offerOf(given, { size, color }, true).preorder).toEqual(preorder)
    expect(offerOf(given, { size, color }, false)).toEqual({ isMissing: false, isSoldOut: false })
  })

  it('is in an offer only if there is one', () => {
    expect(offerOf(sold, { size: 'M', color: 'Navy' }, true)).toEqual({
      isMissing: false,
      isSoldOut: true,
    })
    expect(offerOf(ordered, { size: 'L', color: 'Teal' }, true).isSoldOut).toBe(false)
  })

  it('is that of the chosen variant, and before a choice the earliest', () => {
    const of = (size: string | null, color: string | null, given = sold, trackInventory = true) =>
      preorderOfChoice({ variants: given, trackInventory }, { size, color })
    expect(of('S', 'Teal')).toEqual(later)
    expect(of('M', 'Navy')).toBeNull()
    expect(of('S', null)).toEqual(soonest)
    expect(of(null, null)).toEqual(soonest)
    expect(of(null, null, ordered)).toBeNull()
    expect(of('S', 'Teal', ordered)).toEqual(later)
    expect(of('L', 'Teal', ordered)).toBeNull()
    expect(of('S', 'Teal', sold, false)).toBeNull()
  })
})
