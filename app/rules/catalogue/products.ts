import type { PictureSource } from '../media/pictures.ts'
import type { Preorder } from '../stock/preorders.ts'

export const PRODUCT_STATUSES = ['active', 'inactive', 'out_of_stock'] as const
export type ProductStatus = (typeof PRODUCT_STATUSES)[number]

/**
 * Sort orders of the shop (docs/product.md, Lists and search): trending and newest both put the newest first; rating
 * puts products with reviews first.
 */
export const SHOP_SORTS = ['trending', 'newest', 'price-asc', 'price-desc', 'rating'] as const
export const CATEGORY_SORTS = ['name', 'price-asc', 'price-desc', 'newest'] as const
export type ProductSort = (typeof SHOP_SORTS)[number] | (typeof CATEGORY_SORTS)[number]

/**
 * Lowercase, every run of other characters than a-z and 0-9 to one hyphen, no hyphen at the ends
 * (docs/product.md, Products).
 */
export const slugFrom = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

export type Variant = {
  id: string
  size: string | null
  color: string | null
  colorValue: string | null
  inventory: number
  /** The pre-order of the variant, while none of it is in stock. */
  preorder?: Preorder | null
}

export type Choice = { size: string | null; color: string | null }
/** The data that a line of an order or a sale copies from its product: later changes of the product do not touch it. */
export type LineItem = Choice & { name: string; sku: string; quantity: number }
export type ChoiceRefusal = 'size-missing' | 'color-missing' | 'variant-missing'

/** The sizes and colors on offer, in the order of the variants. */
export const sizesOf = (variants: readonly Variant[]) => [
  ...new Set(variants.flatMap((v) => (v.size ? [v.size] : []))),
]
/** The colors of these variants, each once, in their order. */
export const colorsOf = (variants: readonly Variant[]) => [
  ...new Map(variants.flatMap((v) => (v.color ? [[v.color, v.colorValue] as const] : []))),
]

/** The variant that a size and color name; a size is asked for first, then a color (docs/product.md, Products). */
export function chooseVariant<V extends Variant>(
  variants: readonly V[],
  choice: Choice,
): { ok: true; variant: V } | { ok: false; reason: ChoiceRefusal } {
  if (sizesOf(variants).length > 0 && !choice.size) return { ok: false, reason: 'size-missing' }
  if (colorsOf(variants).length > 0 && !choice.color) return { ok: false, reason: 'color-missing' }
  const variant = variants.find(
    (v) => (v.size ?? '') === (choice.size ?? '') && (v.color ?? '') === (choice.color ?? ''),
  )
  return variant ? { ok: true, variant } : { ok: false, reason: 'variant-missing' }
}

/**
 * Choosing a size clears a chosen color that does not come in that size, and the reverse (docs/product.md, Products).
 */
export function narrowChoice(
  variants: readonly Variant[],
  before: Choice,
  chosen: Partial<Choice>,
): Choice {
  const next = { ...before, ...chosen }
  const exists = variants.some(
    (v) =>
      (next.size === null || v.size === next.size) &&
      (next.color === null || v.color === next.color),
  )
  if (exists) return next
  return 'size' in chosen ? { size: next.size, color: null } : { size: null, color: next.color }
}

/** How long a product counts as new on its card. */
export const NEW_FOR_DAYS = 21

/** The data of a product card. */
export type CardProduct = {
  id: string
  slug: string
  name: string
  price: number
  comparePrice: number | null
  picture: (PictureSource & { alt: string }) | null
  /** The color by which the list is filtered, which the card's picture shows. */
  color?: string
  category: { name: string; slug: string } | null
  inventory: number
  trackInventory: boolean
  isNew: boolean
  /** Units sold today in the shop's time zone; nothing is shown for 0. */
  soldToday: number
  /** The average rating, or without reviews the shop's placeholder (SHOP.placeholderRating). */
  rating: number | null
  reviewCount: number
  /** Whether it is in the signed-in visitor's wishlist. */
  isWished: boolean
}

/** The CSS paint of a color: two-tone colors are stored as two values. */
export function paintOf(value: string | null) {
  const [first, second] = value?.match(/#[0-9a-f]{3,8}\b/gi) ?? []
  return second ? `linear-gradient(135deg, ${first} 50%, ${second} 50%)` : first
}
