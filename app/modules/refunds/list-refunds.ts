import { asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/open.server.ts'
import { creditMovements, credits, refunds, users } from '../../db/tables.server.ts'
import { MOST_REFUNDS, type OrderMoney } from '../../rules/refunds/refunds.ts'
import { readMoney, readRefundedUnits } from './read-money.ts'

const approvers = alias(users, 'approvers')

const COLUMNS = {
  id: refunds.id,
  status: refunds.status,
  way: refunds.way,
  amount: refunds.amount,
  reason: refunds.reason,
  createdAt: refunds.createdAt,
  endedAt: refunds.endedAt,
}

/** All refunds of an order as staff see them, oldest first, with what came for it and what can still be given back. */
export async function listRefunds(db: Db, orderId: string) {
  const [rows, money, units] = await Promise.all([
    db
      .select({
        ...COLUMNS,
        note: refunds.note,
        reference: refunds.reference,
        credit: creditMovements.creditId,
        version: refunds.version,
        requestedBy: refunds.requestedBy,
        by: users.name,
        approvedBy: approvers.name,
      })
      .from(refunds)
      .innerJoin(users, eq(users.id, refunds.requestedBy))
      .leftJoin(approvers, eq(approvers.id, refunds.approvedBy))
      .leftJoin(creditMovements, eq(creditMovements.refundId, refunds.id))
      .where(eq(refunds.orderId, orderId))
      .orderBy(asc(refunds.createdAt), asc(refunds.id))
      .limit(MOST_REFUNDS),
    readMoney(db, orderId),
    readRefundedUnits(db, orderId),
  ])
  return { rows, money, units: Object.fromEntries(units) }
}
export type ListedRefunds = {
  rows: Awaited<ReturnType<typeof listRefunds>>['rows']
  money: OrderMoney & { delivery: number; covered: number; exchanged: number }
  /** Of lines, by their ids: for how many units money was given back. */
  units: Record<string, number>
}

/**
 * What its customer may know of the refunds of an order: those that were given. The codes of store credit are for its
 * account alone: who reads them can spend them.
 */
export async function listOwnRefunds(db: Db, orderId: string, withCodes = false) {
  const rows = await db
    .select({ ...COLUMNS, code: credits.code })
    .from(refunds)
    .leftJoin(creditMovements, eq(creditMovements.refundId, refunds.id))
    .leftJoin(credits, eq(credits.id, creditMovements.creditId))
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(MOST_REFUNDS)
  return rows.flatMap(({ id, status, way, amount, endedAt, code }) =>
    status === 'done' ? [{ id, way, amount, at: endedAt, code: withCodes ? code : null }] : [],
  )
}
export type OwnRefund = Awaited<ReturnType<typeof listOwnRefunds>>[number]
