import { type SQL, sql } from 'drizzle-orm'
import {
  credits,
  orderMessages,
  orders,
  posReturns,
  posSales,
  products,
  refunds,
  returns,
  reviews,
  shifts,
  troubles,
  unreadableTillEvents,
  variants,
  voucherPurchases,
  voucherRefunds,
  waitlistRequests,
} from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { WAITING } from '../orders/staff/list-admin-orders.ts'
import { LOW_STOCK } from '../stock/list-stock.ts'
import { isOutOfTouch, lastSeen } from '../till/shifts/out-of-touch.ts'
import { isToText } from '../waitlist/waiting.ts'
import { FAILED_EMAILS } from './list-refused-emails.ts'

/** Counts stop at this number. */
export const MOST_COUNTED = 100

const reviewed = (table: SQL, at: SQL) =>
  sql`select ${at} as at from ${table} where review_reasons <> '{}' and handled_at is null`
const ordersThat = (waiting: SQL, at = sql`created_at`) =>
  sql`select ${at} as at from ${orders} where ${waiting} order by ${at}`
const reviewsWith = (stars: SQL) =>
  sql`select created_at as at from ${reviews} where handled_at is null and ${stars} order by created_at`

/**
 * What waits for staff, in the order of a working day: rows with `at`, the time since when or until when each waits. A
 * new kind needs a line here and one in ui/admin/reports/work-rows.ts, which has its name and its link: the link must
 * list the same rows (tests/http/reports/work.test.ts).
 */
const workOf = (now: Date) =>
  ({
    // Failed emails are counted one by one, below.
    troubles: sql`select since as at from ${troubles} where ended_at is null and finding ->> 'code' <> 'emails-failed'`,
    'to-pack': ordersThat(WAITING.packing),
    'to-ship': ordersThat(WAITING.shipping),
    unpaid: ordersThat(WAITING.payment, sql`expires_at`),
    'orders-to-review': ordersThat(WAITING.review),
    refunds: sql`select min(at) as at from (
      select order_id, created_at as at from ${refunds} where status in ('awaiting', 'requested')
      union all select order_id, created_at from ${refunds} where status = 'failed') due group by order_id`,
    credit: sql`select created_at as at from ${credits} where status = 'awaiting'
      union all select created_at from ${voucherRefunds} where status = 'awaiting'
      union all select created_at from ${voucherPurchases} where review_reason is not null and handled_at is null`,
    returns: sql`select created_at as at from ${returns} where status in ('requested', 'received', 'inspected') order by created_at`,
    'till-to-review': sql`${reviewed(sql`${posSales}`, sql`created_at`)} union all ${reviewed(sql`${posReturns}`, sql`at`)}
      union all select received_at from ${unreadableTillEvents}`,
    messages: sql`select min(created_at) as at from ${orderMessages} where is_waiting group by order_id`,
    'bad-reviews': reviewsWith(sql`stars <= 2`),
    reviews: reviewsWith(sql`stars > 2`),
    texts: sql`select min(${waitlistRequests.confirmedAt}) as at from ${waitlistRequests}
      join ${variants} on ${variants.id} = ${waitlistRequests.variantId} join ${products} on ${products.id} = ${variants.productId}
      where ${isToText} group by ${variants.id}`,
    'low-stock': sql`select null::timestamptz as at from ${LOW_STOCK}`,
    'failed-emails': sql`select completed_on as at from ${FAILED_EMAILS}`,
    'lost-tills': sql`select ${lastSeen} as at from ${shifts} where ${isOutOfTouch(now)}`,
  }) satisfies Record<string, SQL>

export type WorkKind = keyof ReturnType<typeof workOf>
/**
 * `count`: at most `MOST_COUNTED`. `at`: the oldest time, for unpaid orders the next to expire; null where a kind has
 * no time.
 */
export type WorkItem = { kind: WorkKind; count: number; at: Date | null }

/** How much waits of each kind; kinds with nothing waiting are left out. */
export async function countWork({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<WorkItem[]> {
  const kinds = Object.entries(workOf(now())).map(
    ([kind, rows]) => sql`select ${kind} as kind, count(*)::int as count, min(at) as at
      from (${rows} limit ${MOST_COUNTED}::int) waiting having count(*) > 0`,
  )
  const { rows } = await db.execute<Omit<WorkItem, 'at'> & { at: string | null }>(
    sql.join(kinds, sql` union all `),
  )
  return rows.map((row) => ({ ...row, at: row.at === null ? null : new Date(row.at) }))
}
