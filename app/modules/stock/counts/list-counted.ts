import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { cutPage } from '../../../db/keyset.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import { products, stockCountLines, variants } from '../../../db/tables.server.ts'
import type { Page } from '../../../rules/lists.ts'
import type { CountRow } from '../../../rules/stock/counts.ts'
import { byName } from '../list-stock.ts'
import { VARIANT_NAME } from '../read-stock-levels.ts'

const expectedThen = sql`${stockCountLines.ledger} + ${stockCountLines.inOrders}`
const atLast = (units: SQL) =>
  sql<number>`(array_agg(${units} order by ${stockCountLines.id} desc))[1]`
const expected = atLast(expectedThen)
const isMoved = sql<boolean>`min(${expectedThen}) <> max(${expectedThen})`

/** One row for each counted size: the sum of its counts, and the quantity expected at the last of them. */
const selectCounted = (db: Db | Tx, cursor = sql<string>`''`) =>
  db
    .select({
      ...VARIANT_NAME,
      counted: sql<number>`sum(${stockCountLines.counted})`.mapWith(Number),
      expected,
      inOrders: atLast(sql`${stockCountLines.inOrders}`),
      isMoved,
      cursor,
    })
    .from(stockCountLines)
    .innerJoin(variants, eq(variants.id, stockCountLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .groupBy(variants.id, products.id)
    .$dynamic()

/** All counted sizes of a stock-take that differ from what was expected, or one size; not limited in number. */
export const listCounted = (
  db: Db | Tx,
  countId: string,
  only: { variantId: string } | 'differing',
): Promise<CountRow[]> => {
  const ofCount = eq(stockCountLines.countId, countId)
  return only === 'differing'
    ? selectCounted(db)
        .where(ofCount)
        .having(sql`sum(${stockCountLines.counted}) <> ${expected}`)
        .orderBy(...byName({ after: null, direction: 'asc' }).order)
    : selectCounted(db).where(and(ofCount, eq(stockCountLines.variantId, only.variantId)))
}

const PAGE = 100

/**
 * A page of counted sizes, by name. With `isDiffering`, only sizes that differ from what was expected or whose expected
 * quantity changed while they were counted.
 */
export async function listCountedPage(
  db: Db,
  countId: string,
  asked: { isDiffering: boolean; after: string | null },
  limit = PAGE,
): Promise<Page<CountRow>> {
  const { cursor, order, rest } = byName({ ...asked, direction: 'asc' })
  // Chooses the sizes of the page first, so that of a stock-take of the whole shop only a hundred are added up.
  const ofPage = db
    .select({ id: variants.id })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      and(
        sql`${variants.id} in (select l.variant_id from stock_count_lines l where l.count_id = ${countId}::uuid)`,
        rest ?? undefined,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1)
  const which = asked.isDiffering ? (rest ?? undefined) : inArray(variants.id, ofPage)
  const rows = await selectCounted(db, cursor)
    .where(and(eq(stockCountLines.countId, countId), which))
    .having(
      asked.isDiffering
        ? sql`sum(${stockCountLines.counted}) <> ${expected} or ${isMoved}`
        : undefined,
    )
    .orderBy(...order)
    .limit(limit + 1)
  return cutPage(rows, limit)
}
