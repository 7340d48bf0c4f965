import { timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { profiles, tillPins, users } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Role } from '../../rules/roles.ts'
import {
  derivePinKey,
  type Discounted,
  leastDigits,
  signApproval,
} from '../../rules/till-approval.ts'
import { needsApproval } from '../../rules/till-sale.ts'
import type { Approval } from '../../rules/till-things.ts'
import type { Refusal } from '../../rules/words.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'

// Few from one person, or a cashier could try them all; more from all together, or one could lock another
// out for a day.
const GUESSES_BY_ONE = { max: 5, windowSeconds: 900 }
const GUESSES = { max: 20, windowSeconds: 3600 }

async function findApprover(db: Db | Tx, userId: string) {
  const [found] = await db
    .select({
      name: users.name,
      fullName: profiles.fullName,
      role: profiles.role,
      salt: tillPins.salt,
      key: tillPins.key,
      digits: tillPins.digits,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .leftJoin(tillPins, eq(tillPins.userId, profiles.userId))
    .where(eq(profiles.userId, userId))
  return found
}

/** A cashier's, who was given a wider role since. */
const isShort = ({ role, digits }: { role: Role; digits: number | null }) =>
  (digits ?? 0) < leastDigits(role)

function isSame(a: string, b: string) {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const totalsOf = ({ off, subtotal }: Discounted) => ({
  subtotal,
  discountAmount: off,
  total: subtotal - off,
})

/**
 * Somebody with a higher limit types their PIN at the till of another. Refuses a wrong PIN, too many of
 * them, and who may not allow so much themselves. What comes back is good for this sale and discount only.
 */
export async function approveDiscount(
  shop: Shop,
  asker: Actor,
  asked: Discounted & { by: string; pin: string },
): Promise<{ ok: true; approval: Approval } | Refusal> {
  const keys = [`pin ${asked.by} ${asker.userId}`, `pin ${asked.by}`] as const
  for (const [key, rule] of [
    [keys[0], GUESSES_BY_ONE],
    [keys[1], GUESSES],
  ] as const) {
    const taken = await shop.attempts.take(key, rule)
    if (!taken.allowed)
      return { ok: false, reason: 'too-many-attempts', minutes: Math.ceil(taken.retryAfter / 60) }
  }
  const approver = await findApprover(shop.db, asked.by)
  if (!approver || needsApproval(approver.role, totalsOf(asked)))
    return { ok: false, reason: 'approval-not-allowed' }
  if (!approver.salt || !approver.key) return { ok: false, reason: 'pin-unset' }
  if (isShort(approver)) return { ok: false, reason: 'till-pin-short' }
  const key = await derivePinKey(asked.pin, approver.salt)
  if (!isSame(key, approver.key)) return { ok: false, reason: 'till-pin-wrong' }
  for (const one of keys) await shop.attempts.forget(one)
  const byName = approver.fullName ?? approver.name
  await shop.db.transaction((db) =>
    recordAudit(
      db,
      { ...asker, userId: asked.by },
      {
        action: 'discount approved',
        entity: 'pos_sale',
        entityId: asked.saleId,
        label: byName,
        after: { subtotal: asked.subtotal, discountAmount: asked.off, askedBy: asker.userId },
      },
    ),
  )
  const proof = await signApproval(approver.key, asked)
  return { ok: true, approval: { by: asked.by, byName, proof } }
}

/**
 * Whether an approval, given here or at a till without a network, allows this very discount: the proof is
 * made with the approver's PIN, and their role may give so much.
 */
export async function isApproved(
  db: Db | Tx,
  approval: Pick<Approval, 'by' | 'proof'>,
  discounted: Discounted,
): Promise<boolean> {
  const approver = await findApprover(db, approval.by)
  if (!approver?.key || isShort(approver) || needsApproval(approver.role, totalsOf(discounted)))
    return false
  return isSame(await signApproval(approver.key, discounted), approval.proof)
}
