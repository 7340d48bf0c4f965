import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { priceChanges, pricedProducts, products } from '../../db/tables.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { PriceChangeEdit } from '../../rules/pricing/price-change-form.ts'
import {
  changePrices,
  isForGood,
  type LeftReason,
  MOST_PRICED,
  OPEN_STATES,
  type Prices,
} from '../../rules/pricing/price-changes.ts'
import { listToPrice, type Selection, type ToPrice } from './list-to-price.ts'

/** A product with its current prices and the new ones; `why` it keeps its prices. */
export type Previewed = ToPrice & { next: Prices | null; why: LeftReason | null }
export type Preview = {
  rows: Previewed[]
  changing: number
  /** Products that have another change at that time, with its name. */
  overlaps: string[]
  /** Hash of everything that the preview shows, so that what is saved is what was seen. */
  fingerprint: string
}

const MOST_NAMED = 10

/** What a change would do to the current prices; changes nothing. */
export async function previewChange(
  db: Db | Tx,
  selection: Selection,
  edit: PriceChangeEdit,
): Promise<({ ok: true } & Preview) | Refusal<'prices-many'>> {
  const all = await listToPrice(db, selection)
  if (all.length > MOST_PRICED) return { ok: false, reason: 'prices-many', most: MOST_PRICED }
  const rows = all.map((row): Previewed => {
    const next = changePrices(edit, row)
    return { ...row, next: next.ok ? next.prices : null, why: next.ok ? null : next.why }
  })
  const changing = rows.filter(({ next }) => next !== null)
  return {
    ok: true,
    rows,
    changing: changing.length,
    overlaps: await listOverlaps(
      db,
      changing.map(({ id }) => id),
      edit,
    ),
    fingerprint: createHash('sha256')
      .update(
        JSON.stringify(
          rows.map(({ id, price, comparePrice, next }) => [id, price, comparePrice, next]),
        ),
      )
      .digest('hex'),
  }
}

async function listOverlaps(
  db: Db | Tx,
  ids: string[],
  { startsAt, endsAt, ...rule }: PriceChangeEdit,
) {
  if (ids.length === 0) return []
  const from = startsAt.toISOString()
  const span = isForGood({ ...rule, endsAt })
    ? sql`tstzrange(${from}, ${from}, '[]')`
    : sql`tstzrange(${from}, ${endsAt?.toISOString() ?? null})`
  const rows = await db
    .select({ product: products.name, change: priceChanges.name })
    .from(pricedProducts)
    .innerJoin(priceChanges, eq(priceChanges.id, pricedProducts.changeId))
    .innerJoin(products, eq(products.id, pricedProducts.productId))
    .where(
      and(
        inArray(pricedProducts.productId, ids),
        inArray(priceChanges.state, [...OPEN_STATES]),
        sql`${priceChanges.span} && ${span}`,
      ),
    )
    .orderBy(asc(products.name))
    .limit(MOST_NAMED + 1)
  const names = rows.slice(0, MOST_NAMED).map(({ product, change }) => `${product} (${change})`)
  return rows.length > MOST_NAMED ? [...names, '…'] : names
}
