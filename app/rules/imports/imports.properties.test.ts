import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText, holds, kwacha, validText } from '../../../tests/support/properties/holds.ts'
import { COLORS_TO_EDIT } from '../catalogue/colors.ts'
import { readProduct } from '../catalogue/product-form.ts'
import { EMPTY_PRODUCT, type ProductValues } from '../catalogue/product-values.ts'
import { PRODUCT_STATUSES } from '../catalogue/products.ts'
import { SIZES_TO_EDIT } from '../catalogue/sizes.ts'
import { LARGEST_PRICE } from '../money.ts'
import { categoryKey, categoryPath, readCategoryPath } from './category-path.ts'
import { COLUMNS, missingColumns, PRODUCT_COLUMNS, readHeadings } from './columns.ts'
import { formatFault } from './format-fault.ts'
import { CSV_KINDS, type ImportRow } from './imports.ts'
import { byName, fileNameOf, isNoise, readColor, readPictureName } from './picture-names.ts'
import { planProduct, type ShopState, skusOf } from './plan-product.ts'
import { changedCells, productRows } from './product-rows.ts'

const CATEGORY = '3f0e1c1a-6f57-4c43-9f0c-0d5f6f1f2a11'
const FACTS: ShopState = {
  categories: new Map([['dresses/maxi', [CATEGORY]]]),
  addsCategories: false,
  ownerOfSku: new Map(),
  ownerOfVariantSku: new Map(),
  ownerOfBarcode: new Map(),
}
const rowsOf = (cells: readonly Record<string, string>[]) =>
  cells.map((one, at) => ({ row: at + 2, cells: one })) as unknown as [
    ImportRow<(typeof PRODUCT_COLUMNS)[number]>,
    ...ImportRow<(typeof PRODUCT_COLUMNS)[number]>[],
  ]

describe('the columns of an import file', () => {
  test('are recognized by name in any case, with a unit and any separators', () =>
    holds(
      fc.tuple(
        fc.constantFrom(...CSV_KINDS),
        fc.constantFrom('', ' (MK)', ' (kg)'),
        fc.constantFrom('', '_', ' ', '.', '-'),
        fc.boolean(),
      ),
      ([kind, unit, mark, isBig]) => {
        const columns = COLUMNS[kind].read
        const headings = columns.map((column) => {
          const text = `${column.replaceAll(' ', mark)}${unit}`
          return isBig ? text.toUpperCase() : text.toLowerCase()
        })
        expect(readHeadings(kind, headings)).toEqual(columns)
        expect(missingColumns(kind, readHeadings(kind, headings))).toBeNull()
      },
    ))

  test('are each read as a known column or ignored, and missing required columns are reported', () =>
    holds(
      fc.tuple(fc.constantFrom(...CSV_KINDS), fc.array(anyText(20), { maxLength: 6 })),
      ([kind, headings]) => {
        const read = readHeadings(kind, headings)
        expect(read).toHaveLength(headings.length)
        for (const column of read)
          expect(column === null || COLUMNS[kind].read.includes(column)).toBe(true)
        const missing = missingColumns(kind, read)
        if (missing) expect(read.some((column) => column && missing.includes(column))).toBe(false)
        else
          for (const some of COLUMNS[kind].needs)
            expect(some.some((column) => read.includes(column))).toBe(true)
      },
    ))
})

const amount = kwacha(LARGEST_PRICE).map(String)
const listed = fc.constantFrom(...SIZES_TO_EDIT.flatMap(({ sizes }) => sizes))
const painted = fc.constantFrom(...COLORS_TO_EDIT.map(({ name }) => name))
/** One word or several, as a product's form stores them. */
const word = (longest: number) => validText(longest).map((one) => one.replaceAll('\r', '').trim())
const variant = fc
  .record({ size: listed, color: fc.oneof(fc.constant(''), painted), units: fc.nat(500) })
  .map(({ size, color, units }) => ({
    size,
    color,
    sku: `D-${size}-${color}`,
    barcode: '',
    inventory: String(units),
    loaded: String(units),
  }))
const values: fc.Arbitrary<ProductValues> = fc
  .record({
    name: word(20).filter(Boolean),
    price: amount,
    compare_price: fc.oneof(fc.constant(''), amount),
    cost_price: fc.oneof(fc.constant(''), amount),
    brand: word(10),
    location: word(10),
    short_description: word(20),
    description: word(40),
    meta_title: word(10),
    meta_description: word(10),
    weight: fc.constantFrom('', '0.25', '2'),
    status: fc.constantFrom(...PRODUCT_STATUSES),
    trackInventory: fc.boolean(),
    featured: fc.boolean(),
    tags: fc.uniqueArray(word(8).filter(Boolean), {
      maxLength: 4,
      selector: (tag) => tag.toLowerCase(),
    }),
    variants: fc.uniqueArray(variant, {
      maxLength: 4,
      selector: ({ size, color }) => `${size} ${color}`,
    }),
    units: fc.nat(500).map(String),
  })
  .map(({ units, ...some }) => ({
    ...EMPTY_PRODUCT,
    ...some,
    sku: 'D-1',
    barcode: '2000000000015',
    category_id: CATEGORY,
    inventory_quantity: some.variants.length > 0 ? '' : units,
    inventoryLoaded: some.variants.length > 0 ? '0' : units,
  }))
  .filter((one) => readProduct(one, false).ok)

describe('a product in an import file', () => {
  test('that was exported is the same when it is imported again, whatever its texts', () =>
    holds(values, (stored) => {
      const rows = rowsOf(productRows({ slug: 'dress', values: stored }, 'Dresses / Maxi'))
      const was = { id: 'p', slug: 'dress', version: 1, isArchived: false, values: stored }
      const { state, faults, plan } = planProduct(rows, was, FACTS)
      expect(faults).toEqual([])
      expect(plan.values).toEqual(stored)
      expect([state, plan.changes]).toEqual(['same', []])
    }))

  test('exported by another shop becomes the same product, with its stock', () =>
    holds(values, (stored) => {
      const rows = rowsOf(productRows({ slug: 'dress', values: stored }, 'dresses/maxi'))
      const { state, faults, plan } = planProduct(rows, null, FACTS)
      expect(faults).toEqual([])
      expect(state).toBe('new')
      const units = (one: { inventory: string }) => (stored.trackInventory ? one.inventory : '0')
      expect(plan.values).toEqual({
        ...stored,
        inventory_quantity:
          stored.variants.length > 0
            ? EMPTY_PRODUCT.inventory_quantity
            : stored.trackInventory
              ? stored.inventory_quantity
              : '0',
        inventoryLoaded: '0',
        variants: stored.variants.map((one) => ({ ...one, inventory: units(one), loaded: '0' })),
      })
      expect(skusOf(plan.values)).toEqual(
        stored.variants.length > 0 ? stored.variants.map(({ sku }) => sku) : ['D-1'],
      )
    }))

  test('with any cells is as valid as its form would say, or has a message for each error, and never throws', () =>
    holds(
      fc.tuple(
        fc.array(
          fc.dictionary(
            fc.constantFrom(...PRODUCT_COLUMNS, 'Archived'),
            fc.oneof(
              anyText(12),
              listed,
              painted,
              amount,
              fc.constantFrom(
                'yes',
                'no',
                'MK 12,500',
                '2.3E+12',
                'active',
                'Dresses / Maxi',
                '-5',
              ),
            ),
          ),
          { minLength: 1, maxLength: 3 },
        ),
        fc.option(values),
      ),
      ([cells, stored]) => {
        const was = stored && {
          id: 'p',
          slug: 'dress',
          version: 1,
          isArchived: false,
          values: stored,
        }
        const { state, faults, plan } = planProduct(rowsOf(cells), was, FACTS)
        expect(state === 'bad').toBe(faults.length > 0)
        for (const fault of faults) {
          expect(formatFault(fault, plan)).not.toBe('')
          expect(cells[fault.row - 2]).toBeDefined()
        }
        if (state === 'bad') return
        expect(readProduct(plan.values, false).ok).toBe(true)
        // An import does not change the stock of variants that already exist.
        if (!stored) return
        for (const one of stored.variants)
          expect(plan.values.variants).toContainEqual(
            expect.objectContaining({ inventory: one.inventory, loaded: one.loaded }),
          )
        expect(plan.values.inventory_quantity).toBe(stored.inventory_quantity)
      },
      500,
    ))

  test('shows old and new values of what it changes', () =>
    holds(fc.tuple(values, amount), ([stored, price]) => {
      const changes = changedCells(
        stored,
        { ...stored, price },
        { before: 'Dresses', after: 'Dresses' },
      )
      const own = { column: 'Price', from: stored.price, to: price }
      expect(changes).toEqual(price === stored.price ? [] : [own])
    }))
})

describe('a category path', () => {
  const slashes = fc.stringMatching(/^[a-z/\\]{1,6}$/)
  const names = fc.array(fc.oneof(validText(8), slashes), { minLength: 1, maxLength: 3 })

  test('is read as the names that it was written from, whatever is in them', () =>
    holds(names, (path) => {
      expect(readCategoryPath(categoryPath(path))).toEqual(path.map((name) => name.trim()))
    }))

  test('has the same key in any case and with any blanks around its names', () =>
    holds(names, (path) => {
      const key = categoryKey(path)
      expect(categoryKey(readCategoryPath(key))).toBe(key)
      expect(categoryKey(path.map((name) => `  ${name} `))).toBe(key)
    }))

  test('has another key than a path of other names', () =>
    holds(fc.tuple(names, names), ([one, other]) => {
      const lower = (path: string[]) => path.map((name) => name.trim().toLowerCase())
      const isSame = JSON.stringify(lower(one)) === JSON.stringify(lower(other))
      expect(categoryKey(one) === categoryKey(other)).toBe(isSame)
    }))
})

describe('the name of a picture file', () => {
  test('names products from its longest prefix on, and the remainder for each', () =>
    holds(
      fc.oneof(anyText(30), fc.stringMatching(/^[a-z0-9]{1,4}(_[a-z0-9]{1,4}){0,4}\.jpg$/)),
      (path) => {
        const { candidates } = readPictureName(path)
        expect(candidates.length >= 1 && candidates.length <= 3).toBe(true)
        const lengths = candidates.map(({ key }) => key.length)
        expect(lengths).toEqual(lengths.toSorted((a, b) => b - a))
        const [whole] = candidates
        for (const { key, rest } of candidates) {
          expect(whole?.key.startsWith(key)).toBe(true)
          expect(rest.every((part) => part !== '' && !part.includes('_'))).toBe(true)
        }
        expect(readPictureName(`folder/of/${fileNameOf(path)}`)).toEqual({ candidates })
        expect(fileNameOf(path)).not.toContain('/')
      },
    ))

  test('names a color of the product in any spelling, none, or an unknown one', () =>
    holds(
      fc.tuple(fc.uniqueArray(painted, { minLength: 1, maxLength: 4 }), fc.nat(3), fc.nat(99)),
      ([colors, at, number]) => {
        const color = colors[at % colors.length] ?? ''
        const spelled = color.toLowerCase().replaceAll(' ', '-')
        const found = readColor([spelled, String(number)], colors)
        expect(found?.toLowerCase().replace(/[^a-z0-9]/g, '')).toBe(
          color.toLowerCase().replace(/[^a-z0-9]/g, ''),
        )
        expect(readColor([String(number)], colors)).toBeNull()
        expect(readColor([spelled, 'back'], colors)).toBeUndefined()
      },
    ))

  test('sorts pictures consistently, and leaves out files that computers add', () =>
    holds(fc.tuple(anyText(12), anyText(12)), ([a, b]) => {
      expect(Math.sign(byName(a, b)) + Math.sign(byName(b, a))).toBe(0)
      expect(isNoise(`${a}/`)).toBe(true)
      expect(isNoise(`__MACOSX/${fileNameOf(a)}`)).toBe(true)
    }))
})
