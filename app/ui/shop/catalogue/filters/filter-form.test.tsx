import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { FilterCounts } from '../../../../rules/catalogue/filter-counts.ts'
import { ALL_PRODUCTS } from '../../../../rules/catalogue/product-filters.ts'
import { FilterForm, type NarrowedList } from './filter-form.tsx'

const NOTHING: FilterCounts = {
  sizes: [],
  colors: [],
  brands: [],
  groups: [],
  prices: [],
  onSale: 0,
  inStock: 0,
}
function legendsOf(list: Partial<NarrowedList>) {
  const shown = { filter: ALL_PRODUCTS, counts: NOTHING, hrefOf: () => '/products', ...list }
  const Stub = createRoutesStub([{ path: '/', Component: () => <FilterForm list={shown} /> }])
  const html = renderToString(<Stub />)
  return { html, legends: [...html.matchAll(/<legend[^>]*>([^<]*)</g)].map(([, text]) => text) }
}

test('a group stands in the panel only with a choice that leaves something or is chosen', () => {
  const groups = [
    { value: 'clothing', count: 0 },
    { value: 'shoes', count: 0 },
    { value: 'accessories', count: 0 },
    { value: 'electronics', count: 0 },
  ] as const
  const counts = { ...NOTHING, groups: [...groups] }
  expect(legendsOf({ counts }).legends).toEqual(['Price in kwacha'])
  expect(legendsOf({ counts: { ...counts, inStock: 3 } }).legends).toEqual([
    'Price in kwacha',
    'Only',
  ])
  const filter = { ...ALL_PRODUCTS, groups: ['shoes' as const] }
  const chosen = legendsOf({ counts, filter })
  expect(chosen.legends).toEqual(['Price in kwacha', 'Categories'])
  expect(chosen.html).not.toContain('Accessories')
  // Nothing was counted: all is offered.
  expect(legendsOf({ counts: null }).legends).toEqual(['Price in kwacha', 'Only', 'Categories'])
})
