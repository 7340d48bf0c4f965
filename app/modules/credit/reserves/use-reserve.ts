import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { creditMovements, creditReserves, credits } from '../../../db/tables.server.ts'
import { RESERVE_STEPS } from '../../../rules/credit/reserve.ts'
import { blockLocked } from '../block-code.ts'
import { lockCredit } from '../lock-credit.ts'
import { readHeld } from './end-reserves.ts'

export type Use = {
  reserveId: string
  /** The device that made the sale: a reserve belongs to its device. */
  deviceId: string
  /** Already written. */
  posSaleId: string
  /** How much the sale says that the code pays, in kwacha. */
  amount: number
  byUser: string | null
}

/**
 * A sale takes what was reserved for it; the rest goes back on the code. When the reserve has ended, the sale takes
 * what the code still holds. Returns what it took: if that is less than the sale says, a person has to look.
 */
export async function takeForSale(db: Tx, { reserveId, deviceId, posSaleId, amount, byUser }: Use) {
  const found = await lockReserve(db, eq(creditReserves.id, reserveId))
  if (!found || found.reserve.deviceId !== deviceId) return 0
  const { reserve, credit } = found
  const to = RESERVE_STEPS.sale[reserve.status]
  if (!to) return 0
  const most = Math.min(amount, reserve.amount)
  const cause = { creditId: credit.id, reserveId, byUser }
  const held = await readHeld(db, reserveId)
  if (held > most)
    await db.insert(creditMovements).values({ ...cause, kind: 'given-back', amount: held - most })
  await db
    .update(creditReserves)
    .set({ status: to, posSaleId })
    .where(eq(creditReserves.id, reserveId))
  if (held >= most) return most
  return held + (await spend(db, cause, credit, most - held))
}

/** Gives back what a code paid of a sale, up to `most`, and never more than it took; returns how much. */
export async function giveBackForSale(
  db: Tx,
  posSaleId: string,
  byUser: string | null,
  most = Number.POSITIVE_INFINITY,
) {
  const found = await lockReserve(db, eq(creditReserves.posSaleId, posSaleId))
  if (!found) return 0
  const { reserve, credit } = found
  const amount = Math.min(most, await readHeld(db, reserve.id))
  if (amount > 0)
    await db.insert(creditMovements).values({
      creditId: credit.id,
      reserveId: reserve.id,
      byUser,
      kind: 'given-back',
      amount,
    })
  return amount
}

/** Blocks the code that paid a sale until a person has looked. */
export async function blockCodeOfSale(db: Tx, posSaleId: string) {
  const found = await lockReserve(db, eq(creditReserves.posSaleId, posSaleId))
  if (found) await blockLocked(db, found.credit)
}

/**
 * A sale was given up and is paid after all: takes what its code holds again. Returns how much, and the last
 * characters of the code.
 */
export async function takeAgainForSale(db: Tx, posSaleId: string, amount: number) {
  const found = await lockReserve(db, eq(creditReserves.posSaleId, posSaleId))
  if (!found) return { taken: 0, ending: '' }
  const { reserve, credit } = found
  const held = await readHeld(db, reserve.id)
  const cause = { creditId: credit.id, reserveId: reserve.id, byUser: null }
  const taken = held + (await spend(db, cause, credit, amount - held))
  return { taken, ending: credit.code.slice(-4) }
}

/** The code that paid a sale: how lists and receipts show it, and how much it currently pays. */
export async function readCreditOfSale(db: Db | Tx, posSaleId: string) {
  const [reserve] = await db
    .select({ id: creditReserves.id, creditId: credits.id, code: credits.code })
    .from(creditReserves)
    .innerJoin(credits, eq(credits.id, creditReserves.creditId))
    .where(eq(creditReserves.posSaleId, posSaleId))
  if (!reserve) return null
  const { creditId, code } = reserve
  return { creditId, ending: code.slice(-4), taken: await readHeld(db, reserve.id) }
}

/** Locks the code first, then its reserve: the order in which everybody locks them. */
export async function lockReserve(db: Tx, where: ReturnType<typeof eq>) {
  const [named] = await db
    .select({ id: creditReserves.id, creditId: creditReserves.creditId })
    .from(creditReserves)
    .where(where)
  if (!named) return undefined
  const credit = await lockCredit(db, named.creditId)
  const [reserve] = await db
    .select()
    .from(creditReserves)
    .where(eq(creditReserves.id, named.id))
    .for('update')
  return credit && reserve && { credit, reserve }
}

async function spend(
  db: Tx,
  cause: { creditId: string; reserveId: string; byUser: string | null },
  credit: { status: string; balance: number },
  requested: number,
) {
  const amount = credit.status === 'active' ? Math.min(requested, credit.balance) : 0
  if (amount <= 0) return 0
  await db.insert(creditMovements).values({ ...cause, kind: 'spent', amount: -amount })
  return amount
}
