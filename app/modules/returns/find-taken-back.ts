import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { refunds, returns } from '../../db/tables.server.ts'
import { linesOfReturns } from './request-return.ts'
import type { TakenBackAtTill } from './take-back-at-till.ts'

/**
 * The sum, in kwacha, that the return of this id refunded; null when it is not what is asked. A till whose first answer
 * was lost pays out what is confirmed here, so nothing is confirmed that was not recorded.
 */
export async function findTakenBack(
  db: Tx,
  { id, orderId, refund, lines }: TakenBackAtTill,
): Promise<number | null> {
  const [made] = await db
    .select({ amount: refunds.amount })
    .from(returns)
    .innerJoin(refunds, eq(refunds.id, returns.refundId))
    .where(and(eq(returns.id, id), eq(returns.orderId, orderId)))
  const items = await linesOfReturns(db, [id])
  const isSame =
    items.length === lines.length &&
    items.every(({ orderItemId, quantity, restocked }) =>
      lines.some(
        (line) =>
          line.lineId === orderItemId &&
          line.quantity === quantity &&
          restocked === (line.isRestocked ? quantity : 0),
      ),
    )
  return made?.amount === refund && isSame ? refund : null
}
