import type { CategoryValues } from '../../catalogue/category-values.ts'
import type { ProductField, productTexts } from '../../catalogue/product-values.ts'
import type { ProductSort, ProductStatus } from '../../catalogue/products.ts'
import { formatAmount, formatKwacha } from '../../money.ts'

/** Labels of the fields, on the form and in the notice to a second editor. */
export const CATEGORY_LABELS: Record<keyof CategoryValues, string> = {
  name: 'Name',
  slug: 'Address',
  parentId: 'Belongs to',
  sizeGuide: 'Size guide',
  pictureId: 'Picture',
  isActive: 'Active',
}

/** Labels of the fields of a group of search words. */
export const SYNONYM_LABELS = { words: 'Words', isActive: 'Active' } as const

/** Labels of a product's fields. */
export const PRODUCT_LABELS = {
  name: 'Name',
  short_description: 'Short description',
  description: 'Description',
  price: 'Price (MK)',
  compare_price: 'Compare price (MK)',
  cost_price: 'Cost price (MK)',
  sku: 'SKU',
  barcode: 'Barcode',
  category_id: 'Category',
  brand: 'Brand',
  location: 'Shelf',
  weight: 'Weight (kg)',
  inventory_quantity: 'Inventory quantity',
  status: 'Status',
  meta_title: 'Meta title',
  meta_description: 'Meta description',
} as const satisfies Record<ProductField, string>

export const STATUS_WORDS: Record<ProductStatus, string> = {
  active: 'active',
  inactive: 'inactive',
  out_of_stock: 'out of stock',
}

export const PRODUCT_TEXT_LABELS: Record<keyof ReturnType<typeof productTexts>, string> = {
  ...PRODUCT_LABELS,
  tracked: 'Track inventory',
  featured: 'Featured',
  tags: 'Tags',
  variants: 'Variants',
  images: 'Images',
}

export const SORT_LABELS: Record<ProductSort, string> = {
  trending: 'Trending',
  newest: 'Newest',
  'price-asc': 'Price: Low to High',
  'price-desc': 'Price: High to Low',
  rating: 'Top Rated',
  name: 'Name A-Z',
}

/** A step of the price filter, such as `MK 10,000 to 24,999`; null is an open end. */
export const priceRange = (min: number | null, max: number | null) =>
  max === null
    ? min === null
      ? 'Any price'
      : `${formatKwacha(min)} and more`
    : min === null
      ? `Up to ${formatKwacha(max)}`
      : `${formatKwacha(min)} to ${formatAmount(max)}`
