import { and, asc, count, desc, eq, gt, isNotNull, min, or, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { products, waitlistRequests as requests, variants } from '../../db/tables.server.ts'
import { isUuid } from '../../rules/uuid.ts'
import type { PhoneRequest, WaitedFor } from '../../rules/waitlist/waitlist.ts'
import { VARIANT_NAME } from '../stock/read-stock-levels.ts'
import { isToText, isWaiting, waits } from './waiting.ts'

/** More than staff read on a screen, and than they order in a day. */
const MOST_SHOWN = 200
/** In a panel. */
const MOST_PHONES = 100

function selectWaitedFor(db: Db) {
  const people = count()
  const since = min(requests.createdAt)
  return db
    .select({
      ...VARIANT_NAME,
      sku: variants.sku,
      onHand: variants.inventory,
      byEmail: count(requests.email),
      byPhone: count(requests.phone),
      since: sql<Date>`${since}`.mapWith(requests.createdAt),
    })
    .from(requests)
    .innerJoin(variants, eq(variants.id, requests.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .groupBy(variants.id, products.id)
    .orderBy(desc(people), asc(since), asc(variants.id))
    .$dynamic()
}

/**
 * The variants that most people wait for, and for how long the first of them has; `productId`: of one product;
 * `isToText`: those alone of which somebody is to be written to now.
 */
export const listWaitedFor = async (
  db: Db,
  asked: { limit?: number; productId?: string; isToText?: boolean } = {},
): Promise<WaitedFor[]> =>
  selectWaitedFor(db)
    .where(and(waits, asked.productId ? eq(variants.productId, asked.productId) : undefined))
    .having(asked.isToText ? sql`bool_or(${isToText})` : undefined)
    .limit(asked.limit ?? MOST_SHOWN)

export type WaitedForDetail = WaitedFor & { slug: string; price: number; phones: PhoneRequest[] }

/** One variant with who wants to be texted, the first to ask first; who was told in the last week last. */
export async function findWaitedFor(db: Db, id: string): Promise<WaitedForDetail | null> {
  if (!isUuid(id)) return null
  const ofVariant = eq(requests.variantId, id)
  const [[counted], [own], phones] = await Promise.all([
    selectWaitedFor(db).where(and(waits, ofVariant)),
    db
      .select({
        ...VARIANT_NAME,
        ...columnsOf(products, 'slug', 'price'),
        sku: variants.sku,
        onHand: variants.inventory,
      })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .where(eq(variants.id, id)),
    db
      .select()
      .from(requests)
      .where(
        and(
          ofVariant,
          isNotNull(requests.phone),
          or(waits, gt(requests.toldAt, sql`now() - interval '7 days'`)),
        ),
      )
      .orderBy(sql`${requests.toldAt} nulls first`, asc(requests.createdAt))
      .limit(MOST_PHONES),
  ])
  if (!own || (!counted && phones.length === 0)) return null
  return {
    ...own,
    byEmail: counted?.byEmail ?? 0,
    byPhone: counted?.byPhone ?? 0,
    since: counted?.since ?? new Date(),
    phones: phones.flatMap(({ id, phone, createdAt, ...stamps }) =>
      phone ? [{ id, phone, createdAt, isNotified: !isWaiting(stamps) }] : [],
    ),
  }
}
