import { expect, test } from 'vitest'
import { EMPTY_PRODUCT, type ProductValues } from '../catalogue/product-values.ts'
import { changedCells, productRows } from './product-rows.ts'

const PLAIN: ProductValues = {
  ...EMPTY_PRODUCT,
  name: 'Dress',
  sku: 'D-1',
  price: '100',
  inventory_quantity: '7',
}
const M = { size: 'M', color: '', sku: 'm', barcode: '1', inventory: '4', loaded: '4' }
const RED = { size: '', color: 'Red', sku: 'r', barcode: '2', inventory: '5', loaded: '5' }
const SIZED = { ...PLAIN, variants: [M, RED] }

test('an export has a row for each variant, and the own columns of the product in the first', () => {
  const [first, second, ...others] = productRows({ slug: 'dress', values: SIZED }, 'Dresses')
  expect(first).toMatchObject({
    Name: 'Dress',
    SKU: 'D-1',
    Category: 'Dresses',
    Price: '100',
    'Track stock': 'yes',
    Featured: 'no',
  })
  const codes = { 'Variant SKU': 'r', 'Variant barcode': '2' }
  expect(second).toEqual({ Handle: 'dress', Size: '', Color: 'Red', ...codes, Stock: '5' })
  expect(others).toEqual([])
  const plain = { Handle: 'd', Size: '', Color: '', 'Variant SKU': '', 'Variant barcode': '' }
  expect(productRows({ slug: 'd', values: PLAIN }, '')).toMatchObject([{ ...plain, Stock: '7' }])
  const untracked = { ...PLAIN, trackInventory: false }
  expect(productRows({ slug: 'd', values: untracked }, '')).toMatchObject([
    { 'Track stock': 'no', Stock: '' },
  ])
})

const to80 = 'x'.repeat(80)
// A product before and after, and the changes that are shown.
test.each<[string, ProductValues, ProductValues, [string, string, string][]]>([
  ['nothing', SIZED, SIZED, []],
  ['a price', SIZED, { ...SIZED, price: '90' }, [['Price', '100', '90']]],
  ['a first text', PLAIN, { ...PLAIN, brand: 'Chic' }, [['Brand', '', 'Chic']]],
  ['variants in another order', SIZED, { ...SIZED, variants: [RED, M] }, []],
  [
    'codes of a variant',
    SIZED,
    {
      ...SIZED,
      variants: [
        { ...M, sku: 'n' },
        { ...RED, barcode: '3' },
      ],
    },
    [
      ['Variant SKU (M)', 'm', 'n'],
      ['Variant barcode (Red)', '2', '3'],
    ],
  ],
  [
    'a new variant',
    SIZED,
    { ...SIZED, variants: [M, RED, { ...M, color: 'Red', sku: '', barcode: '' }] },
    [
      ['Size (M Red)', '', 'M'],
      ['Color (M Red)', '', 'Red'],
      ['Stock (M Red)', '', '4'],
    ],
  ],
  [
    'a product that gets a size',
    PLAIN,
    { ...PLAIN, variants: [M] },
    [
      ['Size (M)', '', 'M'],
      ['Variant SKU (M)', '', 'm'],
      ['Variant barcode (M)', '', '1'],
      ['Stock (M)', '', '4'],
    ],
  ],
  [
    'the stock of a product without sizes',
    PLAIN,
    { ...PLAIN, inventory_quantity: '8' },
    [['Stock', '7', '8']],
  ],
  [
    'long texts, shortened',
    { ...PLAIN, description: `${to80}y` },
    { ...PLAIN, description: to80 },
    [['Description', `${to80}…`, to80]],
  ],
  [
    'a long text whose 80th character is the first half of an emoji',
    { ...PLAIN, description: `${to80.slice(1)}👗 dress` },
    { ...PLAIN, description: to80 },
    [['Description', `${to80.slice(1)}…`, to80]],
  ],
])('changes of %s', (_, before, after, changes) => {
  const shown = changedCells(before, after, { before: 'Dresses', after: 'Dresses' })
  expect(shown.map(({ column, from, to }) => [column, from, to])).toEqual(changes)
})

test('at most twelve changes are shown, the first ones', () => {
  const variants = ['S', 'M', 'L', 'XL'].map((size) => ({ ...M, size, sku: size, barcode: size }))
  const shown = changedCells(PLAIN, { ...PLAIN, variants }, { before: '', after: 'Dresses' })
  expect(shown).toHaveLength(12)
  expect(shown[0]).toEqual({ column: 'Category', from: '', to: 'Dresses' })
})
