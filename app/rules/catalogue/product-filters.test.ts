import { describe, expect, it } from 'vitest'
import {
  ALL_PRODUCTS,
  countFilters,
  parseProductFilters,
  productQuery,
  readFilterText,
  readKwacha,
  readSlug,
  SORTS,
} from './product-filters.ts'

const parse = (query: string) => parseProductFilters(new URLSearchParams(query))

describe('the filter in a URL', () => {
  it('is all products, newest first, by default', () => {
    expect(parse('')).toEqual(ALL_PRODUCTS)
  })

  it('swaps two prices in the wrong order', () => {
    expect(parse('min=50000&max=1000')).toMatchObject({ min: 1000, max: 50_000 })
  })

  it('is read with every filter of the panel', () => {
    expect(
      parse(
        'search=dress&name=wrap&category=dresses&group=shoes&size=M&size=XXL&size=M&color=Sky+Blue&brand=Nyanja&brand=&min=1,000&max=50 000&on_sale=1&in_stock=on&sort=price-asc',
      ),
    ).toEqual({
      search: 'dress',
      name: 'wrap',
      categories: ['dresses'],
      groups: ['shoes'],
      sizes: ['M', '2XL'],
      colors: ['Sky Blue'],
      brands: ['Nyanja'],
      min: 1000,
      max: 50_000,
      onSale: true,
      inStock: true,
      sort: 'price-asc',
    })
  })

  it('ignores invalid values', () => {
    const odd = parse('min=-5&max=1e9&sort=random&group=furniture&category=../etc&on_sale=maybe')
    expect(odd).toEqual(ALL_PRODUCTS)
  })

  it('never has a character that the database refuses', () => {
    expect(readFilterText('dr\u0000ess')).toBe('dr ess')
    expect(readFilterText('x'.repeat(500))).toHaveLength(100)
  })
})

describe('a URL written from a filter', () => {
  it('reads back as the same filter', () => {
    const filter = parse(
      'search=a%26b&name=50%25&group=clothing&group=shoes&size=M&size=2XL&color=Black%2FGold&brand=A%26B&min=5&in_stock=1',
    )
    expect(parse(productQuery(filter))).toEqual(filter)
  })

  it('is empty for all products', () => {
    expect(productQuery(ALL_PRODUCTS)).toBe('')
  })

  it('keeps parameters that are not filters, such as the list view', () => {
    expect(productQuery(ALL_PRODUCTS, { onSale: true }, { view: 'list', cursor: null })).toBe(
      '?on_sale=1&view=list',
    )
  })
})

it('the filter count is the number of used fields of the panel', () => {
  expect(
    countFilters(parse('name=x&min=1&group=shoes&size=M&size=L&color=Red&search=y&sort=name')),
  ).toBe(6)
})

it('a slug is read only from a valid text', () => {
  expect(readSlug('chitenje-wrap-dress')).toBe('chitenje-wrap-dress')
  for (const bad of ['', 'A', 'a--b', '-a', 'a/b', 'a\u0000', 'x'.repeat(201), undefined])
    expect(readSlug(bad)).toBeNull()
})

it.each([
  ['48,500', 48_500],
  [' 48 500 ', 48_500],
  ['0', 0],
  ['2147483647', 2_147_483_647],
  ['2147483648', null],
  ['02147483647', null],
  ['', null],
  [null, null],
  ['-1', null],
  ['1.5', null],
  ['5k', null],
])('%j is %j kwacha', (text, amount) => {
  expect(readKwacha(text)).toBe(amount)
})

it.each([
  [null, ''],
  ['  a b ', 'a b'],
  ['a\u0007\nb', 'a  b'],
  ['x'.repeat(101), 'x'.repeat(100)],
])('the text %j is searched as %j', (text, expected) => {
  expect(readFilterText(text)).toBe(expected)
})

it.each([
  ['min=1000&max=1000', { min: 1000, max: 1000 }],
  ['min=1000', { min: 1000, max: null }],
  ['max=0', { min: null, max: 0 }],
  ['min=5&max=0', { min: 0, max: 5 }],
  ['on_sale=true&in_stock=yes', { onSale: true, inStock: true }],
  ['on_sale=on&in_stock=1', { onSale: true, inStock: true }],
  ['on_sale=&in_stock=0', { onSale: false, inStock: false }],
  ['group=shoes&group=shoes&group=electronics', { groups: ['shoes', 'electronics'] }],
  ['size=Sm&size=Xl&size=2xl&size=XXL&size=%20M', { sizes: ['S', 'XL', '2XL', 'M'] }],
  ['size=2xl', { sizes: ['2XL'] }],
  ['size=&color=%20&brand=', { sizes: [], colors: [], brands: [] }],
  ['category=a-1&category=B&category=b', { categories: ['a-1', 'b'] }],
])('“%s” is read as %j', (query, part) => {
  expect(parse(query)).toEqual({ ...ALL_PRODUCTS, ...part })
})

it('an address has at most 20 categories, and 12 choices of each other group', () => {
  const many = (name: string) => Array.from({ length: 25 }, (_, n) => `${name}=c${n}`).join('&')
  const read = parse(['category', 'size', 'color', 'brand'].map(many).join('&'))
  const { categories, sizes, colors, brands } = read
  expect([categories, sizes, colors, brands].map(({ length }) => length)).toEqual([20, 12, 12, 12])
  expect(readSlug('x'.repeat(200))).toHaveLength(200)
  expect([readSlug('a-b-c1'), readSlug('a-'), readSlug('a b')]).toEqual(['a-b-c1', null, null])
})

it('a list has its own usual sort order, which is not written', () => {
  const sorts = ['trending', 'newest', 'price-asc', 'price-desc', 'rating', 'name'] as const
  expect(SORTS).toEqual(sorts)
  for (const sort of sorts) expect(parse(`sort=${sort}`).sort).toBe(sort)
  expect(parseProductFilters(new URLSearchParams('sort=x'), 'name').sort).toBe('name')
  const byName = { ...ALL_PRODUCTS, sort: 'name' as const }
  expect(productQuery(byName)).toBe('?sort=name')
  expect(productQuery(byName, {}, {}, 'name')).toBe('')
})

it('an address is written with each filter, in one order', () => {
  const query =
    '?search=a&name=b&category=c&category=d&group=shoes&size=M&size=S&color=Red&brand=N&min=0&max=5&on_sale=1&in_stock=1&sort=rating'
  expect(productQuery(parse(query))).toBe(query)
  expect(productQuery(parse(query), ALL_PRODUCTS, { view: '', page: '2' })).toBe('?page=2')
})

it.each([
  ['', 0],
  ['search=x&category=a&sort=name', 0],
  ['name=x', 1],
  ['min=0', 1],
  ['max=0', 1],
  ['on_sale=1', 1],
  ['in_stock=1', 1],
  ['brand=a&brand=b&color=c&group=shoes&size=M', 5],
])('“%s” uses %d fields of the panel', (query, count) => {
  expect(countFilters(parse(query))).toBe(count)
})
