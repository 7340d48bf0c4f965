import { describe, expect, it } from 'vitest'
import {
  ALL_PRODUCTS,
  countFilters,
  parseProductFilters,
  productQuery,
  readFilterText,
  readSlug,
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
