import { and, eq, ne, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { personName } from '../../../db/names.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import { credits, posSales, voucherRefunds } from '../../../db/tables.server.ts'

/** As a column of a query of codes: it is a voucher whose money has come, on the web or at the till. */
const isPaid = sql<boolean>`(credits.kind = 'voucher' and (credits.purchase_id is not null or exists (
  select from ${posSales} sale where sale.id = credits.id and sale.voucher_amount > 0 and sale.payment_status = 'completed')))`

/** Whether the money of a code came, on the web or at the till. */
export async function isPaidVoucher(db: Tx, creditId: string): Promise<boolean> {
  const [row] = await db.select({ isPaid }).from(credits).where(eq(credits.id, creditId))
  return row?.isPaid === true
}

/**
 * Whether somebody of the staff has bought a voucher, or it was sent to them; and where anybody else runs the shop,
 * also by their email address or phone number, or because they have sold it. The database refuses a refund by the
 * same function.
 */
const isOwn = (creditId: string, userId: string) =>
  sql<boolean>`is_own_voucher(${creditId}::uuid, ${userId}::uuid)`

/** Whether a voucher is this person's own, who may not give its money back alone. */
export async function isOwnVoucher(db: Tx, creditId: string, userId: string): Promise<boolean> {
  const { rows } = await db.execute<{ own: boolean }>(sql`select ${isOwn(creditId, userId)} as own`)
  return rows[0]?.own === true
}

/**
 * Of a code: whether its money can go back here at all, whose it is, and the refund that is asked for or done;
 * in one query.
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
