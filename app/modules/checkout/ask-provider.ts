import { desc, eq } from 'drizzle-orm'
import { orders, payments, posSales } from '../../db/tables.server.ts'
import type { Services } from '../../platform/services.server.ts'
import { purchaseLabel } from '../../rules/credit/purchase.ts'
import type { AttemptResult } from '../../rules/messages/payments/payments.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { isSettled } from '../../rules/payments/payment-transitions.ts'
import { listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { isFor, listOpenPayments, type Payment, type Purpose } from '../payments/payments.ts'
import { settlePayment } from './settle-payment.ts'
import { findPurchase } from './vouchers/purchases.ts'

const MOST = 5
const ASK_EVERY_MS = 10_000

/**
 * Staff ask the provider about the newest attempts (at most five) to pay an order, a till sale or a voucher. The
 * answer settles open attempts; about settled ones it is only reported.
 */
export async function askProvider(
  shop: Services,
  actor: Actor,
  purpose: Purpose,
): Promise<{ ok: true; answers: AttemptResult[] } | Refusal<'not-found'>> {
  const label = await findLabel(shop, purpose)
  if (!label) return { ok: false, reason: 'not-found' }
  const attempts = await shop.db
    .select()
    .from(payments)
    .where(isFor(purpose))
    .orderBy(desc(payments.createdAt))
    .limit(MOST)
  const { entity, entityId } = subjectOf(purpose)
  const [done] = await listDone(shop.db, actor, entity)
  const former = done?.after?.['answers']
  if (Array.isArray(former)) return { ok: true, answers: former }
  const answers: AttemptResult[] = []
  for (const payment of attempts) answers.push(await askAbout(shop, payment))
  await shop.db.transaction((db) =>
    recordAudit(db, actor, {
      action: 'provider asked',
      entity,
      entityId,
      label,
      after: { answers },
    }),
  )
  return { ok: true, answers }
}

function subjectOf(purpose: Purpose) {
  if ('orderId' in purpose) return { entity: 'order', entityId: purpose.orderId } as const
  if ('posSaleId' in purpose) return { entity: 'pos_sale', entityId: purpose.posSaleId } as const
  return { entity: 'credit', entityId: purpose.voucherPurchaseId } as const
}

async function findLabel({ db }: Services, purpose: Purpose): Promise<string | undefined> {
  if ('orderId' in purpose) {
    const [order] = await db
      .select({ number: orders.orderNumber })
      .from(orders)
      .where(eq(orders.id, purpose.orderId))
    return order?.number
  }
  if ('voucherPurchaseId' in purpose) {
    const purchase = await findPurchase(db, purpose.voucherPurchaseId)
    return purchase && purchaseLabel(purchase.id)
  }
  const [sale] = await db
    .select({ number: posSales.saleNumber })
    .from(posSales)
    .where(eq(posSales.id, purpose.posSaleId))
  return sale?.number
}

async function askAbout(shop: Services, payment: Payment): Promise<AttemptResult> {
  const { reference, amount } = payment
  const attempt = { reference, amount }
  if (!isSettled(payment)) {
    const settled = await settlePayment(shop, reference)
    return { code: 'answered', ...attempt, answer: settled.ok ? settled.payment.lastAnswer : null }
  }
  const verdict = await shop.payments.verify(reference)
  if (verdict.state !== 'paid') return { code: 'answered', ...attempt, answer: verdict.report }
  const { amount: paidAmount, currency: paidCurrency, channel } = verdict
  return { code: 'paid', ...attempt, paidAmount, paidCurrency, channel }
}

/**
 * Asks the provider about an order or a till sale while somebody waits, at most every ten seconds unless they ask for
 * it. Webhooks get lost, and the poller asks too seldom for a waiting customer.
 */
export async function askWhileWaiting(
  shop: Services,
  purpose: Purpose,
  options: { isAsked?: boolean } = {},
) {
  const latest = shop.now().getTime() - (options.isAsked ? 1000 : ASK_EVERY_MS)
  for (const { reference, lastAskedAt } of await listOpenPayments(shop.db, purpose))
    if (!lastAskedAt || lastAskedAt.getTime() < latest) await settlePayment(shop, reference)
}
