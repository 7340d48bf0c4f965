import { describe, expect, test } from 'vitest'
import { readProduct } from './product-form.ts'
import { EMPTY_PRODUCT, isReduction, type ProductValues } from './product-values.ts'

const typed = (values: Partial<ProductValues>) =>
  readProduct({ ...EMPTY_PRODUCT, name: 'Dress', sku: 'D-1', ...values }, false)
const errorsOf = (values: Partial<ProductValues>) => {
  const read = typed(values)
  return read.ok ? {} : read.errors
}
const productOf = (values: Partial<ProductValues>) => {
  const read = typed(values)
  if (!read.ok) throw new Error(JSON.stringify(read.errors))
  return read.product
}
const variant = { size: 'S', color: '', sku: 'D-1-S', barcode: '', inventory: '3', loaded: '0' }

describe('an empty field', () => {
  test('is 0 for price and inventory, and empty for the others', () => {
    expect(productOf({})).toMatchObject({
      price: 0,
      inventory_quantity: 0,
      compare_price: null,
      cost_price: null,
      weight: null,
      barcode: null,
      category_id: null,
      brand: null,
      status: 'active',
      trackInventory: true,
    })
  })

  test('is refused for name, price or SKU, also when it has only spaces', () => {
    expect(Object.keys(errorsOf({ name: '  ', price: ' ', sku: ' ' }))).toEqual([
      'name',
      'price',
      'sku',
    ])
  })

  test('is refused for the category in an edit if there are categories', () => {
    const read = readProduct({ ...EMPTY_PRODUCT, name: 'Dress', sku: 'D-1' }, true)
    expect(read).toEqual({ ok: false, errors: { category_id: 'Please choose a category.' } })
  })
})

describe('numbers', () => {
  test.each([
    ['price', '-1'],
    ['price', '12.50'],
    ['price', '1e5'],
    ['price', '99999999999'],
    ['compare_price', 'free'],
    ['weight', '-0.5'],
    ['weight', '1.2345'],
    ['inventory_quantity', '1.5'],
    ['inventory_quantity', '-1'],
    ['inventory_quantity', '100000'],
  ])('%s %s is refused beside its field', (field, text) => {
    expect(Object.keys(errorsOf({ [field]: text }))).toEqual([field])
  })

  test('a compare price that is not above the price is kept, and reported for a hint', () => {
    for (const [compare, isAbove] of [
      ['0', false],
      ['19,999', false],
      ['20000', false],
      ['20 001', true],
      ['', null],
      ['free', null],
    ] as const)
      expect(isReduction({ price: '20,000', compare_price: compare }), compare).toBe(isAbove)
    expect(productOf({ price: '20000', compare_price: '19999' }).compare_price).toBe(19_999)
  })

  test('are read as whole kwacha and kilograms', () => {
    expect(productOf({ price: ' 25000 ', compare_price: '30000', weight: '0.35' })).toMatchObject({
      price: 25_000,
      compare_price: 30_000,
      weight: 0.35,
    })
  })
})

describe('lists of a product form', () => {
  test('tags are trimmed; blank ones and duplicates are left out', () => {
    expect(productOf({ tags: [' linen ', '', 'Linen', 'summer'] }).tags).toEqual([
      'linen',
      'summer',
    ])
  })

  test('an error in a variant names its row', () => {
    const errors = errorsOf({ variants: [variant, { ...variant, size: 'M', inventory: 'two' }] })
    expect(Object.keys(errors)).toEqual(['variants.1.inventory'])
  })

  test('a duplicate of size and color is refused, and so is a variant without either', () => {
    expect(errorsOf({ variants: [variant, variant] }).variants).toMatch(/twice/)
    expect(errorsOf({ variants: [{ ...variant, size: '' }] }).variants).toBeDefined()
  })

  test('every field has a maximum length', () => {
    const long = 'x'.repeat(20_000)
    const errors = errorsOf({
      name: long,
      description: long,
      short_description: long,
      sku: long,
      barcode: long,
      brand: long,
      meta_title: long,
      meta_description: long,
      tags: [long],
      images: [{ id: '3f0e1c1a-6f57-4c43-9f0c-0d5f6f1f2a11', alt: long, color: '' }],
    })
    expect(Object.keys(errors)).toHaveLength(10)
  })

  test('an image has a valid id, and is listed only once', () => {
    const id = '3f0e1c1a-6f57-4c43-9f0c-0d5f6f1f2a11'
    expect(errorsOf({ images: [{ id: '../etc/passwd', alt: '', color: '' }] }).images).toBeDefined()
    expect(
      errorsOf({
        images: [
          { id, alt: '', color: '' },
          { id, alt: 'Again', color: '' },
        ],
      }).images,
    ).toBeDefined()
  })
})
