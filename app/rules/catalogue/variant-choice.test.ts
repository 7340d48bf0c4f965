import { expect, test } from 'vitest'
import {
  addSizes,
  chosenOf,
  sortVariants,
  toggleVariants,
  unitsOf,
  type VariantValues,
  variantKey,
} from './variant-choice.ts'

const given = { sku: 'TEE', known: [] }
const toggleAll = (...steps: ['size' | 'color', string][]) =>
  steps.reduce<VariantValues[]>((now, [what, text]) => toggleVariants(now, what, text, given), [])
const shown = (variants: readonly VariantValues[]) =>
  variants.map(({ size, color, inventory }) => `${size}/${color}:${inventory}`)

test('choosing a size adds a variant with inventory 0, and choosing it again removes it', () => {
  const one = toggleAll(['size', 'S'])
  expect(one).toEqual([
    { size: 'S', color: '', sku: 'TEE-S', barcode: '', inventory: '0', loaded: '0' },
  ])
  expect(toggleVariants(one, 'size', 'S', given)).toEqual([])
})

test('sizes and colors make every combination', () => {
  const all = toggleAll(['size', 'S'], ['size', 'M'], ['color', 'Red'], ['color', 'Blue'])
  expect(shown(all).toSorted()).toEqual(['M/Blue:0', 'M/Red:0', 'S/Blue:0', 'S/Red:0'])
  expect(shown(toggleVariants(all, 'size', 'M', given))).toEqual(['S/Red:0', 'S/Blue:0'])
})

test('the first color of a product with sizes takes over their units, and removing the last returns them', () => {
  const sizes = toggleAll(['size', 'S'], ['size', 'M']).map((one, at) => ({
    ...one,
    inventory: String(at + 4),
  }))
  const red = toggleVariants(sizes, 'color', 'Red', given)
  expect(shown(red)).toEqual(['S/Red:4', 'M/Red:5'])
  expect(shown(toggleVariants(red, 'color', 'Red', given))).toEqual(['S/:4', 'M/:5'])
})

test('a preset adds its missing sizes, in every color', () => {
  const red = toggleAll(['color', 'Red'], ['size', '36'])
  expect(shown(addSizes(red, ['36', '37', '38'], given))).toEqual([
    '36/Red:0',
    '37/Red:0',
    '38/Red:0',
  ])
  expect(shown(addSizes([], ['8', '10'], given))).toEqual(['8/:0', '10/:0'])
})

test('a variant that is chosen again has its values from the opened form', () => {
  const known = [{ size: 'S', color: '', sku: 'OLD-1', barcode: '27', inventory: '7', loaded: '7' }]
  const off = toggleVariants(known, 'size', 'S', { sku: 'TEE', known })
  expect(toggleVariants(off, 'size', 'S', { sku: 'TEE', known })).toEqual(known)
})

test('sizes are in the offered order, color by color', () => {
  const all = toggleAll(['size', 'L'], ['size', 'S'], ['color', 'Red'], ['color', 'Blue'])
  expect(shown(sortVariants(all, ['S', 'M', 'L']))).toEqual([
    'S/Red:0',
    'L/Red:0',
    'S/Blue:0',
    'L/Blue:0',
  ])
})

test('units are added up if all of them are numbers', () => {
  expect(unitsOf([{ inventory: '3' }, { inventory: '' }, { inventory: '4' }])).toBe(7)
})

test('sizes and colors are chosen once each, in their order; a variant has a key of both', () => {
  const all = toggleAll(['size', 'M'], ['size', 'S'], ['color', 'Red'], ['color', 'Blue'])
  expect(chosenOf(all)).toEqual({ sizes: ['M', 'S'], colors: ['Red', 'Blue'] })
  expect(chosenOf(toggleAll(['size', 'M']))).toEqual({ sizes: ['M'], colors: [] })
  const keys = [
    { size: 'S', color: null },
    { size: null, color: 'S' },
    { size: null, color: null },
    { size: 'S', color: 'Red' },
  ].map(variantKey)
  expect(keys).toEqual(['S\n', '\nS', '\n', 'S\nRed'])
})

test('colors before sizes: the first size takes over the units, and removing the last returns them', () => {
  const colors = toggleAll(['color', 'Red'], ['color', 'Blue'])
  expect(shown(colors)).toEqual(['/Red:0', '/Blue:0'])
  const counted = colors.map((one, at) => ({ ...one, inventory: String(at + 3) }))
  const small = toggleVariants(counted, 'size', 'S', given)
  expect(shown(small)).toEqual(['S/Red:3', 'S/Blue:4'])
  const both = toggleVariants(small, 'size', 'M', given)
  expect(shown(both)).toEqual(['S/Red:3', 'S/Blue:4', 'M/Red:0', 'M/Blue:0'])
  expect(shown(toggleVariants(both, 'size', 'S', given))).toEqual(['M/Red:0', 'M/Blue:0'])
  expect(shown(toggleVariants(both, 'color', 'Red', given))).toEqual(['S/Blue:4', 'M/Blue:0'])
  expect(shown(toggleVariants(small, 'size', 'S', given))).toEqual(['/Red:3', '/Blue:4'])
  expect(toggleVariants(both, 'color', 'Gold', given).at(-1)).toEqual({
    size: 'M',
    color: 'Gold',
    sku: 'TEE-GOLD-M',
    barcode: '',
    inventory: '0',
    loaded: '0',
  })
})

test('a variant is known again only with both its size and its color', () => {
  const known = [
    { size: 'S', color: 'Red', sku: 'OLD-1', barcode: '27', inventory: '7', loaded: '7' },
    { size: 'M', color: 'Blue', sku: 'OLD-2', barcode: '28', inventory: '8', loaded: '8' },
  ]
  const about = { sku: 'TEE', known }
  const red = toggleVariants([], 'color', 'Red', about)
  const small = toggleVariants(red, 'size', 'S', about)
  expect(small).toEqual([known[0]])
  expect(shown(toggleVariants(small, 'size', 'M', about))).toEqual(['S/Red:7', 'M/Red:0'])
})

test('variants with a size that is not on offer come last in their color', () => {
  const all = toggleAll(['color', 'Red'], ['size', 'Huge'], ['size', 'S'], ['color', 'Blue'])
  expect(shown(sortVariants(all, ['S', 'M']))).toEqual([
    'S/Red:0',
    'Huge/Red:0',
    'S/Blue:0',
    'Huge/Blue:0',
  ])
  expect(unitsOf([{ inventory: 'x' }, { inventory: ' 5 ' }, { inventory: '08' }])).toBe(13)
})
