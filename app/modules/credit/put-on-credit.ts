import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { creditMovements, credits, refunds } from '../../db/tables.server.ts'
import { newCreditCode } from '../../rules/credit/credit.ts'
import { LARGEST_TOTAL } from '../../rules/money.ts'
import { lockCredits } from './lock-credit.ts'

export type Credit = typeof credits.$inferSelect

type RefundOnCredit = {
  refundId: string
  amount: number
  /** Locked, so that refunds of one order wait for each other. */
  order: { id: string; userId: string; email: string; anonymizedAt: Date | null }
  byUser: string
}

/**
 * Puts a refund on the code that an earlier refund of the same order made, or on a new one. Never on the code that
 * paid the order, because somebody else may have that code.
 */
export async function putRefundOnCredit(
  db: Tx,
  { refundId, amount, order, byUser }: RefundOnCredit,
): Promise<{ id: string; code: string; balance: number }> {
  const credit = (await topUp(db, order.id, amount)) ?? (await makeFor(db, order, amount, byUser))
  await db
    .insert(creditMovements)
    .values({ creditId: credit.id, kind: 'issued', amount, refundId, byUser })
  return { ...credit, balance: credit.balance + amount }
}

const MADE = { id: credits.id, code: credits.code, balance: credits.balance }

async function topUp(db: Tx, orderId: string, amount: number) {
  const made = await db
    .selectDistinct({ id: creditMovements.creditId })
    .from(creditMovements)
    .innerJoin(refunds, eq(refunds.id, creditMovements.refundId))
    .where(eq(refunds.orderId, orderId))
  const codes = await lockCredits(
    db,
    made.map(({ id }) => id),
  )
  // A blocked code that is allowed again stands beside the one that was made meanwhile: one of them gets the movement.
  const one = codes.find(
    (code) => code.status === 'active' && code.amount <= LARGEST_TOTAL - amount,
  )
  if (!one) return undefined
  const [credit] = await db
    .update(credits)
    .set({ amount: sql`${credits.amount} + ${amount}` })
    .where(eq(credits.id, one.id))
    .returning(MADE)
  return credit
}

async function makeFor(db: Tx, order: RefundOnCredit['order'], amount: number, byUser: string) {
  const isNamed = order.anonymizedAt === null
  const [credit] = await db
    .insert(credits)
    .values({
      id: randomUUID(),
      code: newCreditCode(),
      kind: 'return',
      status: 'active',
      amount,
      userId: isNamed ? order.userId : null,
      email: isNamed ? order.email : null,
      requestedBy: byUser,
    })
    .returning(MADE)
  if (!credit) throw new Error('a credit was not written')
  return credit
}

/** The code that a refund was put on; null when it went another way or still waits. */
export async function findCodeOfRefund(db: Tx, refundId: string): Promise<string | null> {
  const [credit] = await db
    .select({ code: credits.code })
    .from(creditMovements)
    .innerJoin(credits, eq(credits.id, creditMovements.creditId))
    .where(eq(creditMovements.refundId, refundId))
  return credit?.code ?? null
}
