import { expect, test } from 'vitest'
import { allResultsPath, countFound, POPULAR_SEARCHES } from './search.ts'

test('one found product is counted in the singular', () => {
  expect([0, 1, 2].map(countFound)).toEqual([
    '0 products found',
    '1 product found',
    '2 products found',
  ])
})

test('the text in the link to all results is URL-encoded', () => {
  expect(allResultsPath('shirts & tops?')).toBe('/products?search=shirts%20%26%20tops%3F')
})

test('four example searches are offered before anything is typed, in customers’ words', () => {
  expect(new Set(POPULAR_SEARCHES).size).toBe(4)
  for (const text of POPULAR_SEARCHES) expect(text).toMatch(/^[a-z]+$/)
})
