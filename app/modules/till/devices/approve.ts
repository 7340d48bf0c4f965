import { eq } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { personName } from '../../../db/names.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import { profiles, tillPins } from '../../../db/tables.server.ts'
import { refuseTooMany } from '../../../platform/rate-limiter.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { LASTING_COUNTS, LIMITS } from '../../../rules/limits.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import {
  type Approvable,
  derivePinKey,
  LIVE,
  mayApprove,
  SEALED,
  signApproval,
} from '../../../rules/till/till-approval.ts'
import type { Approval } from '../../../rules/till/till-events.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { isSame, liveProof, openSealed } from './approval-keys.ts'

/** Key of the counter of wrong guesses at one person's PIN; the right PIN or a new one resets it. */
export const allGuessesAt = (userId: string) => LASTING_COUNTS + userId

async function findApprover(db: Db | Tx, userId: string) {
  const [found] = await db
    .select({
      name: personName(profiles.userId),
      ...columnsOf(profiles, 'fullName', 'role'),
      ...columnsOf(tillPins, 'salt', 'key', 'approves'),
    })
    .from(profiles)
    .leftJoin(tillPins, eq(tillPins.userId, profiles.userId))
    .where(eq(profiles.userId, userId))
  return found
}

/**
 * Counts a guess before the PIN is checked. `forget` takes the guess off the counters again: call it
 * after the right PIN.
 */
async function takeGuess({ rateLimiter }: Shop, by: string, askerId: string) {
  const ofDay = `pins of ${askerId}`
  const rules = [
    [`pin ${by} ${askerId}`, LIMITS.pinsByOne],
    [ofDay, LIMITS.pinsOfDay],
    [`pin ${by}`, LIMITS.pins],
    [allGuessesAt(by), LIMITS.pinsEver],
  ] as const
  for (const [key, rule] of rules) {
    const taken = await rateLimiter.take(key, rule)
    if (taken.allowed) continue
    const refusal: Refusal<'pin-used-up' | 'too-many-attempts'> =
      rule === LIMITS.pinsEver ? { ok: false, reason: 'pin-used-up' } : refuseTooMany(taken)
    return refusal
  }
  const forget = async () => {
    // The daily count gets back this one guess only: otherwise a day of approvals would earn the asker new guesses.
    for (const [key] of rules)
      await (key === ofDay ? rateLimiter.giveBack(key) : rateLimiter.forget(key))
  }
  return { ok: true as const, forget }
}

/** Lets the owner see who tries whose PIN, and where. The limits on guesses also limit these entries. */
const auditWrongPin = (
  { db }: Shop,
  { deviceId, ...asker }: Actor & { deviceId: string },
  by: string,
  { name, fullName }: { name: string; fullName: string | null },
) =>
  db.transaction((db) =>
    recordAudit(db, asker, {
      action: 'wrong PIN',
      entity: 'person',
      entityId: by,
      label: fullName ?? name,
      after: { device: deviceId },
    }),
  )

type ApprovalRefusal = Refusal<
  | 'pin-used-up'
  | 'too-many-attempts'
  | 'approval-not-allowed'
  | 'pin-unset'
  | 'pin-renew'
  | 'till-pin-wrong'
>

/**
 * Checks the PIN that somebody with a higher limit types at the till of another. Refuses a wrong PIN, too many wrong
 * ones, and an approver whose own limit is too low. The approval is valid for this request only, on this device.
 */
export async function approve(
  shop: Shop,
  asker: Actor & { deviceId: string },
  by: string,
  pin: string,
  asked: Approvable,
): Promise<{ ok: true; approval: Approval } | ApprovalRefusal> {
  const guess = await takeGuess(shop, by, asker.userId)
  if (!guess.ok) return guess
  const approver = await findApprover(shop.db, by)
  if (!approver || !mayApprove(approver.role, asked))
    return { ok: false, reason: 'approval-not-allowed' }
  if (!approver.salt || !approver.key) return { ok: false, reason: 'pin-unset' }
  if (!approver.approves) return { ok: false, reason: 'pin-renew' }
  const key = await derivePinKey(pin, approver.salt)
  if (!isSame(key, approver.key)) {
    await auditWrongPin(shop, asker, by, approver)
    return { ok: false, reason: 'till-pin-wrong' }
  }
  await guess.forget()
  const byName = approver.fullName ?? approver.name
  const { userId: askedBy, deviceId, ip } = asker
  await shop.db.transaction((db) =>
    recordAudit(
      db,
      { userId: by, ip },
      {
        action: 'saleId' in asked ? 'discount approved' : 'refund approved',
        entity: 'pos_sale',
        entityId: 'saleId' in asked ? asked.saleId : asked.returnId,
        label: byName,
        after:
          'saleId' in asked
            ? { subtotal: asked.subtotal, discountAmount: asked.off, askedBy, device: deviceId }
            : { refundAmount: asked.refund, askedBy, device: deviceId },
      },
    ),
  )
  const proof = liveProof(shop.config.sessionSecret, by, deviceId, asked)
  return { ok: true, approval: { by, byName, proof } }
}

type ApprovalProof = Pick<Approval, 'by' | 'proof'>

/** Whether this server issued that approval, for exactly this request, at that device. */
export async function isApprovedLive(
  { config }: Pick<Shop, 'config'>,
  db: Db | Tx,
  { by, proof }: ApprovalProof,
  deviceId: string,
  asked: Approvable,
): Promise<boolean> {
  const approver = await findApprover(db, by)
  return (
    approver !== undefined &&
    mayApprove(approver.role, asked) &&
    isSame(proof, liveProof(config.sessionSecret, by, deviceId, asked))
  )
}

/** Who approved, and whether the server itself checked the PIN. */
export type Approved = { by: string; isLive: boolean }

/**
 * Checks the approval that came with an event: null when nobody gave it. An approval made offline counts as a guess at
 * its PIN; otherwise somebody could try PINs by sending sales.
 */
export async function readApproval(
  shop: Shop,
  sender: Actor & { deviceId: string },
  given: ApprovalProof,
  asked: Approvable,
): Promise<Approved | null> {
  const { by, proof } = given
  if (proof.startsWith(LIVE))
    return (await isApprovedLive(shop, shop.db, given, sender.deviceId, asked))
      ? { by, isLive: true }
      : null
  if (!proof.startsWith(SEALED)) return null
  const guess = await takeGuess(shop, by, sender.userId)
  if (!guess.ok) return null
  const approver = await findApprover(shop.db, by)
  if (!approver?.key || !approver.approves || !mayApprove(approver.role, asked)) return null
  const opened = await openSealed(shop.config.sessionSecret, proof)
  if (opened === null || !isSame(opened, await signApproval(approver.key, asked))) {
    await auditWrongPin(shop, sender, by, approver)
    return null
  }
  await guess.forget()
  return { by, isLive: false }
}
