import { and, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { payouts } from '../../../db/tables.server.ts'
import { isEnqueued, MOST_FORGOTTEN } from '../../../platform/jobs.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import { askAgainAfter } from '../../../rules/refunds/payouts.ts'
import { settlePayout } from './settle-payout.ts'

/** Asks the provider about a payout, and again later while its end is unknown or may still change. */
export async function pollPayout(shop: Services, chargeId: string): Promise<void> {
  const payout = await settlePayout(shop, chargeId)
  if (!payout) return
  const now = shop.now().getTime()
  const secondsSince = (at: Date | null) => (at ? Math.max(0, (now - at.getTime()) / 1000) : 0)
  const { status, createdAt, settledAt } = payout
  const followed = { status, age: secondsSince(createdAt), settledFor: secondsSince(settledAt) }
  const afterSeconds = askAgainAfter(followed, shop.config.paymentPollSeconds)
  if (afterSeconds !== null)
    await shop.jobs.enqueue(shop.db, 'poll-payout', { chargeId }, { afterSeconds })
}

/**
 * Enqueues payouts again that no job sends or polls any more: those that have not left, whatever their age, and those
 * that left within 30 days. Called every night.
 */
export async function pollForgottenPayouts({ db, jobs }: Services): Promise<void> {
  const forgotten = await db
    .select({ chargeId: payouts.chargeId, sentAt: payouts.sentAt })
    .from(payouts)
    .where(
      and(
        ne(payouts.status, 'paid'),
        or(isNotNull(payouts.sentAt), isNull(payouts.settledAt)),
        sql`${payouts.createdAt} < now() - interval '1 hour'`,
        or(isNull(payouts.sentAt), sql`${payouts.createdAt} > now() - interval '30 days'`),
        sql`not ${isEnqueued('poll-payout', 'chargeId', payouts.chargeId)}`,
        sql`not ${isEnqueued('send-payout', 'chargeId', payouts.chargeId)}`,
      ),
    )
    .limit(MOST_FORGOTTEN)
  for (const [name, isSent] of [
    ['send-payout', false],
    ['poll-payout', true],
  ] as const)
    await jobs.enqueueAll(
      db,
      name,
      forgotten
        .filter(({ sentAt }) => (sentAt !== null) === isSent)
        .map(({ chargeId }) => ({ data: { chargeId } })),
    )
}
