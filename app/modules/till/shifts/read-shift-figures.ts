import { sql } from 'drizzle-orm'
import { personName, tillName } from '../../../db/names.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { posReturns, posSales, returns, shiftCash, shifts } from '../../../db/tables.server.ts'
import type { PosPaymentMethod, PosPaymentStatus } from '../../../rules/payments/payments.ts'
import { type ShiftFigures, shiftFigures } from '../../../rules/till/till-cash.ts'

/** A shift with the names of its till and of who opened and closed it. */
export const SHIFT_COLUMNS = {
  id: shifts.id,
  till: tillName(shifts.tillId),
  openedAt: shifts.openedAt,
  openedBy: personName(shifts.openedBy),
  openingFloat: shifts.openingFloat,
  closedAt: shifts.closedAt,
  closedBy: personName(shifts.closedBy),
  countedTotal: shifts.countedTotal,
}

type Sums = {
  shiftId: string
  kind: 'sale' | 'return' | 'cash'
  cashierId: string
  method: PosPaymentMethod
  status: PosPaymentStatus
  count: number
  total: number
  discount: number
  cash: number
  credit: number
  voucher: number
  unpaid: number
  exchanges: number
  exchanged: number
}

/** The figures of these shifts by their ids, in one query however many shifts: sales of a kind come summed up. */
export async function readShiftFigures(
  db: Db,
  list: readonly { id: string; openingFloat: number; countedTotal: number | null }[],
): Promise<Map<string, ShiftFigures>> {
  const ids = sql`any(${sql.param(list.map(({ id }) => id))}::uuid[])`
  const { rows } = await db.execute<Sums>(sql`
    select shift_id as "shiftId", 'sale' as kind, cashier_id as "cashierId", payment_method as method, payment_status as status,
      count(*)::int as count, sum(total_amount)::bigint as total, sum(discount_amount)::bigint as discount, sum(cash_amount)::bigint as cash,
      sum(credit_amount)::bigint as credit, sum(voucher_amount)::bigint as voucher, sum(unpaid_amount + later_cash_amount)::bigint as unpaid, 0 as exchanges, 0::bigint as exchanged
    from ${posSales} where shift_id = ${ids} group by shift_id, cashier_id, payment_method, payment_status, voucher_amount > 0
    union all
    select shift_id, 'return', cashier_id, null, null, count(*)::int, sum(refund_amount)::bigint, 0, 0, sum(credit_amount)::bigint, 0, 0,
      count(*) filter (where exchange_amount > 0)::int,
      -- What a code carries over is reserved under the return's id, and no cash.
      sum(exchange_amount - coalesce((select amount from credit_reserves where id = pos_returns.id), 0))::bigint
    from ${posReturns} where shift_id = ${ids} group by shift_id, cashier_id
    union all
    select shift_id, 'cash', null, null, null, count(*)::int, sum(amount)::bigint, 0, 0, 0, 0, 0, count(exchanged)::int, coalesce(sum(exchanged), 0)::bigint
    from (
      select c.shift_id, c.amount, case when s.cash_amount > 0 then least(-c.amount, s.cash_amount) end as exchanged from ${shiftCash} c
      -- What came back of an order, out by the books, and the sale that it has paid.
      left join ${returns} r on r.refund_id = c.id
      left join ${posSales} s on s.id = r.till_sale_id and s.payment_status = 'completed'
      where c.shift_id = ${ids}
    ) moved group by shift_id, amount > 0`)
  return new Map(
    list.map(({ id, openingFloat, countedTotal }) => {
      const own = rows.filter(({ shiftId }) => shiftId === id)
      const of = (kind: Sums['kind']) => own.filter((row) => row.kind === kind)
      const figures = shiftFigures(
        { float: openingFloat, counted: countedTotal },
        of('sale').map((row) => ({
          cashierId: row.cashierId,
          paymentMethod: row.method,
          paymentStatus: row.status,
          count: row.count,
          totalAmount: row.total,
          discountAmount: row.discount,
          cashAmount: row.cash,
          creditAmount: row.credit,
          voucherAmount: row.voucher,
          unpaidAmount: row.unpaid,
        })),
        of('return').map(({ total, credit, ...row }) => ({
          ...row,
          refund: total,
          creditAmount: credit,
        })),
        of('cash').map(({ total, exchanges, exchanged }) => ({
          amount: total,
          exchanges,
          exchanged,
        })),
      )
      return [id, figures]
    }),
  )
}
