import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { products, waitlistRequests as requests, variants } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { productPath } from '../../rules/catalogue/product-detail.ts'
import type { Choice } from '../../rules/catalogue/products.ts'
import { backInStockEmail } from '../../rules/messages/emails/waitlist.ts'
import {
  NEXT_AFTER_HOURS,
  NOTIFIED_PER_UNIT,
  STEADY_MINUTES,
} from '../../rules/waitlist/waitlist.ts'
import { availableUnits } from '../stock/availability.ts'
import { isBack, waitlistPaths, waits } from './waiting.ts'

type WaitlistShop = Pick<Shop, 'db' | 'jobs' | 'config'>

/** The most emails at a time for a variant whose stock is not counted. */
const A_BATCH = 1000

const byEmail = and(waits, isNotNull(requests.email))

/** Whether the variant was in stock throughout the last minutes, by the ledger, whichever way its units came. */
const isSteady = sql`not exists (
  select from (
    select ${variants.inventory} - sum(m.quantity) over (order by m.id desc) as before
    from stock_movements m where m.variant_id = ${variants.id} and m.created_at > now() - make_interval(mins => ${STEADY_MINUTES})
  ) moved where before <= 0)`

/**
 * Notifies customers by email that a variant is back in stock (docs/product.md, Back in stock), the first to ask first,
 * a few for each unit; the next ones a day later. Each customer once, however many jobs run at the same time.
 */
export async function notifyWaiting(shop: WaitlistShop) {
  const back = await shop.db
    .select({
      variantId: variants.id,
      size: variants.size,
      color: variants.color,
      product: products.name,
      slug: products.slug,
      price: products.price,
      units: sql<number | null>`case when ${products.trackInventory} then ${availableUnits} end`,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      and(
        inArray(
          variants.id,
          shop.db.select({ id: requests.variantId }).from(requests).where(byEmail),
        ),
        isBack,
        sql`(not ${products.trackInventory} or ${isSteady})`,
      ),
    )
  for (const one of back) await notifyFor(shop, one)
}

type Back = Choice & {
  variantId: string
  product: string
  slug: string
  price: number
  /** Null when units are not counted. */
  units: number | null
}

async function notifyFor({ db, jobs, config }: WaitlistShop, back: Back) {
  const { variantId, slug, units, ...what } = back
  await db.transaction(async (db) => {
    // In turn: two jobs at once would count the same notified customers.
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tell ${variantId}`}, 0))`)
    const notified = await db.$count(
      requests,
      sql`${requests.variantId} = ${variantId} and ${requests.email} is not null
        and ${requests.toldAt} > now() - make_interval(hours => ${NEXT_AFTER_HOURS})`,
    )
    const rest = units === null ? A_BATCH : units * NOTIFIED_PER_UNIT - notified
    if (rest <= 0) return
    const next = await db
      .select({ id: requests.id, to: requests.email, token: requests.token })
      .from(requests)
      .where(and(eq(requests.variantId, variantId), byEmail))
      .orderBy(asc(requests.createdAt), asc(requests.id))
      .limit(rest)
      .for('update')
    if (next.length === 0) return
    const ids = next.map(({ id }) => id)
    await db.update(requests).set({ toldAt: sql`now()` }).where(inArray(requests.id, ids))
    const url = config.baseUrl + productPath(slug, what)
    const emails = next.flatMap(({ to, token }) => {
      const leaveUrl = config.baseUrl + waitlistPaths(token).leave
      return to === null ? [] : [{ data: backInStockEmail({ ...what, to, url, leaveUrl }) }]
    })
    await jobs.enqueueAll(db, 'send-email', emails)
  })
}
