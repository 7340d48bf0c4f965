import { expect, test } from 'vitest'
import { variantSku } from './product-codes.ts'
import { offerOf, productPath, readPendingItem, readQuantity } from './product-detail.ts'
import {
  ALL_PRODUCTS,
  countFilters,
  parseProductFilters,
  productQuery,
  readFilterText,
  readKwacha,
  readSlug,
} from './product-filters.ts'
import { narrowChoice, paintOf, slugFrom, type Variant } from './products.ts'
import { SIZES_TO_EDIT } from './sizes.ts'
import { sortVariants, toggleVariants, type VariantValues, variantKey } from './variant-choice.ts'

const parse = (query: string) => parseProductFilters(new URLSearchParams(query))

test('a filter accepts a URL’s values up to their limits, and ignores larger ones', () => {
  expect(readFilterText(null)).toBe('')
  expect(readFilterText(`  ${'a'.repeat(100)}`)).toHaveLength(100)
  expect(readSlug('a'.repeat(200))).toHaveLength(200)
  expect(readSlug('a'.repeat(201))).toBeNull()
  expect([
    readKwacha('2147483647'),
    readKwacha('2147483648'),
    readKwacha(null),
    readKwacha(''),
  ]).toEqual([2_147_483_647, null, null, null])
  const many = Array.from({ length: 25 }, (_, n) => `category=c${n}`).join('&')
  expect(parse(many).categories).toHaveLength(20)
  expect(parse('on_sale=true&in_stock=')).toMatchObject({ onSale: true, inStock: false })
})

test('two prices are put in order, and a single one keeps its field', () => {
  expect(parse('min=9&max=5')).toMatchObject({ min: 5, max: 9 })
  expect(parse('min=9')).toMatchObject({ min: 9, max: null })
  expect(parse('max=5')).toMatchObject({ min: null, max: 5 })
  expect(parse('min=0&max=5')).toMatchObject({ min: 0, max: 5 })
})

test('a URL has only the values that differ from all products', () => {
  expect(productQuery(ALL_PRODUCTS)).toBe('')
  expect(productQuery({ ...ALL_PRODUCTS, sort: 'rating' })).toBe('?sort=rating')
  expect(productQuery({ ...ALL_PRODUCTS, sort: 'name' }, {}, {}, 'name')).toBe('')
  expect(productQuery({ ...ALL_PRODUCTS, min: 1, max: 2, onSale: true, inStock: true })).toBe(
    '?min=1&max=2&on_sale=1&in_stock=1',
  )
  expect(productQuery(ALL_PRODUCTS, { name: 'wrap' }, { view: 'list', page: null })).toBe(
    '?name=wrap&view=list',
  )
  const count = (change: Partial<typeof ALL_PRODUCTS>) =>
    countFilters({ ...ALL_PRODUCTS, ...change })
  expect([
    count({}),
    count({ min: 0 }),
    count({ max: 0 }),
    count({ groups: ['shoes'], name: 'x' }),
  ]).toEqual([0, 1, 1, 2])
})

test('a name loses all hyphens at its ends', () => {
  expect(slugFrom('  -- Dress! --')).toBe('dress')
  expect(variantSku('TEE', 'Free  Size', '')).toBe('TEE-FREESIZE')
})

test('the groups of sizes have their labels, and a color without a value has no swatch', () => {
  expect(SIZES_TO_EDIT.map(({ label }) => label)).toEqual(['Clothes', 'Waist', 'Shoes'])
  expect(paintOf('red')).toBeUndefined()
})

const variant = (size: string | null, color: string | null, inventory = 1): Variant => ({
  id: `${size}${color}`,
  size,
  color,
  colorValue: null,
  inventory,
})
const DRESS = [variant('S', 'Red'), variant('M', 'Red', 0), variant('M', 'Blue', 0)]

test('a quantity is between 1 and 999', () => {
  expect(['1', '999', '12', '0', '1000', '', '1.5', ' 1', null].map(readQuantity)).toEqual([
    1,
    999,
    12,
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})

test('a choice in a URL is one that the product has', () => {
  const read = (query: string) => readPendingItem(DRESS, new URLSearchParams(query))
  expect(read('size=M&color=Blue&quantity=3')).toEqual({ size: 'M', color: 'Blue', quantity: 3 })
  expect(read('size=S&color=Blue')).toEqual({ size: null, color: 'Blue', quantity: 1 })
  expect(read('size=XL&color=Pink&quantity=0')).toEqual({ size: null, color: null, quantity: 1 })
})

test('a product’s URL has the choice, and leaves out a quantity of one', () => {
  expect(productPath('dress')).toBe('/product/dress')
  expect(productPath('dress', { size: 'S', color: 'Red', quantity: 2 })).toBe(
    '/product/dress?size=S&color=Red&quantity=2',
  )
  expect(productPath('dress', { quantity: 1, size: null })).toBe('/product/dress')
})

test('an option beside the chosen ones is missing, sold out or available', () => {
  const offer = (size: string | null, color: string | null, isTracked = true) =>
    offerOf(DRESS, { size, color }, isTracked)
  expect(offer('S', 'Blue')).toEqual({ isMissing: true, isSoldOut: true })
  expect(offer('S', 'Red')).toEqual({ isMissing: false, isSoldOut: false })
  expect(offer('M', null)).toEqual({ isMissing: false, isSoldOut: true })
  expect(offer(null, 'Red')).toEqual({ isMissing: false, isSoldOut: false })
  expect(offer(null, 'Blue', false)).toEqual({ isMissing: false, isSoldOut: false })
})

test('an option in a combination that does not exist resets the earlier choice', () => {
  const chosen = { size: 'S', color: 'Red' }
  expect(narrowChoice(DRESS, chosen, { color: 'Blue' })).toEqual({ size: null, color: 'Blue' })
  expect(narrowChoice(DRESS, { size: 'M', color: 'Blue' }, { size: 'S' })).toEqual({
    size: 'S',
    color: null,
  })
  expect(narrowChoice(DRESS, { size: null, color: 'Blue' }, { size: 'M' })).toEqual({
    size: 'M',
    color: 'Blue',
  })
})

const of = (size: string, color: string, inventory = '0'): VariantValues => ({
  size,
  color,
  sku: `OLD-${size}${color}`,
  barcode: '',
  inventory,
  loaded: inventory,
})
const keys = (variants: readonly VariantValues[]) =>
  variants.map((one) => `${one.size}/${one.color}:${one.inventory}:${one.sku}`)

test('a variant’s label is its size and color, also with only one of them', () => {
  expect([
    variantKey({ size: 'S', color: null }),
    variantKey({ size: null, color: 'Red' }),
  ]).toEqual(['S\n', '\nRed'])
})

test('a removed variant is restored with its values only if the opened form had exactly that one', () => {
  const known = [of('S', 'Red', '4'), of('M', 'Blue', '5')]
  const now = [of('S', 'Blue', '1')]
  expect(keys(toggleVariants(now, 'color', 'Red', { sku: 'T', known }))).toEqual([
    'S/Blue:1:OLD-SBlue',
    'S/Red:4:OLD-SRed',
  ])
  expect(keys(toggleVariants(now, 'size', 'M', { sku: 'T', known }))).toEqual([
    'S/Blue:1:OLD-SBlue',
    'M/Blue:5:OLD-MBlue',
  ])
  expect(keys(toggleVariants(now, 'size', 'L', { sku: 'T', known }))).toEqual([
    'S/Blue:1:OLD-SBlue',
    'L/Blue:0:T-BLUE-L',
  ])
})

test('the first size of a product in colors takes over their units, and removing the last returns them', () => {
  const colors = [of('', 'Red', '4'), of('', 'Blue', '5')]
  const sized = toggleVariants(colors, 'size', 'S', { sku: 'T', known: [] })
  expect(keys(sized)).toEqual(['S/Red:4:T-RED-S', 'S/Blue:5:T-BLUE-S'])
  expect(keys(toggleVariants(sized, 'size', 'S', { sku: 'T', known: [] }))).toEqual([
    '/Red:4:T-RED',
    '/Blue:5:T-BLUE',
  ])
  const two = [...sized, of('M', 'Red', '7')]
  expect(keys(toggleVariants(two, 'size', 'M', { sku: 'T', known: [] }))).toEqual(keys(sized))
})

test('a custom size comes after the standard ones', () => {
  expect(
    keys(sortVariants([of('X', 'Red'), of('M', 'Red'), of('S', 'Red')], ['S', 'M'])).map(
      (key) => key[0],
    ),
  ).toEqual(['S', 'M', 'X'])
})
