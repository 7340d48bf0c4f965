import { describe, expect, it } from 'vitest'
import {
  offerOf,
  picturesOf,
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
