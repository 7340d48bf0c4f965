import { sql } from 'drizzle-orm'
import { orders, posReturns, posSales, refunds, shortSaleEnds } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { dayOf, startOfLastDays } from './shop-days.ts'

const DAYS = 30

/** `day` is `2026-11-20` in the shop's time zone; amounts in whole kwacha. */
export type SalesOfDay = {
  day: string
  online: number
  onlineCount: number
  till: number
  tillCount: number
}

/**
 * Sales of each of the last 30 days, oldest first, including days without any: orders that were paid (orders that cost
 * nothing do not count) and what came for completed till sales, less what was given back of either on that day (the
 * amounts may be below 0). The rest of a till sale that was not paid whole counts on the day on which it was taken. The
 * counts are of sales only.
 */
export async function readSalesByDay({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<SalesOfDay[]> {
  const since = startOfLastDays(DAYS, now())
  const { rows } = await db.execute<SalesOfDay>(sql`
    with days as (
      select ${dayOf(since)} + n as day from generate_series(0, ${DAYS - 1}::int) n
    ), online as (
      select ${dayOf(sql`paid_at`)} as day, count(*) as count, sum(total_amount) as amount
      from ${orders} where paid_at >= ${since} and status <> 'cancelled' and total_amount > 0 group by 1
    ), refunded as (
      select ${dayOf(sql`r.ended_at`)} as day, sum(r.amount - r.surplus) as amount from ${refunds} r join ${orders} o on o.id = r.order_id
      where r.status = 'done' and r.ended_at >= ${since} and (o.status <> 'cancelled' or o.covered_amount > 0) group by 1
    ), till as (
      select ${dayOf(sql`created_at`)} as day, count(*) as count, sum(total_amount - unpaid_amount - later_cash_amount) as amount
      from ${posSales} where created_at >= ${since} and payment_status = 'completed' and voucher_amount = 0 group by 1
    ), rest as (
      select ${dayOf(sql`ended_at`)} as day, sum(amount) as amount
      from ${shortSaleEnds} where ended_at >= ${since} and outcome = 'rest-taken' group by 1
    ), back as (
      select ${dayOf(sql`at`)} as day, sum(refund_amount) as amount from ${posReturns} where at >= ${since} group by 1
    )
    select to_char(days.day, 'YYYY-MM-DD') as day, (coalesce(online.amount, 0) - coalesce(refunded.amount, 0))::bigint as online, coalesce(online.count, 0)::int as "onlineCount",
      (coalesce(till.amount, 0) + coalesce(rest.amount, 0) - coalesce(back.amount, 0))::bigint as till, coalesce(till.count, 0)::int as "tillCount"
    from days left join online using (day) left join refunded using (day) left join till using (day) left join rest using (day) left join back using (day) order by days.day`)
  return rows
}
