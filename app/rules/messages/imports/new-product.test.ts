import { expect, test } from 'vitest'
import { EMPTY_PRODUCT } from '../../catalogue/product-values.ts'
import { formatNewProduct } from './new-product.ts'

const product = { ...EMPTY_PRODUCT, price: '25000', inventory_quantity: '7' }
const variant = (size: string, color: string, inventory: string) => ({
  size,
  color,
  inventory,
  sku: '',
  barcode: '',
  loaded: '0',
})

test('a new product of a file says its price, sizes and colors, pieces, category and status', () => {
  const variants = [variant('M', 'Red', '3'), variant('L', 'Red', '4'), variant('M', 'Blue', '0')]
  expect(
    formatNewProduct(
      { values: { ...product, variants, compare_price: '30000', status: 'inactive' } },
      ' Dresses / Maxi ',
    ),
  ).toBe('MK 25,000 · before MK 30,000 · 2 sizes, 2 colors · 7 pieces · Dresses / Maxi · inactive')
})

test('a new product of a file without sizes, category or counted stock says so', () => {
  const one = { ...product, inventory_quantity: '1' }
  expect(formatNewProduct({ values: one }, '')).toBe(
    'MK 25,000 · one size · 1 piece · no category · active',
  )
  expect(formatNewProduct({ values: { ...one, trackInventory: false } }, '')).toContain(
    ' · stock not tracked · ',
  )
  const shoes = { ...product, variants: [variant('42', '', '2')] }
  expect(formatNewProduct({ values: shoes }, 'Shoes')).toContain(' · 1 size · 2 pieces · Shoes · ')
})
