import { expect, test } from 'vitest'
import { readProduct } from './product-form.ts'
import {
  EMPTY_PRODUCT,
  isReduction,
  MOST_IMAGES,
  MOST_TAGS,
  MOST_VARIANTS,
  type ProductValues,
  productTexts,
} from './product-values.ts'

const id = (n: number) => `3f0e1c1a-6f57-4c43-9f0c-${String(n).padStart(12, '0')}`
const read = (values: Partial<ProductValues>, needsCategory = false) =>
  readProduct({ ...EMPTY_PRODUCT, name: 'Dress', sku: 'D-1', ...values }, needsCategory)
const errorsOf = (values: Partial<ProductValues>) => {
  const answer = read(values)
  return answer.ok ? {} : answer.errors
}
const productOf = (values: Partial<ProductValues>) => {
  const answer = read(values)
  if (!answer.ok) throw new Error(JSON.stringify(answer.errors))
  return answer.product
}
const variant = { size: 'S', color: '', sku: 'D-1-S', barcode: '', inventory: '3', loaded: '5' }
const variants = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...variant, size: String(n), sku: `D-${n}` }))
const images = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: id(n), alt: ` Front ${n} `, color: 'Red' }))

test.each<[Partial<ProductValues>, object]>([
  [{ name: ' ' }, { name: 'Please give the product a name.' }],
  [{ price: '' }, { price: 'Please enter a price. 0 is allowed.' }],
  [{ price: '1.5' }, { price: 'Please use a whole number of kwacha, like 125,000.' }],
  [{ price: '1000000000' }, { price: 'Please use at most 999,999,999.' }],
  [
    { compare_price: 'x1' },
    { compare_price: 'Please use a whole number of kwacha, like 125,000.' },
  ],
  [{ sku: '' }, { sku: 'Please enter a SKU, or generate one.' }],
  [{ sku: '\u200bD' }, { sku: 'Please use letters and digits.' }],
  [{ sku: 'D\u200b' }, { sku: 'Please use letters and digits.' }],
  [
    { barcode: 'a\u00e9' },
    { barcode: 'Please use what a scanner reads: letters, digits and hyphens.' },
  ],
  [{ category_id: 'none' }, { category_id: 'Please choose a category from the list.' }],
  [{ weight: 'x' }, { weight: 'Please use kilograms, like 0.35.' }],
  [{ weight: '123456' }, { weight: 'Please use kilograms, like 0.35.' }],
  [{ status: 'gone' }, { status: 'Please choose a status: active, inactive, out_of_stock.' }],
  [{ inventory_quantity: 'x' }, { inventory_quantity: 'Please use a whole number from 0 up.' }],
  [{ inventory_quantity: '100000' }, { inventory_quantity: 'Please use at most 99,999.' }],
  [
    { tags: Array.from({ length: MOST_TAGS + 1 }, (_, n) => `t${n}`) },
    { tags: 'At most 30 tags, please.' },
  ],
  [{ images: [{ id: 'x', alt: '', color: '' }] }, { images: 'Please choose the image again.' }],
  [{ images: [...images(1), ...images(1)] }, { images: 'The same image is there twice.' }],
  [{ images: images(MOST_IMAGES + 1) }, { images: 'At most 20 images, please.' }],
  [{ variants: [variant, variant] }, { variants: 'A size and color is there twice.' }],
  [
    { variants: [{ ...variant, size: '' }] },
    { variants: 'Please give each variant a size or a color.' },
  ],
  [{ variants: variants(MOST_VARIANTS + 1) }, { variants: 'At most 300 variants, please.' }],
  [
    { variants: [{ ...variant, sku: '\u200b' }] },
    { 'variants.0.sku': 'Please use letters and digits.' },
  ],
  [
    { variants: [{ ...variant, size: 'x'.repeat(41) }] },
    { variants: 'Please use at most 40 characters.' },
  ],
  [
    { name: '', sku: '', tags: ['x'.repeat(51)] },
    {
      name: 'Please give the product a name.',
      sku: 'Please enter a SKU, or generate one.',
      tags: 'Please use at most 50 characters.',
    },
  ],
])('a product with %j is refused with these messages', (values, errors) => {
  expect(errorsOf(values)).toEqual(errors)
})

test('a product may have the maximum of every field, and no more', () => {
  const full = productOf({
    price: '999999999',
    compare_price: '0',
    barcode: 'A1 .$/+%-',
    weight: '12345.678',
    inventory_quantity: '99999',
    tags: Array.from({ length: MOST_TAGS }, (_, n) => `t${n}`),
    images: images(MOST_IMAGES),
    variants: variants(MOST_VARIANTS),
    gone: Array.from({ length: 2 * MOST_VARIANTS }, () => ({ size: 'S', color: '', loaded: '4' })),
  })
  expect(full).toMatchObject({ price: 999_999_999, compare_price: 0, weight: 12_345.678 })
  expect(full.images[0]).toEqual({ id: id(0), alt: 'Front 0', color: 'Red' })
  expect(full.variants[0]).toMatchObject({ inventory: 3, loaded: 5 })
  expect(full.gone[0]).toEqual({ size: 'S', color: '', loaded: 4 })
  const tooMany = Array.from({ length: 2 * MOST_VARIANTS + 1 }, () => ({
    size: 'S',
    color: '',
    loaded: '',
  }))
  expect(read({ gone: tooMany }).ok).toBe(false)
  expect(productOf({ weight: ' 5 ', barcode: ' ' })).toMatchObject({ weight: 5, barcode: null })
})

test('the loaded stock of a product form is known only if it is a number', () => {
  const loaded = (text: string) => productOf({ inventoryLoaded: text }).inventoryLoaded
  expect(['7', '123456789', '', 'x7', '7x', '-1'].map(loaded)).toEqual([
    7,
    123_456_789,
    null,
    null,
    null,
    null,
  ])
})

test('a variant may have only a color, and an edit is valid with a chosen category', () => {
  expect(productOf({ variants: [{ ...variant, size: '', color: 'Red' }] }).variants[0]?.color).toBe(
    'Red',
  )
  expect(read({ category_id: id(1) }, true).ok).toBe(true)
})

test('a price with other characters around its digits is not a reduction', () => {
  const isOne = (price: string, compare: string) => isReduction({ price, compare_price: compare })
  expect([isOne('x5', '9'), isOne('5x', '9'), isOne('5', 'x9'), isOne('5', '9x')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('a new product starts with stock 0, tracked, not featured, and with empty lists', () => {
  expect(EMPTY_PRODUCT).toMatchObject({
    price: '0',
    featured: false,
    inventoryLoaded: '0',
    tags: [],
  })
})

test('the conflict view of a product has one text for each of its fields', () => {
  const values: ProductValues = {
    ...EMPTY_PRODUCT,
    name: ' Dress ',
    category_id: 'c',
    inventory_quantity: ' 4 ',
    featured: true,
    tags: ['linen', 'summer'],
    images: [
      { id: id(1), alt: 'Front', color: 'Red' },
      { id: id(2), alt: 'Back', color: '' },
    ],
  }
  const texts = (change: Partial<ProductValues> = {}) =>
    productTexts({ ...values, ...change }, (category) => `name of ${category}`)
  expect(texts()).toMatchObject({
    name: 'Dress',
    category_id: 'name of c',
    inventory_quantity: '4',
    tracked: 'yes',
    featured: 'yes',
    tags: 'linen, summer',
    variants: '',
    images: '1. Front (Red); 2. Back',
  })
  const two = [
    { ...variant, size: 'S' },
    { ...variant, size: 'M', sku: 'D-1-M' },
  ]
  expect(texts({ variants: two, featured: false })).toMatchObject({
    inventory_quantity: '',
    featured: 'no',
    variants: 'M (D-1-M): 3; S (D-1-S): 3',
  })
  expect(texts({ trackInventory: false })).toMatchObject({ inventory_quantity: '', tracked: 'no' })
  expect(texts({ inventory_quantity: ' ' }).inventory_quantity).toBe('0')
})
