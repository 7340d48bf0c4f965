import { eq, sql } from 'drizzle-orm'
import { credits, users } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { type CreditStatus, creditLabel, findCreditStep } from '../../rules/credit/credit.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { needsSecondPerson } from '../../rules/refunds/refunds.ts'
import { limitSettings } from '../../rules/settings/settings.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { type CreditShop, fill } from './issue-credit.ts'
import { lockCredit } from './lock-credit.ts'

type Moved = { ok: true; amount: number }
/** `version` is the code's version that the person saw. */
type Seen = { creditId: string; version: number }

/**
 * Moves a code to another status: a second person approves and fills it, or it is cancelled, blocked or unblocked. A
 * code that has this status already is left as it is.
 */
export const moveCredit = (
  shop: CreditShop,
  actor: Actor,
  { creditId, version, to }: Seen & { to: Exclude<CreditStatus, 'awaiting'> },
): Promise<Moved | Refusal<'not-found' | 'edited-meanwhile' | 'credit-second-person'>> =>
  transact(
    shop.db,
    async (
      db,
    ): Promise<Moved | Refusal<'not-found' | 'edited-meanwhile' | 'credit-second-person'>> => {
      const credit = await lockCredit(db, creditId)
      if (!credit) return { ok: false, reason: 'not-found' }
      const { amount, status, email } = credit
      if (status === to) return { ok: true, amount }
      const step = findCreditStep(status, to)
      if (!step || credit.version !== version) return { ok: false, reason: 'edited-meanwhile' }
      const isAgreed = step.by === 'second-person'
      if (isAgreed) {
        const [person] = await db.select().from(users).where(eq(users.id, actor.userId))
        if (actor.userId === credit.requestedBy || (email !== null && email === person?.email))
          return { ok: false, reason: 'credit-second-person' }
      }
      // A blocked code of a till is not unblocked by whoever issued it, from the sum on that needs a second person.
      const { requestedBy } = credit
      const isOwnOfTill = requestedBy === actor.userId && status === 'blocked' && to === 'active'
      if (
        isOwnOfTill &&
        needsSecondPerson(
          { amount, refunded: 0, isOwn: false },
          limitSettings().creditSecondPersonFrom,
        )
      )
        return { ok: false, reason: 'credit-second-person' }
      await db
        .update(credits)
        .set({
          status: step.to,
          version: sql`${credits.version} + 1`,
          ...(isAgreed ? { approvedBy: actor.userId, approvedAt: shop.now() } : {}),
        })
        .where(eq(credits.id, creditId))
      if (isAgreed) await fill(shop, db, credit, actor.userId)
      await recordAudit(db, actor, {
        action: isAgreed
          ? 'issue approved'
          : to === 'cancelled'
            ? 'issue cancelled'
            : 'status changed',
        entity: 'credit',
        entityId: creditId,
        label: creditLabel(credit.code),
        before: { status },
        after: { status: to },
      })
      return { ok: true, amount }
    },
  )
