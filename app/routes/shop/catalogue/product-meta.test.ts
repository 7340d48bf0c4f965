import { expect, test } from 'vitest'
import type { ProductDetail } from '../../../rules/catalogue/product-detail.ts'
import { productMeta } from './product-meta.ts'

const picture = (color: string) => ({
  src: `/files/${color}.jpg`,
  alt: '',
  color,
  width: 4,
  height: 5,
  tint: '#fff',
  widths: [320],
  hasAvif: false,
})
const dress: ProductDetail = {
  id: '1',
  slug: 'dress',
  name: 'Dress',
  description: '',
  shortDescription: '',
  price: 1,
  comparePrice: null,
  sku: 'D',
  brand: null,
  inventory: 1,
  trackInventory: true,
  metaTitle: null,
  metaDescription: null,
  isNew: false,
  soldToday: 0,
  isWished: false,
  category: null,
  parentCategory: null,
  sizeGuide: null,
  rating: { count: 0, sum: 0 },
  images: [picture('black'), picture('red')],
  variants: [],
}

test('a shared product link shows the picture of the color in its URL, or the first picture', () => {
  const shown = (color: string | null) =>
    JSON.stringify(productMeta(dress, 'https://shop.test', color))
  expect(shown('red')).toMatch(/og:image[^}]*https:\/\/shop\.test\/files\/red\.jpg/)
  expect(shown(null)).toMatch(/og:image[^}]*https:\/\/shop\.test\/files\/black\.jpg/)
})
