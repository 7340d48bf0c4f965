import { and, asc, eq, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { creditMovements, creditReserves } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import { MOST_FORGOTTEN } from '../../../platform/jobs.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import { creditLabel } from '../../../rules/credit/credit.ts'
import { RESERVE_STEPS, type ReserveActor } from '../../../rules/credit/reserve.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { lockCredit } from '../lock-credit.ts'

type Ender = Exclude<ReserveActor, 'sale'>

/** What a reserve currently takes from its code, in kwacha. */
export async function readHeld(db: Db | Tx, reserveId: string): Promise<number> {
  const [held] = await db
    .select({ amount: sql<number>`coalesce(-sum(${creditMovements.amount}), 0)`.mapWith(Number) })
    .from(creditMovements)
    .where(eq(creditMovements.reserveId, reserveId))
  return held?.amount ?? 0
}

/** Ends a reserve whose code is locked, where its table allows this actor to; returns what went back on the code. */
export async function endLocked(db: Tx, id: string, by: Ender, byUser: string | null) {
  const [reserve] = await db
    .select()
    .from(creditReserves)
    .where(eq(creditReserves.id, id))
    .for('update')
  const to = reserve && RESERVE_STEPS[by][reserve.status]
  if (!reserve || !to) return 0
  const amount = await readHeld(db, id)
  const { creditId } = reserve
  if (amount > 0)
    await db
      .insert(creditMovements)
      .values({ creditId, kind: 'given-back', amount, reserveId: id, byUser })
  await db.update(creditReserves).set({ status: to }).where(eq(creditReserves.id, id))
  return amount
}

async function endOne(db: Tx, id: string, creditId: string, by: Ender, byUser: string | null) {
  await lockCredit(db, creditId)
  return endLocked(db, id, by, byUser)
}

/**
 * Ends a reserve of this device: its code was removed from the cart. Does nothing for another device's reserve,
 * or one that has ended.
 */
export const endOwnReserve = (db: Db, id: string, by: { userId: string; deviceId: string }) =>
  db.transaction(async (db) => {
    const [reserve] = await db
      .select({ creditId: creditReserves.creditId })
      .from(creditReserves)
      .where(and(eq(creditReserves.id, id), eq(creditReserves.deviceId, by.deviceId)))
    if (reserve) await endOne(db, id, reserve.creditId, 'cashier', by.userId)
  })

/**
 * Staff end what a lost till holds of a code. Does nothing when the reserve has ended. A sale that has come keeps what
 * it took. A sale that comes later is not refused: it takes what is left (`takeForSale`).
 */
export const endReserveByStaff = (
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ ok: true } | Refusal<'not-found' | 'credit-reserve-used'>> =>
  transact(db, async (db): Promise<{ ok: true } | Refusal<'not-found' | 'credit-reserve-used'>> => {
    const [reserve] = await db
      .select({ creditId: creditReserves.creditId })
      .from(creditReserves)
      .where(eq(creditReserves.id, id))
    const credit = reserve && (await lockCredit(db, reserve.creditId))
    if (!credit) return { ok: false, reason: 'not-found' }
    const amount = await endLocked(db, id, 'staff', actor.userId)
    if (amount > 0) {
      const label = creditLabel(credit.code)
      const after = { amount }
      const change = { entity: 'credit', entityId: credit.id, label, after } as const
      await recordAudit(db, actor, { action: 'reserve ended', ...change })
      return { ok: true }
    }
    const isUsed = and(eq(creditReserves.id, id), eq(creditReserves.status, 'used'))
    if ((await db.$count(creditReserves, isUsed)) > 0)
      return { ok: false, reason: 'credit-reserve-used' }
    return { ok: true }
  })

/** Ends the reserves of a shift that is closed and whose sales have come. */
export async function endReservesOfShift(db: Tx, shiftId: string, byUser: string | null) {
  const held = await db
    .select({ id: creditReserves.id, creditId: creditReserves.creditId })
    .from(creditReserves)
    .where(and(eq(creditReserves.shiftId, shiftId), eq(creditReserves.status, 'held')))
    .orderBy(asc(creditReserves.creditId))
  for (const { id, creditId } of held) await endOne(db, id, creditId, 'shift', byUser)
}

/**
 * Ends a reserve whose time is over because its device has not reported. Before that time, the job is enqueued again.
 */
export async function endOverdue(shop: Services, reserveId: string): Promise<void> {
  const [reserve] = await shop.db
    .select()
    .from(creditReserves)
    .where(and(eq(creditReserves.id, reserveId), eq(creditReserves.status, 'held')))
  if (!reserve) return
  const afterSeconds = (reserve.expiresAt.getTime() - shop.now().getTime()) / 1000
  if (afterSeconds > 0)
    return shop.jobs.enqueue(shop.db, 'end-credit-reserve', { reserveId }, { afterSeconds })
  await shop.db.transaction(async (db) => endOne(db, reserveId, reserve.creditId, 'timer', null))
}

/** Enqueues overdue reserves again whose jobs were lost. Called every night. */
export async function endForgotten({ db, jobs, now }: Services): Promise<void> {
  const overdue = await db
    .select({ reserveId: creditReserves.id })
    .from(creditReserves)
    .where(and(eq(creditReserves.status, 'held'), lt(creditReserves.expiresAt, now())))
    .limit(MOST_FORGOTTEN)
  await jobs.enqueueAll(
    db,
    'end-credit-reserve',
    overdue.map((data) => ({ data })),
  )
}
