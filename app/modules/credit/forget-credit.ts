import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import { isOlderThan } from '../../db/older-than.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import {
  creditMovements,
  creditReserves,
  credits,
  orders,
  posSales,
  refunds,
} from '../../db/tables.server.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'

/** Whose codes: those of an account, or those sent to an address. */
type Whose = { userId?: string; email: string | null }

const isOf = ({ userId, email }: Whose) =>
  or(
    userId ? eq(credits.userId, userId) : undefined,
    email ? eq(credits.email, email.trim().toLowerCase()) : undefined,
  ) ?? sql`false`

/** The personal data of a code, erased. The code and its balance stay, because they belong to whoever has it. */
const NOBODY = { userId: null, email: null, reason: null }

/** Erases a person from their codes; returns the ids. */
export async function forgetCredits(db: Tx, whose: Whose): Promise<string[]> {
  const gone = await db.update(credits).set(NOBODY).where(isOf(whose)).returning({ id: credits.id })
  return gone.map(({ id }) => id)
}

/** Does so for one code after a restore; false when there is none with this id. */
export async function forgetCredit(db: Tx, id: string): Promise<boolean> {
  const gone = await db
    .update(credits)
    .set(NOBODY)
    .where(eq(credits.id, id))
    .returning({ id: credits.id })
  return gone.length > 0
}

/** Erases people from a batch of codes past the retention time; returns how many codes. */
export async function forgetOldCredits(db: Db, limit: number): Promise<number> {
  const isNamed = sql`num_nonnulls(${credits.userId}, ${credits.email}, ${credits.reason}) > 0`
  const old = db
    .select({ id: credits.id })
    .from(credits)
    .where(and(isOlderThan(credits.createdAt, RETENTION.orderCustomers), isNamed))
    .limit(limit)
  return (await db.update(credits).set(NOBODY).where(inArray(credits.id, old))).rowCount ?? 0
}

/** How many codes belong to an account or were sent to an address. */
export const countCredits = (db: Db, whose: Whose) => db.$count(credits, isOf(whose))

/**
 * A person's codes under plain names (docs/privacy.md, What the file says), oldest first; without whole codes, so that
 * the file spends none.
 */
export async function exportCredits(db: Db, whose: Whose) {
  const rows = await db
    .select({
      id: credits.id,
      code_ends_in: sql<string>`right(${credits.code}, 4)`,
      ...columnsOf(credits, 'kind', 'status', 'amount', 'balance'),
      sent_to: credits.email,
      reason: credits.reason,
      issued_at: credits.createdAt,
    })
    .from(credits)
    .where(isOf(whose))
    .orderBy(credits.createdAt, credits.id)
  const ids = rows.map(({ id }) => id)
  const moves = ids.length
    ? await db
        .select({
          creditId: creditMovements.creditId,
          at: creditMovements.createdAt,
          kind: creditMovements.kind,
          amount: creditMovements.amount,
          order: orders.orderNumber,
          sale_at_till: posSales.saleNumber,
        })
        .from(creditMovements)
        .leftJoin(refunds, eq(refunds.id, creditMovements.refundId))
        .leftJoin(
          orders,
          sql`${orders.id} = coalesce(${creditMovements.orderId}, ${refunds.orderId})`,
        )
        .leftJoin(creditReserves, eq(creditReserves.id, creditMovements.reserveId))
        .leftJoin(posSales, eq(posSales.id, creditReserves.posSaleId))
        .where(inArray(creditMovements.creditId, ids))
        .orderBy(creditMovements.id)
    : []
  return rows.map(({ id, ...row }) => ({
    ...row,
    movements: moves
      .filter(({ creditId }) => creditId === id)
      .map(({ creditId: _, ...move }) => move),
  }))
}
