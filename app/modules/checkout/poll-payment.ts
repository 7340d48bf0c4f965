import type { Services } from '../../platform/services.server.ts'
import { isSettled } from '../../rules/payments/payment-transitions.ts'
import { settlePayment } from './settle-payment.ts'

const HOUR = 3600
const GIVE_UP_AFTER = 7 * 24 * HOUR

/**
 * Asks about an open payment and, while nobody knows, asks again: at the shop's pace during the payment
 * window, more and more seldom afterwards, for a week. Webhooks get lost (docs/payments.md, Webhooks).
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
