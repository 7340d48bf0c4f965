import { and, count, eq, sql } from 'drizzle-orm'
import { cutPage, pageBy, type SortColumn } from '../../db/keyset.server.ts'
import type { Db } from '../../db/open.server.ts'
import { priceChanges, pricedProducts, products, users } from '../../db/tables.server.ts'
import { type Page, STAFF_PAGE } from '../../rules/lists.ts'
import type {
  LeftReason,
  PriceChangeState,
  PricedState,
  PriceRule,
  PriceSpan,
  Prices,
} from '../../rules/pricing/price-changes.ts'
import { isUuid } from '../../rules/uuid.ts'

export type ListedChange = PriceRule &
  PriceSpan & {
    id: string
    name: string
    state: PriceChangeState
    by: string | null
    createdAt: Date
    products: number
    left: number
  }

const countOf = (state?: PricedState) =>
  sql<number>`(select count(*)::int from ${pricedProducts} p where p.change_id = ${priceChanges.id} ${
    state ? sql`and p.state = ${state}` : sql``
  })`
const COLUMNS = {
  id: priceChanges.id,
  name: priceChanges.name,
  kind: priceChanges.kind,
  value: priceChanges.value,
  state: priceChanges.state,
  startsAt: priceChanges.startsAt,
  endsAt: priceChanges.endsAt,
  by: users.name,
  createdAt: priceChanges.createdAt,
  products: countOf(),
  left: countOf('left'),
}
const NEWEST: SortColumn = { column: priceChanges.createdAt, type: 'timestamptz' }

/** A page of scheduled prices, the newest first. */
export async function listChanges(
  db: Db,
  asked: { state: PriceChangeState | null; after: string | null },
  limit = STAFF_PAGE,
): Promise<Page<ListedChange>> {
  const { cursor, order, rest } = pageBy(NEWEST, priceChanges.id, { ...asked, direction: 'desc' })
  const rows = await db
    .select({ ...COLUMNS, cursor })
    .from(priceChanges)
    .leftJoin(users, eq(users.id, priceChanges.byUser))
    .where(and(asked.state ? eq(priceChanges.state, asked.state) : undefined, rest))
    .orderBy(...order)
    .limit(limit + 1)
  return cutPage(rows, limit)
}

/** One price change; null where there is none. */
export async function findChange(db: Db, id: string): Promise<ListedChange | null> {
  if (!isUuid(id)) return null
  const [row] = await db
    .select(COLUMNS)
    .from(priceChanges)
    .leftJoin(users, eq(users.id, priceChanges.byUser))
    .where(eq(priceChanges.id, id))
  return row ?? null
}

export type PricedRow = {
  id: string
  productId: string
  name: string
  sku: string
  state: PricedState
  leftBecause: LeftReason | null
  /** The current prices. */
  now: Prices
  old: number | null
  next: number | null
}
const BY_NAME: SortColumn = { column: products.name, type: 'text' }

/** How many products of a change are in each state. */
export async function countPriced(db: Db, changeId: string): Promise<[PricedState, number][]> {
  const rows = await db
    .select({ state: pricedProducts.state, count: count() })
    .from(pricedProducts)
    .where(eq(pricedProducts.changeId, changeId))
    .groupBy(pricedProducts.state)
  return rows.map((row) => [row.state, row.count])
}

/** A page of the products of a change, by name. */
export async function listPriced(
  db: Db,
  asked: { changeId: string; state: PricedState | null; after: string | null },
  limit = 50,
): Promise<Page<PricedRow>> {
  const { cursor, order, rest } = pageBy(BY_NAME, pricedProducts.id, { ...asked, direction: 'asc' })
  const rows = await db
    .select({
      id: pricedProducts.id,
      productId: pricedProducts.productId,
      name: products.name,
      sku: products.sku,
      state: pricedProducts.state,
      leftBecause: pricedProducts.leftBecause,
      now: { price: products.price, comparePrice: products.comparePrice },
      old: pricedProducts.oldPrice,
      next: pricedProducts.newPrice,
      cursor,
    })
    .from(pricedProducts)
    .innerJoin(products, eq(products.id, pricedProducts.productId))
    .where(
      and(
        eq(pricedProducts.changeId, asked.changeId),
        asked.state ? eq(pricedProducts.state, asked.state) : undefined,
        rest,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1)
  return cutPage(rows, limit)
}
