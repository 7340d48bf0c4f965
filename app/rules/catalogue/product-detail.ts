import type { PictureSource } from '../media/pictures.ts'
import type { FitCounts, RatingTotals } from '../reviews/reviews.ts'
import type { Preorder } from '../stock/preorders.ts'
import {
  type Choice,
  chooseVariant,
  colorsOf,
  narrowChoice,
  sizesOf,
  type Variant,
} from './products.ts'
import type { GuideKind } from './size-guide.ts'

/** What a product's own screen shows. */
export type ProductDetail = {
  id: string
  slug: string
  name: string
  description: string
  shortDescription: string
  price: number
  comparePrice: number | null
  sku: string
  brand: string | null
  inventory: number
  trackInventory: boolean
  metaTitle: string | null
  metaDescription: string | null
  isNew: boolean
  soldToday: number
  isWished: boolean
  rating: RatingTotals
  /** How it fits those who have bought it. */
  fits?: FitCounts | null
  category: { name: string; slug: string } | null
  parentCategory: { name: string; slug: string } | null
  /** Null: of everybody. */
  sizeGuide: GuideKind | null
  /** `color` is the one that a picture shows; null: any. */
  images: (PictureSource & { alt: string; color: string | null })[]
  variants: Variant[]
}

/** A product's pictures for a chosen color: its own first, then the others, each in their order. */
export const picturesOf = <P extends { color: string | null }>(
  pictures: readonly P[],
  color: string | null,
) =>
  color === null
    ? pictures
    : [
        ...pictures.filter((one) => one.color === color),
        ...pictures.filter((one) => one.color !== color),
      ]

export type PendingItem = Choice & { quantity: number }

/** The most units that a cart line holds. */
export const MOST_OF_ONE = 999

/** A whole number from 1 to 999; null for anything else. */
export function readQuantity(text: string | null) {
  const quantity = Number(text)
  return text && /^\d{1,3}$/.test(text) && quantity >= 1 ? quantity : null
}

const among = (offered: string[], text: string | null) =>
  text !== null && offered.includes(text) ? text : null

/** Size, color and quantity as an address or a form names them; what the product has not is left out. */
export function readPendingItem(
  variants: readonly Variant[],
  params: Pick<URLSearchParams, 'get'>,
): PendingItem {
  const size = among(sizesOf(variants), params.get('size'))
  const color = among(
    colorsOf(variants).map(([name]) => name),
    params.get('color'),
  )
  const choice = narrowChoice(variants, { size, color: null }, color ? { color } : {})
  return { ...choice, quantity: readQuantity(params.get('quantity')) ?? 1 }
}

/** A product's address with a choice in it, so that a sign-in on the way forgets nothing. */
export function productPath(slug: string, item: Partial<PendingItem> = {}) {
  const params = new URLSearchParams()
  if (item.size) params.set('size', item.size)
  if (item.color) params.set('color', item.color)
  if (item.quantity && item.quantity > 1) params.set('quantity', String(item.quantity))
  const query = params.toString()
  return `/product/${slug}${query ? `?${query}` : ''}`
}

/** Where a product's page says what there is of it: an address that ends there was refused for that. */
export const STOCK = 'stock'

export type Offer = { isMissing: boolean; isSoldOut: boolean; preorder?: Preorder }

/**
 * What becomes of one size or color given the rest of the choice: not made, sold out, or to be ordered
 * before it arrives.
 */
export function offerOf(
  variants: readonly Variant[],
  choice: Choice,
  trackInventory: boolean,
): Offer {
  const fitting = variants.filter(
    (v) =>
      (choice.size === null || v.size === choice.size) &&
      (choice.color === null || v.color === choice.color),
  )
  const preorder = trackInventory ? preorderAmong(fitting) : null
  return {
    isMissing: fitting.length === 0,
    isSoldOut: trackInventory && fitting.every((v) => v.inventory <= 0),
    ...(preorder && { preorder }),
  }
}

/** Of variants none of which is in stock, what ships first of those that can be ordered before they arrive. */
function preorderAmong(variants: readonly Variant[]): Preorder | null {
  if (variants.some(({ inventory }) => inventory > 0)) return null
  const offered = variants.flatMap(({ preorder }) => (preorder ? [preorder] : []))
  return offered.toSorted((a, b) => (a.from < b.from ? -1 : 1))[0] ?? null
}

/**
 * What can be ordered of a choice before it arrives; of one that is not made yet, what ships first, where all
 * is sold out.
 */
export function preorderOfChoice(
  { variants, trackInventory }: Pick<ProductDetail, 'variants' | 'trackInventory'>,
  choice: Choice,
): Preorder | null {
  const chosen = chooseVariant(variants, choice)
  if (!trackInventory) return null
  return chosen.ok ? preorderAmong([chosen.variant]) : preorderAmong(variants)
}
