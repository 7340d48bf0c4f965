import { and, eq, ne, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { personName } from '../../../db/names.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import { credits, posSales, voucherRefunds } from '../../../db/tables.server.ts'

/** As a column of a query of codes: whether it is a voucher that was paid, on the web or at the till. */
const isPaid = sql<boolean>`(credits.kind = 'voucher' and (credits.purchase_id is not null or exists (
  select from ${posSales} sale where sale.id = credits.id and sale.voucher_amount > 0 and sale.payment_status = 'completed')))`

/** Whether a code is a voucher that was paid, on the web or at the till. */
export async function isPaidVoucher(db: Tx, creditId: string): Promise<boolean> {
  const [row] = await db.select({ isPaid }).from(credits).where(eq(credits.id, creditId))
  return row?.isPaid === true
}

/**
 * Whether a staff member bought a voucher or received it; where anybody else runs the shop, also whether its email
 * address or phone number is theirs, or they sold it. The database refuses a refund by the same function.
 */
const isOwn = (creditId: string, userId: string) =>
  sql<boolean>`is_own_voucher(${creditId}::uuid, ${userId}::uuid)`

/** Whether a voucher is this person's own, so that they may not refund it alone. */
export async function isOwnVoucher(db: Tx, creditId: string, userId: string): Promise<boolean> {
  const { rows } = await db.execute<{ own: boolean }>(sql`select ${isOwn(creditId, userId)} as own`)
  return rows[0]?.own === true
}

/**
 * Of a code, in one query: whether its money can be refunded here, whether it is the person's own, and its refund that
 * is requested or done.
 */
export async function findVoucherRefund(db: Db, creditId: string, userId: string) {
  const [row] = await db
    .select({
      isPaid,
      isOwn: isOwn(creditId, userId),
      refund: {
        ...columnsOf(voucherRefunds, 'id', 'status', 'way', 'amount', 'reason', 'reference'),
        ...columnsOf(voucherRefunds, 'requestedBy', 'endedAt', 'version'),
        by: personName(voucherRefunds.requestedBy),
        approvedBy: personName(voucherRefunds.approvedBy),
      },
    })
    .from(credits)
    .leftJoin(
      voucherRefunds,
      and(eq(voucherRefunds.creditId, credits.id), ne(voucherRefunds.status, 'cancelled')),
    )
    .where(eq(credits.id, creditId))
  return row ?? null
}
export type VoucherRefundOf = NonNullable<Awaited<ReturnType<typeof findVoucherRefund>>>
