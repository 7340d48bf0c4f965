import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ProductCard } from './product-card.tsx'

test('the name of a product comes before its wishlist button, in the order of screen readers and the keyboard', () => {
  const product = {
    id: 'one',
    slug: 'lake-dress',
    name: 'Lake Dress',
    price: 40_000,
    comparePrice: null,
    picture: null,
    category: null,
    inventory: 9,
    trackInventory: true,
    isNew: false,
    soldToday: 0,
    rating: null,
    reviewCount: 0,
    isWished: false,
  }
  const html = renderToString(
    <MemoryRouter>
      <ProductCard product={product} wishForm="wishes" />
    </MemoryRouter>,
  )
  const stops = [...html.matchAll(/<(a|button)\b(?![^>]*tabindex="-1")/gi)].map(([, tag]) => tag)
  expect(stops).toEqual(['a', 'button'])
})
