import { randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { accounts, sessions, tillPins, users } from '../../../db/tables.server.ts'
import { refuseTooMany } from '../../../platform/rate-limiter.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { mayRunShop, type Role } from '../../../rules/accounts/roles.ts'
import { JUST_PROVEN_MINUTES } from '../../../rules/accounts/session-ends.ts'
import { LIMITS } from '../../../rules/limits.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import {
  derivePinKey,
  isPin,
  leastDigits,
  PIN_ITERATIONS,
} from '../../../rules/till/till-approval.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { allGuessesAt } from './approve.ts'

/** A session this fresh needs no password: the person typed it when they signed in. */
const JUST_PROVEN = sql.raw(`now() - interval '${JUST_PROVEN_MINUTES} minutes'`)

type PinRefusal = Refusal<
  'till-pin-bad' | 'till-pin-short' | 'pin-password' | 'pin-password-missing' | 'too-many-attempts'
>

/**
 * Sets one's own PIN, with the account's password or in a session that has just started: otherwise whoever finds a
 * till signed in could set a PIN there. Approvers need a longer PIN, because a till stores a value from which a short
 * one could be guessed. Returns what a device needs to derive the same key.
 */
export async function setPin(
  shop: Shop,
  actor: Actor & { role: Role },
  asked: { pin: string; password: string | null; sessionToken: string | null },
): Promise<{ ok: true; salt: string; iterations: number } | PinRefusal> {
  if (!isPin(asked.pin)) return { ok: false, reason: 'till-pin-bad' }
  if (asked.pin.length < leastDigits(actor.role)) return { ok: false, reason: 'till-pin-short' }
  const known =
    asked.password === null
      ? await isJustSignedIn(shop, actor.userId, asked.sessionToken)
      : await checkPassword(shop, actor.userId, asked.password)
  if (known === false)
    return { ok: false, reason: asked.password === null ? 'pin-password-missing' : 'pin-password' }
  if (known !== true) return known
  const salt = randomBytes(16).toString('hex')
  const key = await derivePinKey(asked.pin, salt)
  const approves = mayRunShop(actor.role)
  await shop.db.transaction(async (db) => {
    const [person] = await db
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, actor.userId))
    await db
      .insert(tillPins)
      .values({ userId: actor.userId, salt, key, approves })
      .onConflictDoUpdate({
        target: tillPins.userId,
        set: { salt, key, approves, setAt: sql`now()` },
      })
    await recordAudit(db, actor, {
      action: 'PIN set',
      entity: 'person',
      entityId: actor.userId,
      label: person?.email ?? '',
    })
  })
  await shop.rateLimiter.forget(allGuessesAt(actor.userId))
  return { ok: true, salt, iterations: PIN_ITERATIONS }
}

async function isJustSignedIn({ db }: Shop, userId: string, token: string | null) {
  if (!token) return false
  const fresh = and(
    eq(sessions.token, token),
    eq(sessions.userId, userId),
    gt(sessions.provenAt, JUST_PROVEN),
  )
  return (await db.$count(sessions, fresh)) === 1
}

async function checkPassword(
  shop: Shop,
  userId: string,
  password: string,
): Promise<boolean | Refusal<'too-many-attempts'>> {
  const key = `pin password ${userId}`
  const taken = await shop.rateLimiter.take(key, LIMITS.pinPasswords)
  if (!taken.allowed) return refuseTooMany(taken)
  const [account] = await shop.db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
  const auth = await shop.auth.$context
  const isRight = !!account?.hash && (await auth.password.verify({ hash: account.hash, password }))
  if (isRight) await shop.rateLimiter.forget(key)
  return isRight
}
