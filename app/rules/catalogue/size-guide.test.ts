import { describe, expect, test } from 'vitest'
import {
  findUsual,
  formatMeasure,
  guideKindOf,
  isLegwear,
  tableSize,
  tablesOf,
} from './size-guide.ts'
import { SIZE_TABLES, type SizeTable } from './size-tables.ts'
import { SIZES_TO_ADD, SIZES_TO_EDIT } from './sizes.ts'

const table = (id: string) => SIZE_TABLES.find((one) => one.id === id) as SizeTable
const row = (id: string, size: string) => table(id).rows.find((one) => one.size === size)

describe('the size guide', () => {
  test('has every size that the shop sells: XS to 5XL, waists and shoes with their halves', () => {
    const [alpha, waists, shoes] = SIZES_TO_EDIT.map(({ sizes }) => sizes)
    const missing = (id: string, sizes: readonly string[] = []) =>
      sizes.filter((size) => !row(id, tableSize(size)))
    expect(missing('women-alpha', alpha)).toEqual([])
    expect(missing('men-alpha', alpha)).toEqual([])
    expect(missing('waists', waists)).toEqual([])
    expect(missing('shoes', shoes)).toEqual([])
  })

  test('has every offered size for the people who can wear it; the others are sizes of nobody here', () => {
    const sold = [...SIZES_TO_ADD, ...SIZES_TO_EDIT].flatMap(({ sizes }) => sizes)
    const left = (kind: string, ...more: string[]) => {
      const tables = SIZE_TABLES.filter((one) => one.kind === kind || more.includes(one.id))
      const known = tables.flatMap(({ marks = [], rows }) =>
        rows.flatMap((one) => [one.size, one.marks?.[marks.indexOf('EU')]]),
      )
      return new Set(sold.filter((size) => !known.includes(tableSize(size))))
    }
    const numbers = (first: number, last: number, by = 1) =>
      Array.from({ length: (last - first) / by + 1 }, (_, n) => String(first + n * by))
    const alphas = sold.filter((size) => !/\d$/.test(size))
    const halves = numbers(3.5, 12.5)
    // UK sizes of women are even from 6 on, and waists begin at 26; only shoes have half sizes.
    expect(left('women', 'waists')).toEqual(
      new Set([...numbers(1, 5), ...numbers(7, 25, 2), ...halves]),
    )
    expect(left('men')).toEqual(new Set([...numbers(1, 25), ...halves]))
    // Ages end with 16; children larger than 2XL wear the sizes of adults.
    const grown = ['3XL', '4XL', '5XL', 'Free Size']
    expect(left('children')).toEqual(new Set([...grown, ...numbers(17, 50), ...halves]))
    // Smaller sizes are children's.
    expect(left('shoes')).toEqual(new Set([...alphas, ...numbers(1, 2), ...numbers(16, 34)]))
    // Up to EU 19 are shoes of babies who do not walk yet, measured by months; UK 1 and 2 are those of school children.
    // From UK 3 and EU 36 on they are adults' shoes, as are UK 14 and 15.
    expect(left('children-shoes')).toEqual(
      new Set([...alphas, '3', '3.5', ...numbers(14, 19), ...numbers(36, 50)]),
    )
  })

  test('keeps the measurements of the specification', () => {
    expect(row('women-alpha', 'XL')?.lengths).toEqual([
      [41, 43],
      [34, 36],
      [44, 46],
    ])
    expect(row('shoes', '11')).toEqual({ size: '11', marks: ['12', '46'], lengths: [28.8] })
  })

  test('has larger measurements for each larger size, in every table', () => {
    const most = (length: number | readonly [number, number]) =>
      typeof length === 'number' ? length : length[1]
    for (const { id, rows, measures } of SIZE_TABLES) {
      const sized = rows.filter(({ size }) => size !== 'Free Size')
      for (const [n] of measures.entries()) {
        const column = sized.map(({ lengths }) => most(lengths[n] ?? 0))
        expect(column, `${id} ${n}`).toEqual(column.toSorted((a, b) => a - b))
      }
    }
  })

  test('is shown in centimetres and in inches, a foot by its tenths', () => {
    expect(formatMeasure([31, 33], 'in', 'cm')).toBe('79-84')
    expect(formatMeasure([31, 33], 'in', 'in')).toBe('31-33')
    expect(formatMeasure(22, 'cm', 'cm')).toBe('22.0')
    expect(formatMeasure(22, 'cm', 'in')).toBe('8.5')
  })
})

describe('a product’s size guide', () => {
  test('follows its category, otherwise the people in its tags and its name', () => {
    const kindOf = (category: string, parentCategory = '', tags: string[] = [], name = '') =>
      guideKindOf({ set: null, category, parentCategory, tags, name })
    expect(kindOf('Wrap Dresses', 'Dresses')).toBe('women')
    expect(kindOf('Trousers', 'Trousers & Skirts', ['men', 'office'])).toBe('men')
    expect(kindOf('Skirts', 'Trousers & Skirts', ['office'])).toBe('women')
    expect(kindOf('Shirts', 'Shirts & Tops', [], 'Men’s Oxford')).toBe('men')
    expect(kindOf('Boys’ Shirts', 'Children')).toBe('children')
    expect(kindOf('Sandals', 'Shoes', ['men'])).toBe('shoes')
    expect(kindOf('Shoes', 'Children')).toBe('children-shoes')
    expect(kindOf('Belts', 'Accessories', ['leather'])).toBeNull()
  })

  test('shows the tables with the product’s sizes', () => {
    const ids = (...args: Parameters<typeof tablesOf>) => tablesOf(...args).map(({ id }) => id)
    expect(ids('women', ['S', 'M'])).toEqual(['women-alpha'])
    expect(ids('women', ['30', '32'])).toEqual(['waists'])
    expect(ids('men', ['38', '40'])).toEqual(['waists', 'chests'])
    expect(ids('men', ['Huge'])).toEqual(['men-alpha', 'waists', 'chests'])
    expect(ids('shoes', ['6.5'])).toEqual(['shoes'])
    expect(ids('children', ['3', '4'])).toEqual(['children-ages'])
    expect(ids('children', ['S', 'M'])).toEqual(['children-alpha'])
    expect(ids('children-shoes', ['25', '27'])).toEqual(['children-shoes'])
    expect(ids('children')).toEqual(['children-alpha', 'children-ages'])
  })

  test('knows EU sizes: of shoes, and of women before waists when a number is both', () => {
    const ids = (...args: Parameters<typeof tablesOf>) => tablesOf(...args).map(({ id }) => id)
    expect(ids('women', ['36', '38', '40'])).toEqual(['women-numbers'])
    expect(ids('women', ['EU 36', 'EU 38'])).toEqual(['women-numbers'])
    // For trousers, however, the numbers are inches.
    expect(ids('women', ['34', '36', '38'], true)).toEqual(['waists'])
    expect(ids('women', ['EU 36', 'EU 38'], true)).toEqual(['women-numbers'])
    expect(ids('women', ['10', '12'], true)).toEqual(['women-numbers'])
    const legwear = (name: string, category = '') =>
      isLegwear({ name, category: { name: category } })
    expect(legwear('Slim Jeans')).toBe(true)
    expect(legwear('Lilongwe Slim Fit', 'Trousers')).toBe(true)
    expect(legwear('Lilongwe Wrap', 'Trousers & Skirts')).toBe(false)
    expect(legwear('Wide Trousers', 'Trousers & Skirts')).toBe(true)
    expect(ids('women', ['28', '30', '32', '34', '36'])).toEqual(['waists'])
    const shoes = ['36', '37', '38', '39', '40', '41', '42']
    expect(ids('shoes', shoes)).toEqual(['shoes'])
    expect(findUsual(table('shoes'), '5', shoes)).toEqual({ size: '38', isHere: true })
    expect(findUsual(table('shoes'), '5', ['EU 38', 'EU 39'])).toEqual({
      size: 'EU 38',
      isHere: true,
    })
    expect(findUsual(table('shoes'), '9', shoes)).toEqual({ size: 'EU 43', isHere: false })
    expect(findUsual(table('shoes'), '5', ['UK 5', '38'])).toEqual({ size: 'UK 5', isHere: true })
    expect(findUsual(table('shoes'), '3', ['5', '6'])).toEqual({ size: '3', isHere: false })
    expect(findUsual(table('women-numbers'), '10', ['36', '38'])).toEqual({
      size: '38',
      isHere: true,
    })
    expect(findUsual(table('women-alpha'), '2XL', ['XL', 'XXL'])).toEqual({
      size: 'XXL',
      isHere: true,
    })
  })

  test('knows the other spellings of a size', () => {
    expect(['Xl', 'XXL', '2xl', 'Sm', 'UK 6', 'free size', '7.5'].map(tableSize)).toEqual([
      'XL',
      '2XL',
      '2XL',
      'S',
      '6',
      'Free Size',
      '7.5',
    ])
  })
})
