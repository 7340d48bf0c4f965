import type { Choice } from '../catalogue/products.ts'
import type { PictureSource } from '../media/pictures.ts'

/** Why a quantity changed; `release` and `return` give back, `sale` and `reservation` take. */
export const MOVEMENT_KINDS = [
  'opening',
  'reservation',
  'release',
  'sale',
  'pos_sale',
  'return',
  'received',
  'adjustment',
] as const

/** The cause of a movement whose kind does not name it; a person's own words may be added. */
export const STOCK_CAUSES = [
  'not-paid-in-time',
  'payment-failed',
  'cancelled-by-shop',
  'cancelled-by-customer',
  'not-paid',
  'taken-back',
  'product-edited',
  'counted',
  'damaged',
  'lost',
  'found',
  'returned-by-customer',
  'other',
] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]
export type StockCause = (typeof STOCK_CAUSES)[number]

/** Below this many units staff see a product as low on stock (docs/product.md, Stock); shoppers see `stockBadges`. */
export const LOW_STOCK_UNDER = 6

export type StockBadges = { left: number | null; isLimited: boolean; soldOut: boolean }

/** 'Only N left!' at 1-5, 'Hurry! …' at 1-10, sold out at 0 (docs/product.md, Badges); nothing when untracked. */
export function stockBadges(inventory: number, trackInventory: boolean): StockBadges {
  if (!trackInventory) return { left: null, isLimited: false, soldOut: false }
  return {
    left: inventory >= 1 && inventory <= 5 ? inventory : null,
    isLimited: inventory >= 1 && inventory <= 10,
    soldOut: inventory <= 0,
  }
}

/** A variant as the lists of staff name it. */
export type NamedVariant = Choice & { productId: string; product: string; sku: string }

/** One variant in stock: `onHand` units can be sold now, `reserved` units are held by unpaid orders and sales. */
export type StockRow = NamedVariant & {
  id: string
  barcode: string | null
  /** The place of its product in the shop, in the staff's own words. */
  location: string | null
  onHand: number
  reserved: number
  isTracked: boolean
  /** The pre-order limit, the day from which pre-orders ship, and the units that are owed. */
  preorders: { limit: number | null; from: string | null; owed: number }
  /** The newest ledger entry of the variant, by which a form is recognized as outdated. */
  version: number
  picture: PictureSource | null
}

/** An entry of the ledger: units that came or went, and the stock level of the variant after it. */
export type LedgerLine = Choice & {
  /** The number of the entry in the whole ledger. */
  id: string
  at: string
  kind: MovementKind
  quantity: number
  balance: number
  orderNumber: string | null
  saleNumber: string | null
  by: string | null
  cause: StockCause | null
  /** A person's own words. */
  reason: string | null
}
