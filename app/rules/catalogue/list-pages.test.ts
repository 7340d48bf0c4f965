import { expect, test } from 'vitest'
import {
  furtherPath,
  listAddresses,
  readPage,
  splitProductFilters,
  titleOfPage,
} from './list-pages.ts'

test.each([
  ['', null, 1],
  ['page=3', null, 1],
  ['cursor=&page=3', '', 1],
  ['cursor=c', 'c', 2],
  ['cursor=c&page=3', 'c', 3],
  ['cursor=c&page=9999', 'c', 9999],
  ['cursor=c&page=10000', 'c', 2],
  ['cursor=c&page=1', 'c', 2],
  ['cursor=c&page=-4', 'c', 2],
  ['cursor=c&page=2.5', 'c', 2],
  ['cursor=c&page=three', 'c', 2],
])('“%s” shows the page after cursor %s, with number %d', (query, cursor, number) => {
  expect(readPage(new URLSearchParams(query))).toEqual({ cursor, number })
})

test('a further page has its cursor in its address, after the filters', () => {
  expect(furtherPath('/shop', '', 'a&b', 2)).toBe('/shop?page=2&cursor=a%26b')
  expect(furtherPath('/shop', '?size=M', 'c', 3)).toBe('/shop?size=M&page=3&cursor=c')
  expect(titleOfPage('Dresses', 1)).toBe('Dresses')
  expect(titleOfPage('Dresses', 2)).toBe('Dresses, page 2')
})

test.each([
  ['', { cursor: null, number: 1, next: null }, { url: '/shop' }],
  ['', { cursor: null, number: 1, next: 'n' }, { url: '/shop', next: '/shop?page=2&cursor=n' }],
  ['', { cursor: 'c', number: 4, next: null }, { url: '/shop?page=4&cursor=c' }],
  [
    '',
    { cursor: 'c', number: 4, next: 'n' },
    { url: '/shop?page=4&cursor=c', next: '/shop?page=5&cursor=n' },
  ],
  ['?size=M', { cursor: 'c', number: 4, next: 'n' }, { url: '/shop' }],
])('search engines learn of the list “%s” at %j: %j', (query, shown, addresses) => {
  expect(listAddresses('/shop', query, shown)).toEqual(addresses)
})

test('the filters of products are split from the other parameters, without empty ones', () => {
  const { filters, others } = splitProductFilters(
    new URLSearchParams('search=tee&view=grid&status=active&category=c1&show=low&page=&search='),
  )
  expect(filters.toString()).toBe('search=tee&status=active&category=c1&show=low')
  expect(others.toString()).toBe('view=grid')
})
