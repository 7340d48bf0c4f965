import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import {
  orderMessages,
  orders,
  posReturns,
  posSales,
  reviews,
  tallies,
  unreadableTillEvents,
  variants,
  waitlistRequests,
} from '../../db/tables.server.ts'

export type Counts = { products: number; orders: number; people: number }

/** How many products (archived ones apart), orders and people there are, from tallies kept by triggers. */
export async function readCounts(db: Db): Promise<Counts> {
  const rows = await db
    .select({ name: tallies.name, count: sql<number>`sum(${tallies.count})::int` })
    .from(tallies)
    .groupBy(tallies.name)
  const counts: Counts = { products: 0, orders: 0, people: 0 }
  for (const { name, count } of rows) counts[name] = count
  return counts
}

/** More than this are not counted one by one. */
export const MOST_COUNTED = 100

export type UnderReview = Record<
  'orders' | 'messages' | 'reviews' | 'badReviews' | 'till' | 'texts',
  number
>

const newReviews = sql`(select stars from ${reviews} where handled_at is null order by created_at desc, id desc limit ${MOST_COUNTED}::int) fresh`

/**
 * How many orders wait for a person's decision (paid late, underpaid, twice …), how many have a message of their customer
 * to answer, how many reviews nobody has answered or read (of them those with one or two stars), and how many events that
 * tills sent (reviewed sales and returns, what could not be read), and how many customers are to be texted that what
 * they wait for is there; of each at most `MOST_COUNTED`.
 */
export async function countUnderReview(db: Db): Promise<UnderReview> {
  const isUnderReview = sql`review_reasons <> '{}' and handled_at is null limit ${MOST_COUNTED}::int`
  const { rows } = await db.execute<UnderReview>(sql`
    select (select count(*)::int from (select from ${orders} where review_reason is not null limit ${MOST_COUNTED}::int) waiting) as orders,
      (select count(*)::int from (select distinct order_id from ${orderMessages} where is_waiting limit ${MOST_COUNTED}::int) waiting) as messages,
      (select count(*)::int from ${newReviews}) as reviews,
      (select count(*)::int from ${newReviews} where stars <= 2) as "badReviews",
      (select count(*)::int from (select from ${waitlistRequests} asked join ${variants} there on there.id = asked.variant_id and there.inventory > 0
        where asked.phone is not null and asked.confirmed_at is not null and asked.told_at is null and asked.left_at is null
        limit ${MOST_COUNTED}::int) waiting) as texts,
      least(${MOST_COUNTED}::int,
        (select count(*)::int from (select from ${posSales} where ${isUnderReview}) waiting)
        + (select count(*)::int from (select from ${posReturns} where ${isUnderReview}) waiting)
        + (select count(*)::int from (select from ${unreadableTillEvents} limit ${MOST_COUNTED}::int) waiting)) as till`)
  return rows[0] ?? { orders: 0, messages: 0, reviews: 0, badReviews: 0, till: 0, texts: 0 }
}
