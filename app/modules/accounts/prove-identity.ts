import { eq, sql } from 'drizzle-orm'
import { sessions } from '../../db/tables.server.ts'
import { type Device, recordAccountEvent } from '../../platform/auth/account-events.server.ts'
import { readPassword } from '../../platform/auth/auth-new-password.server.ts'
import { refuseTooMany } from '../../platform/rate-limiter.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { AccountEventKind } from '../../rules/accounts/account-events.ts'
import { LIMITS } from '../../rules/limits.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'

const CODE = /^\d{3} ?\d{3}$/

type ProofShop = Pick<Shop, 'db' | 'auth' | 'rateLimiter'>
type Person = { userId: string; sessionId: string }
/** What was typed, or what a passkey signed. */
export type Proof = { typed: string; passkey: string }
type ProofResult = { ok: true } | Refusal<'proof-wrong' | 'too-many-attempts'>

/**
 * Lets a signed-in person prove their identity again, by password, a code of their app or a passkey: their session then
 * counts as just proven. Wrong attempts count for the account, wherever they come from.
 */
export async function proveIdentity(
  shop: ProofShop,
  { userId, sessionId }: Person,
  proof: Proof,
  device: Device,
): Promise<ProofResult> {
  const key = `proof ${userId}`
  const { allowed, retryAfter } = await shop.rateLimiter.take(key, LIMITS.passwordsHere)
  if (!allowed) return refuseTooMany({ retryAfter })
  // Three of a million codes are valid at a time: who holds a session must not try them day after day.
  const dayKey = `proof-code ${userId} day`
  if (!proof.passkey && CODE.test(proof.typed.trim())) {
    const taken = await shop.rateLimiter.take(dayKey, LIMITS.secondStepsOfDay)
    if (!taken.allowed) return refuseTooMany(taken)
  }
  const wrong = await findWrong(shop, { userId, sessionId }, proof)
  if (wrong) {
    await recordAccountEvent(shop.db, userId, wrong, device)
    return { ok: false, reason: 'proof-wrong' }
  }
  await shop.rateLimiter.forget(key)
  await shop.rateLimiter.forget(dayKey)
  await shop.db.update(sessions).set({ provenAt: sql`now()` }).where(eq(sessions.id, sessionId))
  return { ok: true }
}

/** The account event of a wrong proof; null for a correct one. */
async function findWrong(
  shop: ProofShop,
  { userId, sessionId }: Person,
  { typed, passkey }: Proof,
): Promise<AccountEventKind | null> {
  if (!passkey)
    return (await isPassword(shop, userId, typed)) || (await isCode(shop, userId, typed))
      ? null
      : 'wrong-password'
  const taken = await shop.auth.passkeys.take(`session ${sessionId}`, passkey, { owner: userId })
  if (taken.ok) return null
  return taken.reason === 'copied' ? 'copied-passkey' : 'wrong-passkey'
}

/** Accepts a code of the app, but no recovery code: these are for signing in. */
const isCode = async ({ auth }: ProofShop, userId: string, proof: string) =>
  CODE.test(proof.trim()) && (await auth.takeSecondProof(userId, proof)) !== null

async function isPassword({ db, auth }: ProofShop, userId: string, password: string) {
  const hash = await readPassword(db, userId)
  const { password: hashes } = await auth.$context
  return hash !== null && hashes.verify({ hash, password })
}
