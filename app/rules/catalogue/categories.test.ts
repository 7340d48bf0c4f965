import { expect, test } from 'vitest'
import { countStyles, countSubcategories, tagWordsFor } from './categories.ts'

test('a subcategory is described by the keywords in its name', () => {
  expect(tagWordsFor('Maxi Dresses')).toEqual(['Flowing', 'Graceful'])
  expect(tagWordsFor('T-Shirts & Polos')).toEqual(['Relaxed', 'Soft'])
  expect(tagWordsFor('Tote Bags')).toEqual(['Roomy', 'Handy'])
  expect(tagWordsFor('Day Dresses')).not.toEqual(tagWordsFor('Evening Dresses'))
})

test('a subcategory without matching keywords still has its two words', () => {
  expect(tagWordsFor('Zinthu zina')).toEqual(['Fresh', 'Everyday'])
})

test('one subcategory is counted in the singular', () => {
  expect([0, 1, 4].map(countSubcategories)).toEqual([
    '0 subcategories',
    '1 subcategory',
    '4 subcategories',
  ])
  expect([1, 4].map(countStyles)).toEqual(['1 style', '4 styles'])
})
