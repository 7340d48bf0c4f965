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
  return {
    html,
    legends: [...html.matchAll(/<legend[^>]*>([^<]*)</g)].map(([, text]) => text),
    boxes: [...html.matchAll(/<input type="checkbox"([^>]*)\/>([^<]*)/g)].map(
      ([, field = '', label]) => `${label}${field.includes('disabled') ? ' (off)' : ''}`,
    ),
  }
}

test('the filter panel always has an option of every list: one without products comes last, and is disabled unless it is chosen', () => {
  const groups = [
    { value: 'clothing', count: 0 },
    { value: 'shoes', count: 0 },
    { value: 'accessories', count: 2 },
    { value: 'electronics', count: 0 },
  ] as const
  const counts = { ...NOTHING, groups: [...groups] }
  const some = legendsOf({ counts })
  expect(some.legends).toEqual(['Price in kwacha', 'Categories', 'Only'])
  expect(some.boxes).toEqual([
    'Accessories',
    'Clothing (off)',
    'Shoes (off)',
    'Electronics (off)',
    'On sale (off)',
    'In stock (off)',
  ])
  const stocked = legendsOf({ counts: { ...counts, inStock: 3 } })
  expect(stocked.legends).toEqual(['Price in kwacha', 'Only', 'Categories'])
  expect(stocked.boxes.slice(0, 2)).toEqual(['In stock', 'On sale (off)'])
  // Chosen filters can be removed, and choices that they leave empty can be chosen in the same step.
  const filter = { ...ALL_PRODUCTS, groups: ['shoes' as const] }
  const chosen = legendsOf({ counts, filter })
  expect(chosen.boxes.slice(0, 3)).toEqual(['Shoes', 'Accessories', 'Clothing'])
  expect(chosen.boxes.filter((box) => box.includes('off'))).toEqual([])
  // Nothing was counted, so every choice is offered.
  const all = legendsOf({ counts: null })
  expect(all.legends).toEqual(['Price in kwacha', 'Only', 'Categories'])
  expect(all.boxes.filter((box) => box.includes('off'))).toEqual([])
})
