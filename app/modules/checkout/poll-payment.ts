import { and, eq, inArray, sql } from 'drizzle-orm'
import { payments } from '../../db/tables.server.ts'
import { isEnqueued, MOST_FORGOTTEN } from '../../platform/jobs.server.ts'
import type { Services } from '../../platform/services.server.ts'
import { isSettled, UNSETTLED_STATUSES } from '../../rules/payments/payment-transitions.ts'
import { settlePayment } from './settle-payment.ts'

const HOUR = 3600
const GIVE_UP_AFTER = 7 * 24 * HOUR

/**
 * Asks the provider about an open payment, and again while its outcome is unknown: at the shop's interval during the
 * payment window, then less and less often, for a week. Webhooks get lost (docs/payments.md, Webhooks).
 */
export async function pollPayment(shop: Services, reference: string): Promise<void> {
  const settled = await settlePayment(shop, reference)
  if (!settled.ok || isSettled(settled.payment)) return
  const age = (shop.now().getTime() - settled.payment.createdAt.getTime()) / 1000
  if (age > GIVE_UP_AFTER) return
  const { paymentPollSeconds, paymentWindowMinutes } = shop.config
  const isYoung = age < paymentWindowMinutes * 60
  const afterSeconds = isYoung
    ? paymentPollSeconds
    : Math.min(HOUR, Math.max(paymentPollSeconds, age / 10))
  await shop.jobs.enqueue(shop.db, 'poll-payment', { reference }, { afterSeconds })
}

/**
 * Enqueues open payments of the last week again that no job polls: a clock that was days ahead for a minute may have
 * ended the polling. Called every night.
 */
export async function pollForgotten({ db, jobs, payments: provider }: Services): Promise<void> {
  const forgotten = await db
    .select({ reference: payments.reference })
    .from(payments)
    .where(
      and(
        inArray(payments.status, UNSETTLED_STATUSES),
        eq(payments.provider, provider.name),
        // Younger ones may not have reached their first job yet.
        sql`${payments.createdAt} between now() - make_interval(secs => ${GIVE_UP_AFTER}) and now() - interval '1 hour'`,
        sql`not ${isEnqueued('poll-payment', 'reference', payments.reference)}`,
      ),
    )
    .limit(MOST_FORGOTTEN)
  await jobs.enqueueAll(
    db,
    'poll-payment',
    forgotten.map((data) => ({ data })),
  )
}
