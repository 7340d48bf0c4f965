import { and, asc, count, desc, eq, min, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { products, waitlistRequests as requests, variants } from '../../db/tables.server.ts'
import type { WaitedFor } from '../../rules/waitlist/waitlist.ts'
import { VARIANT_NAME } from '../stock/read-stock-levels.ts'
import { isBack, waits } from './waiting.ts'

/** More variants than a product has. */
const MOST_OF_PRODUCT = 200

/**
 * The variants that most customers wait for, of those that `which` selects. Counts first and then looks up names,
 * because a list shows few of the variants that thousands wait for.
 */
export function selectWaitedFor(
  db: Db,
  which: { where: SQL | undefined; having?: SQL | undefined; limit?: number },
) {
  const counted = db
    .select({
      variantId: requests.variantId,
      customers: count().as('customers'),
      byEmail: count(requests.email).as('by_email'),
      byPhone: count(requests.phone).as('by_phone'),
      since: sql<Date>`${min(requests.createdAt)}`.mapWith(requests.createdAt).as('since'),
    })
    .from(requests)
    .where(and(waits, which.where))
    .groupBy(requests.variantId)
    .having(which.having)
    .$dynamic()
  const order = (one: { customers: SQLWrapper; since: SQLWrapper; id: SQLWrapper }) =>
    [desc(one.customers), asc(one.since), asc(one.id)] as const
  const first = order({ customers: sql`customers`, since: sql`since`, id: requests.variantId })
  const waited = (which.limit ? counted.orderBy(...first).limit(which.limit) : counted).as('waited')
  return db
    .select({
      customers: waited.customers,
      // With full precision, for a cursor.
      sinceText: sql<string>`${waited.since}::text`.as('since_text'),
      ...VARIANT_NAME,
      sku: variants.sku,
      onHand: variants.inventory,
      isBack,
      byEmail: waited.byEmail,
      byPhone: waited.byPhone,
      since: waited.since,
    })
    .from(waited)
    .innerJoin(variants, eq(variants.id, waited.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .orderBy(...order({ customers: waited.customers, since: waited.since, id: variants.id }))
    .$dynamic()
}

/**
 * The variants that most customers wait for, and since when. `productId`: only of one product. `isToText`: only
 * variants for which staff can text somebody now.
 */
export const listWaitedFor = async (
  db: Db,
  { limit = MOST_OF_PRODUCT, productId, isToText }: Narrowed = {},
): Promise<WaitedFor[]> => {
  const rows = await selectWaitedFor(db, {
    // With the table's name written out: drizzle omits it where the table is the only one.
    where: productId
      ? sql`waitlist_requests.variant_id in (select v.id from variants v where v.product_id = ${productId}::uuid)`
      : undefined,
    having: isToText ? IS_TO_TEXT : undefined,
    limit,
  })
  return rows.map(asShown)
}

/** A row without its cursor columns. */
export const asShown = ({
  customers: _,
  sinceText: __,
  ...row
}: Awaited<ReturnType<typeof selectWaitedFor>>[number]): WaitedFor => row

/** The `isToText` condition over all requests of a variant. */
export const IS_TO_TEXT = sql`count(${requests.phone}) > 0
  and exists (select from ${variants} join ${products} on ${products.id} = ${variants.productId}
    where ${variants.id} = waitlist_requests.variant_id and ${isBack})`
type Narrowed = { limit?: number; productId?: string; isToText?: boolean }
