import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { products, variants } from '../../../db/tables.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { Choice } from '../../../rules/catalogue/products.ts'
import { cartSubtotal, findCourier, type Quote, quote } from '../../../rules/checkout/quote.ts'
import type { DiscountRefusal } from '../../../rules/discounts/discounts.ts'
import { findDiscount } from '../../discounts/hold-discount.ts'
import { availableUnits } from '../../stock/availability.ts'

export type DraftSize = Choice & {
  variantId: string
  /** Units that an order can have now; null when its stock is not tracked. */
  available: number | null
}
export type DraftProduct = { id: string; name: string; price: number; sizes: DraftSize[] }
/** What the order already holds. `units` by variant; `discountId`: the code that it has redeemed. */
export type DraftHoldings = { units: ReadonlyMap<string, number>; discountId: string | null }
export type ShownDraft = {
  products: DraftProduct[]
  /** Null while nothing is chosen. */
  quote: Quote | null
  codeRefusal: DiscountRefusal | null
}

/**
 * The products that staff have chosen for an order so far, with their stock and the price of the order: two queries.
 */
export async function showDraft(
  { db, now }: Pick<Services, 'db' | 'now'>,
  asked: {
    products: readonly string[]
    units: ReadonlyMap<string, number>
    courierId: string
    code: string
    /** What an existing order already holds, when it is edited. */
    held?: DraftHoldings
  },
): Promise<ShownDraft> {
  const { held } = asked
  const shown = await listProducts(db, asked.products, held?.units)
  const lines = shown.flatMap(({ price, sizes }) =>
    sizes.flatMap(({ variantId }) => {
      const quantity = asked.units.get(variantId) ?? 0
      return quantity > 0 ? [{ price, quantity }] : []
    }),
  )
  if (lines.length === 0) return { products: shown, quote: null, codeRefusal: null }
  const found = asked.code
    ? await findDiscount(db, asked.code, cartSubtotal(lines), now(), held?.discountId)
    : null
  return {
    products: shown,
    quote: quote(lines, found?.ok ? found.discount : null, findCourier(asked.courierId) ?? null),
    codeRefusal: found && !found.ok ? found : null,
  }
}

/** Products that are for sale, in the order in which staff chose them. */
async function listProducts(
  db: Db,
  ids: readonly string[],
  held: DraftHoldings['units'] = new Map(),
): Promise<DraftProduct[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({
      ...columnsOf(products, 'id', 'name', 'price'),
      isCounted: products.trackInventory,
      variantId: variants.id,
      size: variants.size,
      color: variants.color,
      available: availableUnits,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      and(
        inArray(products.id, [...ids]),
        eq(products.status, 'active'),
        isNull(products.archivedAt),
        isNull(variants.retiredAt),
      ),
    )
    .orderBy(asc(variants.position), asc(variants.id))
  const byProduct = Map.groupBy(rows, ({ id }) => id)
  return ids.flatMap((id) => {
    const sizes = byProduct.get(id)
    const [first] = sizes ?? []
    return sizes && first
      ? [
          {
            id,
            name: first.name,
            price: first.price,
            sizes: sizes.map(({ variantId, size, color, isCounted, available }) => ({
              variantId,
              size,
              color,
              available: isCounted ? available + (held.get(variantId) ?? 0) : null,
            })),
          },
        ]
      : []
  })
}
