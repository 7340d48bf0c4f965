import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { payments, voucherPurchases } from '../../../db/tables.server.ts'
import { ATTEMPT_COLUMNS } from '../../payments/payments.ts'

const MOST = 50

/**
 * Voucher purchases on the web that are being paid or are under review: those under review first, then
 * the newest; at most 50.
 */
export async function listPurchasesToSee(db: Db) {
  const { status, reviewReason, handledAt, createdAt, id } = voucherPurchases
  const isToSee = and(isNotNull(reviewReason), isNull(handledAt))
  const rows = await db
    .select(
      columnsOf(
        voucherPurchases,
        'id',
        'status',
        'amount',
        'buyerName',
        'buyerEmail',
        'buyerPhone',
        'recipientName',
        'recipientEmail',
        'message',
        'reviewReason',
        'handledAt',
        'expiresAt',
        'createdAt',
      ),
    )
    .from(voucherPurchases)
    .where(or(eq(status, 'pending'), isToSee))
    .orderBy(desc(sql`(${isToSee})`), desc(createdAt), desc(id))
    .limit(MOST)
  const attempts = rows.length
    ? await db
        .select({ ...ATTEMPT_COLUMNS, purchaseId: payments.voucherPurchaseId })
        .from(payments)
        .where(
          inArray(
            payments.voucherPurchaseId,
            rows.map((row) => row.id),
          ),
        )
        .orderBy(asc(payments.createdAt))
        .limit(MOST * 10)
    : []
  return rows.map((row) => ({
    ...row,
    // A handled purchase may still wait for its money.
    reviewReason: row.handledAt ? null : row.reviewReason,
    attempts: attempts.filter(({ purchaseId }) => purchaseId === row.id),
  }))
}
export type PurchaseToSee = Awaited<ReturnType<typeof listPurchasesToSee>>[number]
