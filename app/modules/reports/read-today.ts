import { sql } from 'drizzle-orm'
import {
  orders,
  posReturns,
  posSales,
  refunds,
  shortSaleEnds,
  voucherRefunds,
} from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Takings } from '../../rules/reports/day-sums.ts'
import { startOf } from './shop-days.ts'

const KINDS = ['placed', 'paid', 'refunded', 'till', 'returned'] as const
export type Period = Record<(typeof KINDS)[number], Takings>

type Sums = {
  kind: (typeof KINDS)[number] | 'rest' | 'cash'
  today: number
  todayAmount: number
  week: number
  weekAmount: number
}

/**
 * Orders and till sales of today and of this week (from Monday), in the shop's time zone. `placed` are the orders made
 * in that time, paid or not. `paid` are orders paid in that time, except cancelled ones and those that cost nothing,
 * as exchanges. `refunded` is what was given back of orders that still count as sold, without what was paid above
 * their totals; also of cancelled exchanges, whose money counts as sold with the order that they exchange. `till` are
 * completed till sales, on the day they were sold, with what came for them; the rest of a sale that was not paid whole
 * adds to the amount of the day on which it was taken. `returned` is what was given back for returns in that time,
 * whenever the items were sold: the till's takings are the difference. `cash` is what today's till sales, vouchers
 * included, were paid in cash, and what was taken of such rests, less cash given back for returns, refunds of orders
 * and of vouchers, and sales that were called off.
 */
export async function readToday({
  db,
  now,
}: Pick<Shop, 'db' | 'now'>): Promise<{ today: Period; week: Period; cash: number }> {
  const day = startOf('day', now())
  const week = startOf('week', now())
  // One pass over this week's rows of each kind, which include today's.
  const { rows } = await db.execute<Sums>(sql`
    select kind, count(*) filter (where at >= ${day})::int as today, coalesce(sum(amount) filter (where at >= ${day}), 0)::bigint as "todayAmount",
      count(*)::int as week, coalesce(sum(amount), 0)::bigint as "weekAmount"
    from (
      select 'placed' as kind, created_at as at, total_amount as amount from ${orders} where created_at >= ${week}
      union all
      select 'paid', paid_at, total_amount from ${orders} where paid_at >= ${week} and status <> 'cancelled'
        and total_amount > 0
      union all
      select 'refunded', r.ended_at, r.amount - r.surplus from ${refunds} r join ${orders} o on o.id = r.order_id
        where r.status = 'done' and r.ended_at >= ${week} and r.amount > r.surplus
        and (o.status <> 'cancelled' or o.covered_amount > 0)
      union all
      select 'till', created_at, total_amount - unpaid_amount - later_cash_amount from ${posSales} where created_at >= ${week} and payment_status = 'completed'
        and voucher_amount = 0
      union all
      select 'rest', ended_at, amount from ${shortSaleEnds} where outcome = 'rest-taken' and ended_at >= ${week}
      union all
      select 'returned', at, refund_amount from ${posReturns} where at >= ${week}
      union all
      select 'cash', created_at, cash_amount from ${posSales} where created_at >= ${day} and payment_status = 'completed'
      union all
      select 'cash', at, credit_amount - refund_amount from ${posReturns} where at >= ${day}
      union all
      select 'cash', ended_at, -amount from ${refunds} where status = 'done' and way = 'cash' and ended_at >= ${day}
      union all
      select 'cash', ended_at, -amount from ${voucherRefunds} where status = 'done' and way = 'cash' and ended_at >= ${day}
      union all
      select 'cash', ended_at, case outcome when 'rest-taken' then amount else -amount end from ${shortSaleEnds}
        where way = 'cash' and ended_at >= ${day}
    ) moved group by kind`)
  const rowOf = (kind: Sums['kind']) => rows.find((sums) => sums.kind === kind)
  const period = (of: 'today' | 'week') => {
    const takings = (kind: Sums['kind']): Takings => {
      const row = rowOf(kind)
      return { count: row?.[of] ?? 0, amount: row?.[`${of}Amount`] ?? 0 }
    }
    const till = takings('till')
    return {
      placed: takings('placed'),
      paid: takings('paid'),
      refunded: takings('refunded'),
      till: { ...till, amount: till.amount + takings('rest').amount },
      returned: takings('returned'),
    }
  }
  return { today: period('today'), week: period('week'), cash: rowOf('cash')?.todayAmount ?? 0 }
}
