import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { creditMovements, credits, refunds } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { readCreditCode } from '../../rules/credit/credit.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { HOLDING_STATUSES } from '../../rules/refunds/refunds.ts'
import { takeCodeGuess } from '../discounts/try-code.ts'
import { lockCredit } from './lock-credit.ts'

export type Spendable = { id: string; code: string; balance: number }
export type CreditRefusal = Refusal<'credit-invalid' | 'credit-blocked' | 'credit-empty'>

/** Finds a code as typed, if it can be spent. */
export async function findSpendable(
  db: Db | Tx,
  text: string,
): Promise<{ ok: true; credit: Spendable } | CreditRefusal> {
  const code = readCreditCode(text)
  const [row] =
    code === ''
      ? []
      : await db
          .select({
            ...columnsOf(credits, 'id', 'code', 'balance', 'status'),
          })
          .from(credits)
          .where(eq(credits.code, code))
  if (!row || row.status === 'awaiting' || row.status === 'cancelled')
    return { ok: false, reason: 'credit-invalid' }
  if (row.status === 'blocked') return { ok: false, reason: 'credit-blocked' }
  if (row.balance === 0) return { ok: false, reason: 'credit-empty' }
  const { status: _, ...credit } = row
  return { ok: true, credit }
}

/** The same for a customer: a wrong code counts as a guess, together with guesses at discount codes. */
export async function tryCredit(
  shop: Pick<Shop, 'db' | 'rateLimiter'>,
  userId: string,
  text: string,
): Promise<{ ok: true; credit: Spendable } | CreditRefusal | Refusal<'too-many-attempts'>> {
  const guess = await takeCodeGuess(shop, userId)
  if (!guess.ok) return guess
  const found = await findSpendable(shop.db, text)
  if (found.ok || found.reason !== 'credit-invalid') await guess.giveBack()
  return found
}

type Spending = { creditId: string; orderId: string; amount: number; byUser: string | null }

/**
 * Pays an amount (kwacha) of a written order with a code. Locks the code, so that of many orders at once it pays only
 * as many as it has money for.
 */
export async function spendCredit(
  db: Tx,
  { creditId, orderId, amount, byUser }: Spending,
): Promise<{ ok: true } | Refusal<'credit-changed'>> {
  const credit = await lockCredit(db, creditId)
  const left = credit?.status === 'active' ? credit.balance : 0
  if (left < amount) return { ok: false, reason: 'credit-changed', amount: left }
  await db
    .insert(creditMovements)
    .values({ creditId, kind: 'spent', amount: -amount, orderId, byUser })
  return { ok: true }
}

/** How much of an order store credit currently pays, in kwacha. */
export async function readCreditOf(db: Db | Tx, orderId: string): Promise<number> {
  const [held] = await db
    .select({ amount: sql<number>`coalesce(-sum(${creditMovements.amount}), 0)`.mapWith(Number) })
    .from(creditMovements)
    .where(eq(creditMovements.orderId, orderId))
  return held?.amount ?? 0
}

/** A locked order has ended: gives back what a code paid of it, less what refunds have given back or are about to. */
export async function giveBackCredit(db: Tx, orderId: string, byUser: string | null) {
  const held = await readCreditOf(db, orderId)
  if (held === 0) return
  const amount = Math.min(held, await readLeft(db, orderId))
  const creditId = await creditOf(db, orderId)
  if (amount <= 0 || !creditId) return
  await db.insert(creditMovements).values({ creditId, kind: 'given-back', amount, orderId, byUser })
}

/** A locked order is active again: its code pays it again. Refuses when the code no longer holds enough. */
export async function spendAgain(
  db: Tx,
  { id: orderId, creditAmount }: { id: string; creditAmount: number },
  byUser: string | null,
): Promise<{ ok: true } | Refusal<'order-credit-gone'>> {
  const amount = creditAmount - (await readCreditOf(db, orderId))
  const creditId = await creditOf(db, orderId)
  if (amount === 0 || !creditId) return { ok: true }
  const spent = await spendCredit(db, { creditId, orderId, amount, byUser })
  return spent.ok ? spent : { ok: false, reason: 'order-credit-gone', amount, left: spent.amount }
}

/** What came for an order, store credit included, less what was refunded or is about to be. */
async function readLeft(db: Tx, orderId: string) {
  const { rows } = await db.execute<{ left: number }>(sql`
    select (order_came(${orderId}) - coalesce((select sum(${refunds.amount}) from ${refunds}
      where ${refunds.orderId} = ${orderId} and ${inArray(refunds.status, [...HOLDING_STATUSES])}), 0))::int as left`)
  return rows[0]?.left ?? 0
}

async function creditOf(db: Db | Tx, orderId: string) {
  const [move] = await db
    .select({ creditId: creditMovements.creditId })
    .from(creditMovements)
    .where(and(eq(creditMovements.orderId, orderId), eq(creditMovements.kind, 'spent')))
    .limit(1)
  return move?.creditId
}

/** The code that paid an order, if it can still be spent: for whoever placed that order. */
export async function findUnspent(db: Db, orderId: string) {
  const creditId = await creditOf(db, orderId)
  if (!creditId) return null
  const [credit] = await db
    .select({ code: credits.code, balance: credits.balance })
    .from(credits)
    .where(and(eq(credits.id, creditId), eq(credits.status, 'active'), gt(credits.balance, 0)))
  return credit ?? null
}
