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

type ProductCategory = { name: string; slug: string; isActive: boolean }

/** The data of a product's own screen. */
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
  /** How the product fits its buyers. */
  fits?: FitCounts | null
  /** A category that is not active has no page to link to. */
  category: ProductCategory | null
  parentCategory: ProductCategory | null
  /** Null: for anybody. */
  sizeGuide: GuideKind | null
  /** `color` is the color that the picture shows; null: any color. */
  images: (PictureSource & { alt: string; color: string | null })[]
  variants: Variant[]
}

/** A product's pictures for a chosen color: first those of that color, then the others, each in their order. */
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
  offered.find((one) => one === text) ?? null

/** Size, color and quantity from an address or a form; sizes and colors that the product lacks are dropped. */
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

/** A product's address with a choice in it, so that the choice survives a sign-in. */
export function productPath(slug: string, item: Partial<PendingItem> = {}) {
  const params = new URLSearchParams()
  if (item.size) params.set('size', item.size)
  if (item.color) params.set('color', item.color)
  if (item.quantity && item.quantity > 1) params.set('quantity', String(item.quantity))
  const query = params.toString()
  return `/product/${slug}${query ? `?${query}` : ''}`
}

/** The part of a product's page that shows its stock: an address ends there after a refusal for lack of stock. */
export const STOCK = 'stock'

export type Offer = { isMissing: boolean; isSoldOut: boolean; preorder?: Preorder }

/** Whether one size or color, given the rest of the choice, is not made, is sold out, or can be pre-ordered. */
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

/**
 * The earliest pre-order among variants that are all out of stock; null when one is in stock, or none can be
 * pre-ordered.
 */
function preorderAmong(variants: readonly Variant[]): Preorder | null {
  if (variants.some(({ inventory }) => inventory > 0)) return null
  const offered = variants.flatMap(({ preorder }) => (preorder ? [preorder] : []))
  return offered.toSorted((a, b) => (a.from < b.from ? -1 : 1))[0] ?? null
}

/**
 * The pre-order of a chosen variant; while no variant is chosen yet and all are out of stock, the earliest pre-order.
 */
export function preorderOfChoice(
  { variants, trackInventory }: Pick<ProductDetail, 'variants' | 'trackInventory'>,
  choice: Choice,
): Preorder | null {
  const chosen = chooseVariant(variants, choice)
  if (!trackInventory) return null
  return chosen.ok ? preorderAmong([chosen.variant]) : preorderAmong(variants)
}
