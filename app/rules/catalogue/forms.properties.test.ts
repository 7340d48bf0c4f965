import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText, holds, validText } from '../../../tests/support/properties/holds.ts'
import { type CategoryEdit, readCategory } from './category-form.ts'
import { type CategoryValues, categoryValues } from './category-values.ts'
import {
  furtherPath,
  listAddresses,
  PRODUCT_FILTERS,
  readPage,
  splitProductFilters,
} from './list-pages.ts'
import { MOST_OF_ONE, productPath, readPendingItem, readQuantity } from './product-detail.ts'
import { readSlug } from './product-filters.ts'
import { colorsOf, sizesOf } from './products.ts'
import { GUIDE_KINDS } from './size-guide.ts'
import { MOST_PRESET_SIZES, presetValues, readPreset } from './size-presets.ts'
import { isSize } from './sizes.ts'
import { MOST_SYNONYMS, readSynonym, synonymValues } from './synonym-form.ts'

const flag = fc.constantFrom('true', 'false', '')
const id = fc.oneof(fc.constant(''), fc.uuid(), anyText(6))

describe('a catalogue form', () => {
  test('of an accepted category has a name and a valid address, and shows them as they were read', () =>
    holds(
      fc.record({
        name: fc.oneof(anyText(), fc.string({ minLength: 78, maxLength: 82 })),
        slug: fc.oneof(
          anyText(),
          fc.string({ unit: fc.constantFrom('㎉', 'a', '-', ' '), minLength: 30, maxLength: 101 }),
        ),
        parentId: id,
        sizeGuide: fc.constantFrom('', ...GUIDE_KINDS, 'pets'),
        pictureId: id,
        isActive: flag,
      }),
      (typed: CategoryValues) => {
        const read = readCategory(typed)
        if (!read.ok) return expect(Object.keys(read.errors).length).toBeGreaterThan(0)
        const { name, slug }: CategoryEdit = read.edit
        expect(name).toBe(typed.name.trim())
        if (slug !== null) expect(readSlug(slug)).toBe(slug)
        const { pictureId, ...stored } = read.edit
        const shown = categoryValues({
          ...stored,
          slug: slug ?? '',
          id: 'c',
          version: 1,
          products: 0,
          picture: pictureId === null ? null : ({ id: pictureId } as never),
        })
        expect(readCategory(shown)).toEqual(read)
      },
      600,
    ))

  test('of an accepted size preset has each size of the list once, and shows them as they were read', () =>
    holds(
      fc.record({
        name: anyText(),
        sizes: fc.oneof(
          fc
            .array(
              fc.oneof(
                fc.constantFrom('S', 'XL', '36-42', '3.5', '40 – 44', '44-40', '1-50', ''),
                anyText(3),
              ),
              { maxLength: 6 },
            )
            .chain((parts) => fc.constantFrom(',', ';', '\n').map((by) => parts.join(by))),
          anyText(),
        ),
        categoryId: id,
        isActive: flag,
      }),
      (typed) => {
        const read = readPreset(typed)
        if (!read.ok) return expect(Object.keys(read.errors).length).toBeGreaterThan(0)
        const { sizes, name } = read.edit
        expect(name).not.toBe('')
        expect(sizes.length >= 1 && sizes.length <= MOST_PRESET_SIZES).toBe(true)
        expect(sizes.every(isSize)).toBe(true)
        expect(new Set(sizes).size).toBe(sizes.length)
        expect(readPreset(presetValues(read.edit))).toEqual(read)
      },
      600,
    ))

  test('of accepted search synonyms has at least two words, no duplicates in another case, and shows them as they were read', () =>
    holds(
      fc.record({
        words: fc.oneof(
          fc
            .array(
              fc.oneof(fc.constantFrom('Dress', 'dress', 'zitenje  print', '--', ''), anyText(8)),
              {
                maxLength: 8,
              },
            )
            .chain((words) => fc.constantFrom(',', ';', '\n').map((by) => words.join(by))),
          anyText(),
        ),
        isActive: flag,
      }),
      (typed) => {
        const read = readSynonym(typed)
        if (!read.ok) return expect(Object.keys(read.errors)).toEqual(['words'])
        const { words } = read.edit
        expect(words.length >= 2 && words.length <= MOST_SYNONYMS).toBe(true)
        expect(new Set(words.map((word) => word.toLowerCase())).size).toBe(words.length)
        for (const word of words) expect(word).toMatch(/^(?=.*[\p{L}\p{N}])\S(.{0,38}\S)?$/u)
        expect(readSynonym(synonymValues(read.edit))).toEqual(read)
      },
      600,
    ))
})

describe('a catalogue URL', () => {
  const variants = fc
    .uniqueArray(
      fc.tuple(fc.constantFrom(null, 'S', 'M', 'L'), fc.constantFrom(null, 'Red', 'Sky Blue')),
      { minLength: 1, maxLength: 6, selector: (pair) => pair.join(' ') },
    )
    .map((pairs) =>
      pairs.map(([size, color], at) => ({
        id: String(at),
        size,
        color,
        colorValue: null,
        inventory: 1,
      })),
    )

  test('of a product with a choice is read back as that choice', () =>
    holds(
      fc.tuple(variants, fc.nat(5), fc.integer({ min: 1, max: MOST_OF_ONE })),
      ([variants, at, quantity]) => {
        const { size, color } = variants[at % variants.length] ?? { size: null, color: null }
        const path = productPath('dress', { size, color, quantity })
        const { pathname, searchParams } = new URL(path, 'http://shop.invalid')
        expect(pathname).toBe('/product/dress')
        expect(readPendingItem(variants, searchParams)).toEqual({ size, color, quantity })
      },
    ))

  test('of a product is read as an existing choice, whatever it contains', () =>
    holds(
      fc.tuple(
        variants,
        fc.oneof(fc.constantFrom('S', 'XL'), anyText(4)),
        fc.oneof(fc.constantFrom('Red', 'Sky Blue'), anyText(4)),
        anyText(4),
      ),
      ([variants, size, color, quantity]) => {
        const read = readPendingItem(variants, new URLSearchParams({ size, color, quantity }))
        if (read.size !== null) expect(sizesOf(variants)).toContain(read.size)
        if (read.color !== null)
          expect(colorsOf(variants).map(([name]) => name)).toContain(read.color)
        expect(
          variants.some(
            (one) =>
              (read.size === null || one.size === read.size) &&
              (read.color === null || one.color === read.color),
          ),
        ).toBe(true)
        expect(read.quantity).toBe(readQuantity(quantity) ?? 1)
      },
    ))

  test('has a quantity that was typed completely, or none', () =>
    holds(
      fc.oneof(fc.integer({ min: -5, max: 1100 }).map(String), anyText(5), fc.constant(null)),
      (text) => {
        const quantity = readQuantity(text)
        if (quantity === null) return
        expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= MOST_OF_ONE).toBe(true)
        expect(text?.replace(/^0+/, '')).toBe(String(quantity))
      },
    ))

  test('of a further page is read back as written, and any other as the first page or as that of its cursor', () =>
    holds(
      fc.tuple(
        validText(),
        fc.integer({ min: 2, max: 9999 }),
        fc.constantFrom('', '?sort=name'),
        anyText(6),
      ),
      ([cursor, number, query, page]) => {
        const { searchParams } = new URL(
          furtherPath('/products', query, cursor, number),
          'http://shop.invalid',
        )
        const first = { cursor, number: 1 }
        expect(readPage(searchParams)).toEqual(cursor === '' ? first : { cursor, number })
        const read = readPage(new URLSearchParams({ page, ...(cursor && { cursor }) }))
        expect(read.number === 1).toBe(cursor === '')
        expect(Number.isInteger(read.number) && read.number <= 9999).toBe(true)
        const named = listAddresses('/products', query, { cursor, number, next: null })
        expect(named.url.startsWith('/products')).toBe(true)
        if (query !== '') expect(named).toEqual({ url: '/products' })
      },
    ))

  test('of the back office has only its own filter parameters, each once, in order and without empty ones', () =>
    holds(
      fc.array(
        fc.tuple(fc.constantFrom(...PRODUCT_FILTERS, 'after', 'sort', 'pictures'), anyText(8)),
      ),
      (pairs) => {
        const { filters, others } = splitProductFilters(new URLSearchParams(pairs))
        const filled = [...new URLSearchParams(pairs)].filter(([, value]) => value !== '')
        const names: readonly string[] = PRODUCT_FILTERS
        expect([...filters]).toEqual(filled.filter(([name]) => names.includes(name)))
        expect([...others]).toEqual(filled.filter(([name]) => !names.includes(name)))
      },
    ))
})
