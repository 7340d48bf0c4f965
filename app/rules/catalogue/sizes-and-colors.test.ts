import { expect, test } from 'vitest'
import { COLORS_TO_ADD, COLORS_TO_EDIT, colorValueOf } from './colors.ts'
import { paintOf } from './products.ts'
import { compareSizes, groupSizes, isSize, SIZES_TO_ADD, SIZES_TO_EDIT } from './sizes.ts'

const sizes = (groups: typeof SIZES_TO_ADD) => groups.flatMap((group) => group.sizes)

test('a new product offers clothes sizes and 1 to 50', () => {
  const offered = sizes(SIZES_TO_ADD)
  expect(offered.slice(0, 10)).toEqual([
    'XS',
    'S',
    'M',
    'L',
    'XL',
    '2XL',
    '3XL',
    '4XL',
    '5XL',
    'Free Size',
  ])
  expect(offered.slice(10)).toEqual(Array.from({ length: 50 }, (_, n) => String(n + 1)))
})

test('an edited product offers clothes sizes, waists 28 to 50 and shoes 3 to 15', () => {
  expect(SIZES_TO_EDIT[0]?.sizes.join(' ')).toBe(
    'XS S Sm M L XL Xl 2XL 2xl XXL 3XL 4XL 5XL Free Size',
  )
  expect(SIZES_TO_EDIT[1]?.sizes).toEqual([
    '28',
    '30',
    '32',
    '34',
    '36',
    '38',
    '40',
    '42',
    '44',
    '46',
    '48',
    '50',
  ])
  const shoes = SIZES_TO_EDIT[2]?.sizes ?? []
  expect(shoes.slice(0, 3)).toEqual(['3', '3.5', '4'])
  expect(shoes.slice(-4)).toEqual(['12.5', '13', '14', '15'])
  expect(shoes).toHaveLength(23)
})

test('sizes in another spelling are separate, except the product’s own in another case', () => {
  const shown = (chosen: string[]) =>
    Object.fromEntries(
      groupSizes(SIZES_TO_EDIT, chosen).map((group) => [group.label, group.sizes.join(' ')]),
    )
  expect(shown([])).toMatchObject({
    Clothes: 'XS S M L XL 2XL 3XL 4XL 5XL Free Size',
    'Other spellings': 'Sm Xl 2xl XXL',
  })
  expect(shown(['XL', '2xl'])).toMatchObject({
    Clothes: 'XS S M L XL 3XL 4XL 5XL Free Size',
    'Other spellings': 'Sm 2xl XXL',
  })
  // A size that the product already has can be removed.
  expect(shown(['XL', 'Xl', 'xxl'])).toMatchObject({
    'Other spellings': 'Sm Xl 2xl',
    Others: 'xxl',
  })
  expect(groupSizes(SIZES_TO_ADD, []).map(({ label }) => label)).toEqual(['Clothes', 'Numbers'])
})

test('sizes are sorted: letters from small to large, then numbers, then the shop’s own by name', () => {
  const sorted = ['XS', 'S', 'M', '2XL', '5XL', 'Free Size', '7', '7.5', '10', 'Huge', 'Tiny']
  expect(sorted.toReversed().toSorted(compareSizes)).toEqual(sorted)
  expect(sorted.toSorted().toSorted(compareSizes)).toEqual(sorted)
})

test('no size and no color is offered twice', () => {
  for (const list of [sizes(SIZES_TO_ADD), sizes(SIZES_TO_EDIT)])
    expect(new Set(list).size).toBe(list.length)
  expect(new Set(COLORS_TO_EDIT.map(({ name }) => name)).size).toBe(COLORS_TO_EDIT.length)
  expect([isSize('7.5'), isSize('17'), isSize('huge')]).toEqual([true, true, false])
})

test('there are 58 named colors, 55 of them for new products, with valid swatches', () => {
  expect([COLORS_TO_EDIT.length, COLORS_TO_ADD.length]).toEqual([58, 55])
  for (const { name, value } of COLORS_TO_EDIT) {
    expect(value, name).toMatch(/^#[0-9a-f]{6}(\/#[0-9a-f]{6})?$/)
    expect(value.includes('/'), name).toBe(name.includes('/'))
  }
  for (const name of 'Pink Navy Maroon Gold Black White Red Blue Green Purple Gray'.split(' '))
    expect(colorValueOf(name), name).toBeDefined()
})

test('a two-tone color has a swatch of two halves', () => {
  expect(paintOf('#1b1a1c/#ffffff')).toContain('#1b1a1c 50%, #ffffff 50%')
  expect(paintOf('#1b1a1c')).toBe('#1b1a1c')
  expect(paintOf(null)).toBeUndefined()
})
