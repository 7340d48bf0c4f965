import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds, validText } from '../../../tests/support/properties/holds.ts'
import { LARGEST_PRICE } from '../money.ts'
import { MOST_UNITS } from '../stock/stock-changes.ts'
import { eanCheckDigit } from './ean13.ts'
import { makeBarcode, makeSku, variantSku } from './product-codes.ts'
import {
  countFilters,
  FILTER_GROUPS,
  parseProductFilters,
  productQuery,
  readFilterText,
  readKwacha,
  readSlug,
  SORTS,
} from './product-filters.ts'
import { readProduct } from './product-form.ts'
import { EMPTY_PRODUCT, type ProductValues } from './product-values.ts'
import { slugFrom } from './products.ts'

const params = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'search',
        'name',
        'category',
        'group',
        'min',
        'max',
        'on_sale',
        'in_stock',
        'sort',
        'x',
      ),
      fc.oneof(
        anyText(130),
        fc.string({ minLength: 95, maxLength: 130, unit: fc.constantFrom('a', ' ', '👗', '\n') }),
        fc.constantFrom(
          ...SORTS,
          ...FILTER_GROUPS.map(({ id }) => id),
          'dresses',
          '1',
          'on',
          '48,500',
          '2147483648',
        ),
      ),
    ),
    { maxLength: 12 },
  )
  .map((pairs) => new URLSearchParams(pairs))

test('a filter written to a URL is read back as the same filter', () =>
  holds(params, (asked) => {
    const filter = parseProductFilters(asked)
    expect(parseProductFilters(new URLSearchParams(productQuery(filter)))).toEqual(filter)
    expect(countFilters(filter)).toBeLessThanOrEqual(5 + FILTER_GROUPS.length)
    if (filter.min !== null && filter.max !== null)
      expect(filter.min).toBeLessThanOrEqual(filter.max)
  }))

test('a search text is valid for the database, and stays the same when it is read again', () =>
  holds(
    fc.oneof(
      validText(),
      validText(130),
      fc.string({ minLength: 99, maxLength: 103, unit: fc.constantFrom('a', ' ', '👗') }),
    ),
    (text) => {
      const read = readFilterText(text)
      expect(read).not.toMatch(/\p{Cc}/u)
      expect(read.isWellFormed()).toBe(true)
      expect(read.length).toBeLessThanOrEqual(100)
      expect(readFilterText(read)).toBe(read)
    },
  ))

test('a slug and a price in a URL are valid for the database, or ignored', () =>
  holds(anyText(), (text) => {
    const slug = readSlug(text)
    if (slug !== null) expect(slugFrom(slug)).toBe(slug)
    const amount = readKwacha(text)
    if (amount !== null) expect(Number(text.replace(/[\s,]/g, ''))).toBe(amount)
  }))

test('a slug is made of any name, and can be looked up', () =>
  holds(anyText(80), (name) => {
    const slug = slugFrom(name)
    expect(slug === '' || readSlug(slug) === slug).toBe(true)
    expect(slugFrom(slug)).toBe(slug)
  }))

test('a barcode can be scanned, and a wrong or swapped digit is detected', () =>
  holds(
    fc.tuple(
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      fc.nat(11),
      fc.integer({ min: 1, max: 9 }),
    ),
    ([stream, at, by]) => {
      const barcode = makeBarcode(() => Number(stream.next().value))
      expect(barcode).toMatch(/^2\d{12}$/)
      const wrong = Array.from(barcode.slice(0, 12), Number).map((digit, n) =>
        n === at ? (digit + by) % 10 : digit,
      )
      expect(eanCheckDigit(wrong.join(''))).not.toBe(barcode[12])
    },
  ))

test('a SKU can be made of any name, size and color, with characters that a label can print', () =>
  holds(fc.tuple(anyText(), anyText(), anyText()), ([name, size, color]) => {
    const sku = makeSku(name, new Date(1_790_000_000_000), () => 0.5)
    expect(sku).toMatch(/^[A-Z]{1,3}-\d{6}-[A-Z]{3}$/)
    expect(variantSku(sku, size, color)).toMatch(/^[A-Z0-9.-]+$/)
  }))

const number = fc.oneof(
  fc.nat(2_000_000_000).map(String),
  anyText(8),
  fc.constantFrom('', '0', String(LARGEST_PRICE), '1000000000'),
)
const values: fc.Arbitrary<ProductValues> = fc.record({
  ...Object.fromEntries(
    Object.keys(EMPTY_PRODUCT).map((key) => [
      key,
      fc.constant(EMPTY_PRODUCT[key as keyof ProductValues]),
    ]),
  ),
  name: anyText(),
  price: number,
  compare_price: number,
  cost_price: number,
  sku: anyText(10),
  barcode: anyText(10),
  weight: fc.oneof(number, fc.double().map(String)),
  inventory_quantity: number,
  tags: fc.array(anyText(6), { maxLength: 35 }),
  variants: fc.array(
    fc.record({
      size: anyText(3),
      color: anyText(3),
      sku: anyText(6),
      barcode: anyText(6),
      inventory: number,
      loaded: number,
    }),
    { maxLength: 4 },
  ),
}) as unknown as fc.Arbitrary<ProductValues>

test('an accepted product has only numbers and texts that its table accepts', () =>
  holds(values, (typed) => {
    const read = readProduct(typed, false)
    if (!read.ok) return expect(Object.keys(read.errors).length).toBeGreaterThan(0)
    const { product } = read
    for (const amount of [product.price, product.compare_price ?? 0, product.cost_price ?? 0])
      expect(Number.isInteger(amount) && amount >= 0 && amount <= LARGEST_PRICE).toBe(true)
    for (const units of [
      product.inventory_quantity,
      ...product.variants.map((one) => one.inventory),
    ])
      expect(Number.isInteger(units) && units >= 0 && units <= MOST_UNITS).toBe(true)
    expect(product.name).not.toBe('')
    expect(product.sku).not.toBe('')
    expect(new Set(product.variants.map(({ size, color }) => `${size}\n${color}`)).size).toBe(
      product.variants.length,
    )
    expect(new Set(product.tags.map((tag) => tag.toLowerCase())).size).toBe(product.tags.length)
  }))

test('a product with valid fields is accepted, whatever its numbers', () =>
  holds(fc.tuple(fc.nat(LARGEST_PRICE), fc.nat(MOST_UNITS)), ([price, units]) => {
    const read = readProduct(
      {
        ...EMPTY_PRODUCT,
        name: 'Dress',
        sku: 'D',
        price: String(price),
        inventory_quantity: String(units),
      },
      false,
    )
    expect(read).toMatchObject({ ok: true, product: { price, inventory_quantity: units } })
  }))
