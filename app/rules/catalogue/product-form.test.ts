import { describe, expect, test } from 'vitest'
import { productErrors } from '../messages/catalogue/errors.ts'
import { fieldErrors } from '../messages/general.ts'
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

describe('each field of a product form', () => {
  const id = '3f0e1c1a-6f57-4c43-9f0c-0d5f6f1f2a11'
  const imageIds = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      id: id.slice(0, -2) + String(n + 10),
      alt: '',
      color: '',
    }))
  const sized = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...variant, size: String(n) }))
  const tags = (count: number) => Array.from({ length: count }, (_, n) => `tag ${n}`)
  const gone = (count: number) =>
    Array.from({ length: count }, () => ({ size: 'S', color: '', loaded: '1' }))

  test.each([
    [
      { price: '999999999', compare_price: '000', cost_price: ' 7 ' },
      { price: 999_999_999, compare_price: 0, cost_price: 7 },
    ],
    [{ weight: '99999.125' }, { weight: 99_999.125 }],
    [{ weight: ' 2 ' }, { weight: 2 }],
    [{ inventory_quantity: '99999' }, { inventory_quantity: 99_999 }],
    [{ inventory_quantity: ' 007 ' }, { inventory_quantity: 7 }],
    [{ barcode: 'aZ09 .$/+%-' }, { barcode: 'aZ09 .$/+%-' }],
    [
      { sku: ' É/1 ', status: 'out_of_stock' },
      { sku: 'É/1', status: 'out_of_stock' },
    ],
    [
      { category_id: id, brand: ' N ', location: ' A3 ' },
      { category_id: id, brand: 'N', location: 'A3' },
    ],
    [
      { meta_title: ' t ', meta_description: ' d ' },
      { meta_title: 't', meta_description: 'd' },
    ],
    [{ inventoryLoaded: '12' }, { inventoryLoaded: 12 }],
    [{ inventoryLoaded: '999999999' }, { inventoryLoaded: 999_999_999 }],
    ...['', 'x1', '1x', '1234567890'].map((inventoryLoaded) => [
      { inventoryLoaded },
      { inventoryLoaded: null },
    ]),
    [
      { variants: [{ ...variant, size: '', color: ' Red ', loaded: '' }] },
      {
        variants: [
          { ...variant, size: '', color: 'Red', barcode: null, inventory: 3, loaded: null },
        ],
      },
    ],
    [
      { gone: gone(1), featured: true },
      { gone: [{ size: 'S', color: '', loaded: 1 }], featured: true },
    ],
  ] as [Partial<ProductValues>, object][])('%j is read as %j', (values, expected) => {
    expect(productOf(values)).toMatchObject(expected)
  })

  test('lists have most entries that they take: tags, images, variants, removed variants', () => {
    const full = { tags: tags(30), images: imageIds(20), variants: sized(300), gone: gone(600) }
    const { tags: read, images, variants, gone: removed } = productOf(full)
    expect([read, images, variants, removed].map(({ length }) => length)).toEqual([
      30, 20, 300, 600,
    ])
    expect(productOf({ tags: [...tags(30), 'TAG 1', ''] }).tags).toHaveLength(30)
    const most = (count: number, what: 'tags' | 'images' | 'variants') =>
      productErrors['too-many']({ most: count, what })
    expect(errorsOf({ tags: tags(31), images: imageIds(21), variants: sized(301) })).toEqual({
      tags: most(30, 'tags'),
      images: most(20, 'images'),
      variants: most(300, 'variants'),
    })
    expect(errorsOf({ gone: gone(601) })).toHaveProperty('gone')
  })

  const tooMuch = (most: number) => fieldErrors['too-much']({ most })
  const tooLong = (most: number) => fieldErrors['too-long']({ most })
  test.each([
    [{ name: '' }, { name: productErrors['name-missing'] }],
    [{ price: '' }, { price: productErrors['price-missing'] }],
    ...['x1', '1x', '1234567890123'].map((price) => [
      { price },
      { price: productErrors['price-bad'] },
    ]),
    [{ price: '1000000000' }, { price: tooMuch(999_999_999) }],
    [{ compare_price: '1000000000' }, { compare_price: tooMuch(999_999_999) }],
    [{ cost_price: 'x' }, { cost_price: productErrors['price-bad'] }],
    [{ sku: '' }, { sku: productErrors['sku-missing'] }],
    [{ sku: 'a\u0007b' }, { sku: productErrors['sku-bad'] }],
    ...['é', 'a_b', '(a', 'a)'].map((barcode) => [
      { barcode },
      { barcode: productErrors['barcode-bad'] },
    ]),
    [{ category_id: 'tops' }, { category_id: fieldErrors['category-not-listed'] }],
    ...['x1', '1x', '123456', '1.', '.5', '1.2345'].map((weight) => [
      { weight },
      { weight: productErrors['weight-bad'] },
    ]),
    ...['x1', '1x', '1234567890'].map((inventory_quantity) => [
      { inventory_quantity },
      { inventory_quantity: productErrors['units-bad'] },
    ]),
    [{ inventory_quantity: '100000' }, { inventory_quantity: tooMuch(99_999) }],
    [{ status: 'sold' }, { status: productErrors['status-missing'] }],
    [{ location: 'x'.repeat(41) }, { location: tooLong(40) }],
    [{ images: [{ id: 'i1', alt: '', color: '' }] }, { images: productErrors['image-again'] }],
    [{ images: [{ id, alt: '', color: 'x'.repeat(41) }] }, { images: tooLong(40) }],
    [
      {
        images: [
          { id, alt: '', color: '' },
          { id, alt: '', color: '' },
        ],
      },
      { images: productErrors['image-twice'] },
    ],
    [{ variants: [{ ...variant, size: ' ' }] }, { variants: productErrors['variant-blank'] }],
    [
      { variants: [variant, { ...variant, sku: 'D-2' }] },
      { variants: productErrors['variant-twice'] },
    ],
    [{ variants: [{ ...variant, size: 'x'.repeat(41) }] }, { variants: tooLong(40) }],
    [
      {
        variants: [
          variant,
          { ...variant, size: 'M', sku: '\u0007x', barcode: 'é', inventory: '100000' },
        ],
      },
      {
        'variants.1.sku': productErrors['sku-bad'],
        'variants.1.barcode': productErrors['barcode-bad'],
        'variants.1.inventory': tooMuch(99_999),
      },
    ],
  ] as [Partial<ProductValues>, object][])('%j is refused: %j', (values, errors) => {
    expect(errorsOf(values)).toEqual(errors)
  })

  test('a chosen category satisfies a shop that has categories', () => {
    const values = { ...EMPTY_PRODUCT, name: 'Dress', sku: 'D-1', category_id: id }
    expect(readProduct(values, true)).toMatchObject({ ok: true, product: { category_id: id } })
    expect(readProduct({ ...values, category_id: '', name: '' }, true)).toEqual({
      ok: false,
      errors: {
        name: productErrors['name-missing'],
        category_id: productErrors['category-missing'],
      },
    })
  })
})
