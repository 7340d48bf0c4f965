import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { products, waitlistRequests as requests, variants } from '../../db/tables.server.ts'
import { isUuid } from '../../rules/uuid.ts'
import type { PhoneRequest, WaitedFor } from '../../rules/waitlist/waitlist.ts'
import { VARIANT_NAME } from '../stock/read-stock-levels.ts'
import { selectWaitedFor } from './list-waited-for.ts'
import { isBack, isWaiting, waits } from './waiting.ts'

/** The most phone numbers in a panel. */
const MOST_PHONES = 100

export type WaitedForDetail = WaitedFor & { slug: string; price: number; phones: PhoneRequest[] }

/** One variant with the phone numbers to text, the first to ask first; those notified in the last week come last. */
export async function findWaitedFor(db: Db, id: string): Promise<WaitedForDetail | null> {
  if (!isUuid(id)) return null
  const ofVariant = eq(requests.variantId, id)
  const [[counted], [own], phones] = await Promise.all([
    selectWaitedFor(db, { where: ofVariant }),
    db
      .select({
        ...VARIANT_NAME,
        ...columnsOf(products, 'slug', 'price'),
        sku: variants.sku,
        onHand: variants.inventory,
        isBack,
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
