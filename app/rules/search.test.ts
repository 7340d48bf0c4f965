import { expect, test } from 'vitest'
import { allResultsPath, countFound } from './search.ts'

test('one product found is not called products', () => {
  expect([0, 1, 2].map(countFound)).toEqual([
    '0 products found',
    '1 product found',
    '2 products found',
  ])
})

test('the text in the address of all results is URL-encoded', () => {
  expect(allResultsPath('shirts & tops?')).toBe('/products?search=shirts%20%26%20tops%3F')
})
