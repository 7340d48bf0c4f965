import { plainAmount } from '../money.ts'
import { variantName } from '../stock/stock-changes.ts'
import type { VariantValues } from './variant-choice.ts'

/** The single-text fields of a product's form, by their form names (docs/product.md, Products). */
export const PRODUCT_FIELDS = [
  'name',
  'short_description',
  'description',
  'price',
  'compare_price',
  'cost_price',
  'sku',
  'barcode',
  'category_id',
  'brand',
  'location',
  'weight',
  'inventory_quantity',
  'status',
  'meta_title',
  'meta_description',
] as const
export type ProductField = (typeof PRODUCT_FIELDS)[number]

/** The longest text of each field of a product. */
export const PRODUCT_LONGEST = {
  name: 200,
  short_description: 500,
  description: 10_000,
  sku: 64,
  barcode: 32,
  brand: 100,
  location: 40,
  meta_title: 200,
  meta_description: 500,
  tag: 50,
  alt: 300,
}
export const MOST_TAGS = 30
export const MOST_IMAGES = 20
export const MOST_VARIANTS = 300

/** All values of a product's form, as typed. */
export type ProductValues = Record<ProductField, string> & {
  trackInventory: boolean
  featured: boolean
  /** The stock of a product without variants when the form was opened. */
  inventoryLoaded: string
  tags: string[]
  /** `color` is the variant color that the image shows; '' for any. */
  images: { id: string; alt: string; color: string }[]
  variants: VariantValues[]
  /** Variants that were removed since the form was opened, with their values at that time. */
  gone: Pick<VariantValues, 'size' | 'color' | 'loaded'>[]
}

/** A message for each invalid field; `variants.2.sku` names a field of the third variant. */
export type ProductErrors = Partial<
  Record<
    | ProductField
    | 'tags'
    | 'images'
    | 'variants'
    | `variants.${number}.sku`
    | `variants.${number}.barcode`
    | `variants.${number}.inventory`,
    string
  >
>

export const EMPTY_PRODUCT: ProductValues = {
  ...(Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, ''])) as Record<
    ProductField,
    string
  >),
  price: '0',
  status: 'active',
  trackInventory: true,
  featured: false,
  inventoryLoaded: '0',
  tags: [],
  images: [],
  variants: [],
  gone: [],
}

/** The values of a new product that copies this one: with its own codes and no stock. */
export const copyProduct = (
  values: ProductValues,
  codes: { sku: string; barcode: string },
): ProductValues => ({
  ...values,
  ...codes,
  inventory_quantity: '0',
  inventoryLoaded: '0',
  variants: values.variants.map((one) => ({
    ...one,
    // Saving makes this SKU from the new product's SKU, and generates a new barcode.
    sku: '',
    barcode: '',
    inventory: '0',
    loaded: '0',
  })),
  gone: [],
})

/** Whether the typed compare price is above the typed price; null when one of them is not a number. */
export function isReduction(typed: { price: string; compare_price: string }): boolean | null {
  const [price, before] = [plainAmount(typed.price), plainAmount(typed.compare_price)]
  return /^\d+$/.test(price) && /^\d+$/.test(before) ? Number(before) > Number(price) : null
}

/** A form's values as one text for each label, for the notice to a second editor. */
export function productTexts(values: ProductValues, categoryName: (id: string) => string) {
  const { category_id: categoryId, inventory_quantity: quantity, ...texts } = values
  const { trackInventory, featured, tags, images, variants } = values
  const plain = Object.fromEntries(
    PRODUCT_FIELDS.filter((field) => field in texts).map((field) => [field, values[field].trim()]),
  ) as Record<Exclude<ProductField, 'category_id' | 'inventory_quantity'>, string>
  return {
    ...plain,
    category_id: categoryName(categoryId),
    inventory_quantity: variants.length > 0 || !trackInventory ? '' : quantity.trim() || '0',
    tracked: trackInventory ? 'yes' : 'no',
    featured: featured ? 'yes' : 'no',
    tags: tags.join(', '),
    variants: variants
      .map(
        (one) =>
          `${variantName(one)} (${[one.sku, one.barcode].filter(Boolean).join(', ')}): ${one.inventory}`,
      )
      .toSorted()
      .join('; '),
    images: images
      .map(({ alt, color }, index) => `${index + 1}. ${alt}${color ? ` (${color})` : ''}`)
      .join('; '),
  }
}
