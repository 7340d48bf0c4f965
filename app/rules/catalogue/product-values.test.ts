import { expect, test } from 'vitest'
import {
  copyProduct,
  EMPTY_PRODUCT,
  isReduction,
  PRODUCT_FIELDS,
  type ProductValues,
  productTexts,
} from './product-values.ts'

const variant = {
  size: 'S',
  color: 'Red',
  sku: 'TEE-S',
  barcode: '27',
  inventory: '4',
  loaded: '5',
}
const tee: ProductValues = {
  ...EMPTY_PRODUCT,
  name: ' Tee ',
  sku: 'TEE',
  price: '5000',
  category_id: 'c1',
  inventory_quantity: ' 7 ',
  tags: ['new', 'linen'],
}
const texts = (part: Partial<ProductValues>) =>
  productTexts({ ...tee, ...part }, (id) => `Category ${id}`)

test('the form of a new product is empty, active, and counts its stock from 0', () => {
  const blank = Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, '']))
  expect(EMPTY_PRODUCT).toEqual({
    ...blank,
    price: '0',
    status: 'active',
    trackInventory: true,
    featured: false,
    inventoryLoaded: '0',
    tags: [],
    images: [],
    variants: [],
    gone: [],
  })
})

test('a copy has its own codes and no stock, and keeps the rest', () => {
  const gone = [{ size: 'M', color: '', loaded: '2' }]
  const images = [{ id: 'i1', alt: 'Front', color: '' }]
  const from = { ...tee, inventoryLoaded: '7', images, gone, variants: [variant] }
  expect(copyProduct(from, { sku: 'NEW', barcode: '29' })).toEqual({
    ...from,
    sku: 'NEW',
    barcode: '29',
    inventory_quantity: '0',
    inventoryLoaded: '0',
    variants: [{ ...variant, sku: '', barcode: '', inventory: '0', loaded: '0' }],
    gone: [],
  })
})

test.each([
  ['100', '101', true],
  ['100', '100', false],
  ['9', '10', true],
  ['free', '10', null],
  ['10', 'x10', null],
  ['10', '10x', null],
  ['x9', '10', null],
  ['9x', '10', null],
  ['', '10', null],
])('at the price %s, the compare price %s is a reduction: %s', (price, before, expected) => {
  expect(isReduction({ price, compare_price: before })).toBe(expected)
})

test('a second editor reads each value as a text', () => {
  expect(texts({ images: [] })).toEqual({
    ...Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, ''])),
    name: 'Tee',
    sku: 'TEE',
    price: '5000',
    status: 'active',
    category_id: 'Category c1',
    inventory_quantity: '7',
    tracked: 'yes',
    featured: 'no',
    tags: 'new, linen',
    variants: '',
    images: '',
  })
  expect(texts({ trackInventory: false, featured: true })).toMatchObject({
    inventory_quantity: '',
    tracked: 'no',
    featured: 'yes',
  })
  expect(texts({ inventory_quantity: '  ' }).inventory_quantity).toBe('0')
})

test('a second editor reads variants in one order, whatever theirs is, and images in theirs', () => {
  const plain = { ...variant, size: 'M', color: '', sku: 'TEE-M', barcode: '', inventory: '0' }
  const bare = { ...plain, size: '', color: 'Blue', sku: '' }
  const shown = texts({
    variants: [variant, plain, bare],
    images: [
      { id: 'i2', alt: 'Front', color: 'Red' },
      { id: 'i1', alt: 'Back', color: '' },
    ],
  })
  expect(shown).toMatchObject({
    inventory_quantity: '',
    variants: 'Blue (): 0; M (TEE-M): 0; S, Red (TEE-S, 27): 4',
    images: '1. Front (Red); 2. Back',
  })
})
