import { and, eq, gte, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/open.server.ts'
import { orders, posSales } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { startOf } from './shop-days.ts'

/** How many, and their sum in whole kwacha. */
export type Takings = { count: number; amount: number }
export type Period = { placed: Takings; paid: Takings; till: Takings }

/**
 * Orders and till sales of today and of this week (Monday first), in the shop's time zone. An order is
 * sold on the day it was paid, unless cancelled; the till's sales are those whose money is in. `placed`
 * are the orders made in that time, paid or not.
 */
export async function readToday({
  db,
  now,
}: Pick<Shop, 'db' | 'now'>): Promise<{ today: Period; week: Period }> {
  const at = now()
  const [placed, paid, till] = await Promise.all([
    sumUp(db, orders, orders.createdAt, at),
    sumUp(db, orders, orders.paidAt, at, ne(orders.status, 'cancelled')),
    sumUp(db, posSales, posSales.createdAt, at, eq(posSales.paymentStatus, 'completed')),
  ])
  const period = (of: 'today' | 'week') => ({ placed: placed[of], paid: paid[of], till: till[of] })
  return { today: period('today'), week: period('week') }
}

/** One pass over this week's rows: the day's are among them. */
async function sumUp(
  db: Db,
  table: typeof orders | typeof posSales,
  stamp: PgColumn,
  now: Date,
  condition?: SQL,
): Promise<{ today: Takings; week: Takings }> {
  const isToday = sql`filter (where ${stamp} >= ${startOf('day', now)})`
  const [row] = await db
    .select({
      today: sql<number>`(count(*) ${isToday})::int`,
      todayAmount: sql<number>`coalesce(sum(${table.totalAmount}) ${isToday}, 0)::bigint`,
      week: sql<number>`count(*)::int`,
      weekAmount: sql<number>`coalesce(sum(${table.totalAmount}), 0)::bigint`,
    })
    .from(table)
    .where(and(gte(stamp, startOf('week', now)), condition))
  return {
    today: { count: row?.today ?? 0, amount: row?.todayAmount ?? 0 },
    week: { count: row?.week ?? 0, amount: row?.weekAmount ?? 0 },
  }
}
