import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { creditMovements, creditReserves, credits } from '../../../db/tables.server.ts'
import { readHeld } from './end-reserves.ts'
import { lockReserve, type Use } from './use-reserve.ts'

/**
 * Lets a code pay an exchange's sale with what it had paid of the returned items: the amount is given back and spent
 * again in one step, so that nobody spends it in between. Returns the amount, at most what the first sale still holds.
 * A sale without a till or shift gets those of the first sale. A blocked code carries its amount too and stays
 * blocked, because its balance does not change.
 */
export async function carryToSale(
  db: Tx,
  fromSaleId: string,
  { tillId, shiftId, ...use }: Use & { tillId: string | null; shiftId: string | null },
) {
  const { posSaleId, deviceId, byUser } = use
  const found = await lockReserve(db, eq(creditReserves.posSaleId, fromSaleId))
  const amount = found ? Math.min(use.amount, await readHeld(db, found.reserve.id)) : 0
  const isBlocked = found?.credit.status === 'blocked'
  if (!found || amount <= 0 || (!isBlocked && found.credit.status !== 'active')) return 0
  const cause = { creditId: found.credit.id, byUser }
  await db.insert(creditReserves).values({
    id: use.reserveId,
    status: 'used',
    amount,
    tillId: tillId ?? found.reserve.tillId,
    deviceId,
    cartId: posSaleId,
    shiftId: shiftId ?? found.reserve.shiftId,
    ...cause,
    posSaleId,
    expiresAt: sql`now()`,
  })
  const back = { ...cause, reserveId: found.reserve.id, kind: 'given-back', amount } as const
  await db.insert(creditMovements).values(back)
  const again = { ...cause, reserveId: use.reserveId, kind: 'spent', amount: -amount } as const
  const stand = (status: 'active' | 'blocked') =>
    db.update(credits).set({ status }).where(eq(credits.id, found.credit.id))
  // The database refuses to spend from a blocked code. The row is locked, so nobody sees it active in between.
  if (isBlocked) await stand('active')
  await db.insert(creditMovements).values(again)
  if (isBlocked) await stand('blocked')
  return amount
}
