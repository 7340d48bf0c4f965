import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { creditMovements, creditReserves, credits } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { readCreditCode } from '../../../rules/credit/credit.ts'
import { type CreditInCart, RESERVE_HOURS } from '../../../rules/credit/reserve.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { lockCredits } from '../lock-credit.ts'
import { type CreditRefusal, tryCredit } from '../spend-credit.ts'
import { endLocked } from './end-reserves.ts'

const HOUR_MS = 3_600_000

type ReserveRequest = {
  /** The till's own id: asked again after a lost response, it is one reserve. */
  id: string
  code: string
  cartId: string
  /** The sum to pay in the cart, in kwacha: no more is reserved. */
  amount: number
  shiftId: string
}
type AtTill = { userId: string; deviceId: string; tillId: string }
type Reserved = { ok: true; credit: CreditInCart }
type ReserveRefusal = CreditRefusal | Refusal<'too-many-attempts' | 'edited-meanwhile'>

/**
 * Reserves what a till's cart needs of a code, for that device alone. The amount leaves the code's balance at once, so
 * that neither the web shop nor another till can spend it. A new reserve of the same cart replaces the former one. A
 * wrong code counts as a guess of the cashier, like a customer's.
 */
export async function reserveCredit(
  shop: Shop,
  by: AtTill,
  asked: ReserveRequest,
): Promise<Reserved | ReserveRefusal> {
  const found = await tryCredit(shop, by.userId, asked.code)
  // An empty code passes: this cart's own reserve may hold all of it.
  if (!found.ok && found.reason !== 'credit-empty') return found
  return transact(shop.db, async (db): Promise<Reserved | ReserveRefusal> => {
    const [former] = await db
      .select()
      .from(creditReserves)
      .where(and(eq(creditReserves.cartId, asked.cartId), eq(creditReserves.status, 'held')))
    const credit = await lockBoth(db, asked.code, former?.creditId)
    if (!credit) return { ok: false, reason: 'credit-invalid' }
    const [known] = await db.select().from(creditReserves).where(eq(creditReserves.id, asked.id))
    if (known)
      return known.status === 'held' && known.deviceId === by.deviceId
        ? { ok: true, credit: inCart(known, credit.code, credit.balance + known.amount) }
        : { ok: false, reason: 'edited-meanwhile' }
    const given = former ? await endLocked(db, former.id, 'cashier', by.userId) : 0
    const balance = credit.balance + (former?.creditId === credit.id ? given : 0)
    if (credit.status !== 'active') return { ok: false, reason: 'credit-blocked' }
    const amount = Math.min(balance, asked.amount)
    if (amount <= 0) return { ok: false, reason: 'credit-empty' }
    const { id, cartId, shiftId } = asked
    const expiresAt = new Date(shop.now().getTime() + RESERVE_HOURS * HOUR_MS)
    const reserve = { id, cartId, shiftId, amount, expiresAt }
    const made = await db
      .insert(creditReserves)
      .values({
        ...reserve,
        creditId: credit.id,
        status: 'held',
        tillId: by.tillId,
        deviceId: by.deviceId,
        byUser: by.userId,
        createdAt: shop.now(),
      })
      .onConflictDoNothing()
    // A rival request of the same cart was first: asked again, the till sees that reserve.
    if (made.rowCount === 0) return { ok: false, reason: 'edited-meanwhile' }
    await db.insert(creditMovements).values({
      creditId: credit.id,
      kind: 'spent',
      amount: -amount,
      reserveId: id,
      byUser: by.userId,
    })
    const afterSeconds = RESERVE_HOURS * 3600
    await shop.jobs.enqueue(db, 'end-credit-reserve', { reserveId: id }, { afterSeconds })
    return { ok: true, credit: inCart(reserve, credit.code, balance) }
  })
}

/** Locks the code, and the code of the reserve that it replaces. */
async function lockBoth(db: Tx, text: string, formerId: string | undefined) {
  const code = readCreditCode(text)
  const [named] = await db.select({ id: credits.id }).from(credits).where(eq(credits.code, code))
  if (!named) return undefined
  const locked = await lockCredits(db, [named.id, ...(formerId ? [formerId] : [])])
  return locked.find(({ id }) => id === named.id)
}

const inCart = (
  {
    id,
    amount,
    shiftId,
    expiresAt,
  }: Pick<typeof creditReserves.$inferSelect, 'id' | 'amount' | 'shiftId' | 'expiresAt'>,
  code: string,
  balance: number,
): CreditInCart => ({
  id,
  ending: code.slice(-4),
  amount,
  balance,
  shiftId,
  until: expiresAt.toISOString(),
})
