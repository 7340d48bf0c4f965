import { desc, eq } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { payments } from '../../../db/tables.server.ts'
import type { PosPaymentStatus } from '../../../rules/payments/payments.ts'
import type { TillSale, TillSaleState } from '../../../rules/till/till-payment.ts'

/** All attempts to pay a sale, the newest first. */
export const listAttempts = (db: Db, saleId: string) =>
  db
    .select(columnsOf(payments, 'status', 'amount', 'checkoutUrl'))
    .from(payments)
    .where(eq(payments.posSaleId, saleId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(50)
type Attempt = Awaited<ReturnType<typeof listAttempts>>[number]

/** How a sale stands, by its own status and its attempts to pay. */
export function stateOf(
  status: PosPaymentStatus,
  unpaid: number,
  attempts: Attempt[],
): TillSaleState {
  // Late money came without the sale's cash or without its return: the items stay at the till.
  if (status === 'completed') return unpaid > 0 ? 'held' : 'paid'
  if (attempts.some((attempt) => attempt.status === 'mismatch')) return 'held'
  return status === 'pending' ? 'waiting' : 'given-up'
}

/** What the till is told of the payment. */
export function toPaymentView(attempts: Attempt[], state: TillSaleState): TillSale['payment'] {
  const [newest] = attempts
  if (!newest) return null
  const isIn = state === 'waiting' && attempts.some(({ status }) => status === 'paid')
  return {
    amount: newest.amount,
    checkoutUrl: state === 'waiting' && !isIn ? newest.checkoutUrl : null,
    hasFailedTry: newest.status === 'failed' && !isIn,
    pages: attempts.filter(({ checkoutUrl }) => checkoutUrl).length,
    isIn,
  }
}
