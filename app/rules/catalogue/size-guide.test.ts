import { describe, expect, test } from 'vitest'
import {
  findUsual,
  formatMeasure,
  guideKindOf,
  isGuideKind,
  isLegwear,
  tableSize,
  tablesOf,
} from './size-guide.ts'
import { type Measure, SIZE_TABLES, type SizeTable } from './size-tables.ts'
import { SIZES_TO_ADD, SIZES_TO_EDIT } from './sizes.ts'

const table = (id: string) => SIZE_TABLES.find((one) => one.id === id) as SizeTable
type Range = readonly [number, number]
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

  test('names every column, and each row has a length or a range for each of them', () => {
    const kindOf = (lengths: readonly unknown[] = []) => lengths.map((length) => typeof length)
    const isRange = ([least = 0, most = 0]: readonly number[]) => 0 < least && least < most
    for (const { id, head, marks = [], measures, unit, rows } of SIZE_TABLES) {
      expect(
        [head, ...marks, ...measures].every((name) => /^[A-Z]/.test(name)),
        id,
      ).toBe(true)
      expect(new Set([...marks, ...measures]).size, id).toBe(marks.length + measures.length)
      expect(['cm', 'in'], id).toContain(unit)
      expect(measures.length, id).toBeGreaterThan(0)
      for (const { size, marks: more = [], lengths } of rows) {
        expect([more.length, lengths.length], size).toEqual([marks.length, measures.length])
        expect(
          more.every((mark) => /^\d/.test(mark)),
          size,
        ).toBe(true)
        expect(kindOf(lengths), size).toEqual(kindOf(rows[0]?.lengths))
        const isLength = (one: Measure) => (typeof one === 'number' ? one > 0 : isRange(one))
        expect(lengths.every(isLength), size).toBe(true)
      }
    }
  })

  test('has waists and chests with the other length of each, and Free Size from S to XL', () => {
    const sizesOf = (id: string) => table(id).rows.map(({ size }) => Number(size))
    expect(sizesOf('waists')).toEqual(Array.from({ length: 25 }, (_, n) => 26 + n))
    expect(sizesOf('chests')).toEqual([34, 36, 38, 40, 42, 44, 46, 48, 50])
    expect([row('waists', '32')?.lengths, row('chests', '40')?.lengths]).toEqual([
      [32, 39],
      [40, 34],
    ])
    // A letter of children is for two years of age.
    expect(row('children-alpha', 'M')?.marks).toEqual(['8-9'])
    for (const id of ['women-alpha', 'men-alpha']) {
      const [s = [], xl = []] = ['S', 'XL'].map((size) => row(id, size)?.lengths as Range[])
      expect(row(id, 'Free Size')?.lengths).toEqual(s.map(([least], n) => [least, xl[n]?.[1]]))
    }
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

describe('the rules of the size guide', () => {
  const ids = (...args: Parameters<typeof tablesOf>) => tablesOf(...args).map(({ id }) => id)
  const women = ids('women')

  test('a kind of guide is one of five', () => {
    const kinds = ['women', 'men', 'children', 'shoes', 'children-shoes']
    expect([...kinds, '', 'Men', 'unisex'].filter(isGuideKind)).toEqual(kinds)
  })

  test.each([
    ['MED', 'M'],
    ['xxxl', '3XL'],
    ['XXXXL', '4XL'],
    ['FreeSize', 'Free Size'],
    ['One-Size', 'Free Size'],
    ['Size 12', '12'],
    ['age 3', '3'],
    ['UK', 'UK'],
    ['Size S', 'SIZES'],
    ['12 UK 6', '12UK6'],
    ['EU 38', 'EU38'],
  ])('%s is %s in the tables', (size, expected) => {
    expect(tableSize(size)).toBe(expected)
  })

  test.each([
    ['women', [], false, women],
    ['women', [], true, women],
    ['women', ['Huge'], false, women],
    ['women', ['Huge'], true, women],
    ['women', ['34', 'Huge'], true, ['waists']],
    ['women', ['34', 'Huge'], false, ['waists']],
    ['women', ['36', '38', '51'], false, ['waists']],
    ['women', ['36', '38', 'S'], true, ['women-alpha']],
    ['women', ['10', '38'], false, ['women-numbers']],
    ['women', ['38', 'EU 36'], false, ['women-numbers']],
    ['women', ['38EU'], false, women],
    ['men', ['34'], true, ['waists', 'chests']],
    ['men', ['30'], true, ['waists']],
    ['men', ['51'], false, ['men-alpha', 'waists', 'chests']],
    ['shoes', ['Huge'], true, ['shoes']],
    ['children', ['40'], false, ['children-alpha', 'children-ages']],
  ] as const)('sizes for %s, %j (legwear: %s), are shown by %j', (kind, sizes, legs, expected) => {
    expect(ids(kind, sizes, legs)).toEqual(expected)
  })

  test.each([
    // A product in both spellings counts as one in UK sizes.
    ['shoes', '5', ['7', '39'], '5', false],
    ['shoes', '5', ['39', 'none'], 'EU 38', false],
    ['shoes', '5', [], '5', false],
    ['shoes', '5', ['none'], '5', false],
    ['shoes', 'none', ['39'], 'none', false],
    ['shoes', '5', ['none', 'EU 38'], 'EU 38', true],
    ['women-alpha', 'M', ['S', 'L'], 'M', false],
    ['women-alpha', 'M', ['38'], 'M', false],
    ['waists', '34', ['34', '36'], '34', true],
  ] as const)(
    'in %s the usual size %s is, among %j, %s (here: %s)',
    (id, usual, sizes, size, isHere) => {
      expect(findUsual(table(id), usual, sizes)).toEqual({ size, isHere })
    },
  )

  test.each([
    [10, 'in', 'cm', '25'],
    [20, 'in', 'in', '20'],
    [50, 'cm', 'cm', '50'],
    [40, 'cm', 'cm', '40'],
    [39.5, 'cm', 'cm', '39.5'],
    [39, 'cm', 'cm', '39.0'],
    [39, 'in', 'in', '39'],
    [39, 'cm', 'in', '15.5'],
    [38, 'cm', 'in', '15'],
    [[100, 110], 'cm', 'in', '39.5-43.5'],
    [[20, 21], 'cm', 'cm', '20-21'],
  ] as const)('%j %s in %s is %s', (measure, from, to, shown) => {
    expect(formatMeasure(measure, from, to)).toBe(shown)
  })

  test('legwear is named by the product or by its category, if any', () => {
    const legs = ['Trouser', 'Trousers', 'A jean', 'jeans', 'Chino', 'Chinos', 'SHORTS']
    const none = [
      'Short',
      'Shorter dress',
      'Blue jeansy top',
      'Trousers or Skirt',
      'Shorts and Skirts',
      '',
    ]
    expect([...legs, ...none].filter((name) => isLegwear({ name, category: null }))).toEqual(legs)
    expect(isLegwear({ name: 'Skirt', category: { name: 'Jeans' } })).toBe(true)
    expect(isLegwear({ name: 'Skirtings jeans', category: { name: '' } })).toBe(true)
  })

  const about = { set: null, category: '', parentCategory: '', tags: [], name: '' }
  test.each([
    ['children', 'child children kid kids baby babies toddler toddlers boy boys girl girls'],
    [
      'women',
      "woman women ladies lady female dress dresses gown gowns skirt skirts blouse blouses Women’s Lady's",
    ],
    ['men', "man men male gent gents gentlemen MEN’S men's"],
    [null, 'kidney babys boyish womenswear dressing manual amen mall gently s girlfriend menses'],
  ])('%j is whom these words name: %s', (kind, words) => {
    for (const name of words.split(' ')) expect(guideKindOf({ ...about, name }), name).toBe(kind)
  })

  test('shoes are named by the category or the category above, never by name or tags', () => {
    const names =
      'shoe shoes footwear heel heels flat flats loafer loafers sandal sandals trainer trainers boot boots sneaker sneakers slipper slippers slides takkies'
    const kindOf = (given: Partial<Parameters<typeof guideKindOf>[0]>) =>
      guideKindOf({ ...about, ...given })
    const feet = names.split(' ').filter((category) => kindOf({ category }) === 'shoes')
    expect(feet).toEqual(names.split(' ').filter((name) => name !== 'flat'))
    for (const parentCategory of ['Shoes', 'Slides', 'Takkies'])
      expect(kindOf({ parentCategory, name: 'Gold' })).toBe('shoes')
    for (const category of ['Horseshoes', 'Shoestrings', 'Bootlegs', 'Flatsides'])
      expect(kindOf({ category })).toBeNull()
    expect(kindOf({ name: 'Shoes', tags: ['boots'] })).toBeNull()
    expect(kindOf({ category: 'Heels', tags: ['girls'] })).toBe('children-shoes')
  })

  test.each([
    [{ set: 'men', category: 'Dresses', tags: ['girls'] }, 'men'],
    [{ category: 'Boys', tags: ['women'], name: 'Men', parentCategory: 'Ladies' }, 'children'],
    [{ tags: ['new', 'women'], name: 'Men', parentCategory: 'Boys' }, 'women'],
    [{ name: 'Men', parentCategory: 'Boys' }, 'men'],
    [{ parentCategory: 'Boys' }, 'children'],
    // Tags are words of their own.
    [{ tags: ['wo', 'men'] }, 'men'],
    // Within one text, children come before women, and women before men.
    [{ name: 'Girls dress' }, 'children'],
    [{ name: 'Men or women' }, 'women'],
  ] as const)('of %j the first that names people decides: %s', (given, kind) => {
    expect(guideKindOf({ ...about, ...given })).toBe(kind)
  })
})
