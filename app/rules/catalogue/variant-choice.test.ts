import { expect, test } from 'vitest'
import {
  addSizes,
  sortVariants,
  toggleVariants,
  unitsOf,
  type VariantValues,
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
  const sizes = toggleAll(['size', 'S'], ['size', 'M']).map((one) => ({ ...one, inventory: '4' }))
  const red = toggleVariants(sizes, 'color', 'Red', given)
  expect(shown(red)).toEqual(['S/Red:4', 'M/Red:4'])
  expect(shown(toggleVariants(red, 'color', 'Red', given))).toEqual(['S/:4', 'M/:4'])
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
