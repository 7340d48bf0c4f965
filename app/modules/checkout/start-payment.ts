import { setTimeout as wait } from 'node:timers/promises'
import type { Tx } from '../../db/open.server.ts'
import { refuseTooMany } from '../../platform/rate-limiter.server.ts'
import type { Services } from '../../platform/services.server.ts'
import { purchaseLabel } from '../../rules/credit/purchase.ts'
import { LIMITS } from '../../rules/limits.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { toPay } from '../../rules/orders/orders.ts'
import { settings } from '../../rules/settings/settings.ts'
import type { PlacedOrder } from '../orders/create-order.ts'
import { lockOrder } from '../orders/read-order.ts'
import {
  endOpening,
  findPayment,
  type PagePayment,
  type Purpose,
  recordPayment,
  takeOpeningTurn,
} from '../payments/payments.ts'
import type { Sale } from '../till/sales/ring-up-sale.ts'
import { lockPurchase, type Purchase } from './vouchers/purchases.ts'

export type StartRefusal = Refusal<
  | 'payment-failed'
  | 'payments-off'
  | 'pos-payments-off'
  | 'provider-unreachable'
  | 'provider-refused'
  | 'too-many-attempts'
>
type Started = { ok: true; checkoutUrl: string; number: string } | StartRefusal

/** What a payment page needs of an order, a till sale or a voucher. */
type Payable = {
  purpose: Purpose
  number: string
  isWaiting: boolean
  /** This request made the order, so it already has the turn to open the page. */
  hasTurn?: boolean
  payer: { firstName?: string; lastName?: string; email?: string }
}

/** Returns where the customer goes next: the provider's page, or the success page when nothing is to be paid. */
export async function payOrder(
  shop: Services,
  {
    order,
    payment,
    isNew = false,
  }: { order: PlacedOrder; payment: PagePayment | null; isNew?: boolean },
): Promise<Started> {
  const { orderNumber: number } = order
  if (!payment) {
    const checkoutUrl = `${shop.config.baseUrl}/checkout/success?order=${encodeURIComponent(number)}`
    return { ok: true, checkoutUrl, number }
  }
  return startPayment(shop, payment, {
    hasTurn: isNew,
    purpose: { orderId: order.id },
    number,
    isWaiting: order.status === 'pending',
    payer: { firstName: order.firstName, lastName: order.lastName, email: order.email },
  })
}

/** Opens the provider's page for a sale at the till; refuses as `startPayment` does. */
export const paySale = (shop: Services, sale: Sale, payment: PagePayment) =>
  startPayment(shop, payment, {
    purpose: { posSaleId: sale.id },
    number: sale.saleNumber,
    isWaiting: sale.paymentStatus === 'pending',
    payer: sale.customerName ? { firstName: sale.customerName } : {},
  })

/** Opens the provider's page for a voucher that is bought on the web; refuses as `startPayment` does. */
export const payVoucher = (shop: Services, purchase: Purchase, payment: PagePayment) =>
  startPayment(shop, payment, {
    purpose: { voucherPurchaseId: purchase.id },
    number: purchaseLabel(purchase.id),
    isWaiting: purchase.status === 'pending',
    payer: {
      ...(purchase.buyerName && { firstName: purchase.buyerName }),
      ...(purchase.buyerEmail && { email: purchase.buyerEmail }),
    },
  })

/**
 * Returns the provider's page, the same one as long as it is open. Runs outside every transaction. Refuses when the
 * provider cannot be reached: the order waits, and nothing was charged.
 */
async function startPayment(
  shop: Services,
  payment: PagePayment,
  { purpose, number, isWaiting, hasTurn = false, payer }: Payable,
): Promise<Started> {
  const returnUrl = `${shop.config.baseUrl}/payments/return/${payment.reference}`
  if (payment.status === 'paid') return { ok: true, checkoutUrl: returnUrl, number }
  if (!isWaiting) return { ok: false, reason: 'payment-failed', closed: number }
  if (shop.config.payments === 'off') {
    const reason = 'posSaleId' in purpose ? 'pos-payments-off' : 'payments-off'
    return { ok: false, reason }
  }
  // The payment belongs to a provider that the shop no longer uses.
  if (payment.provider !== shop.payments.name) {
    const next = await shop.db.transaction((db) => recordNext(shop, db, purpose, payment))
    if (!next) return { ok: false, reason: 'payment-failed', closed: number }
    return startPayment(shop, next, { purpose, number, isWaiting, payer })
  }
  if (payment.checkoutUrl) return { ok: true, checkoutUrl: payment.checkoutUrl, number }
  const turn = hasTurn ? 'first' : await waitForTurn(shop, payment)
  if (turn === 'nobody') return { ok: false, reason: 'provider-unreachable' }
  // The dead request may have opened a page under that reference, and a provider accepts each reference once.
  if (turn === 'late') {
    const next = await replaceAttempt(shop, payment, purpose)
    if (!next) return { ok: false, reason: 'payment-failed', closed: number }
    return startPayment(shop, next, { purpose, number, isWaiting, payer })
  }
  if (turn !== 'first') return { ok: true, checkoutUrl: turn.url, number }

  // A new order is limited by itself.
  const taken = hasTurn
    ? null
    : await shop.rateLimiter.take(`pages ${Object.values(purpose)[0]}`, LIMITS.paymentPages)
  if (taken && !taken.allowed) {
    await endOpening(shop.db, payment.id, null)
    return refuseTooMany(taken)
  }
  const opened = await shop.payments.open({
    reference: payment.reference,
    amount: payment.amount,
    title: settings().name,
    description: `${settings().name} ${number}`,
    ...payer,
    returnUrl,
  })
  if (opened.ok) {
    await endOpening(shop.db, payment.id, opened.checkoutUrl)
    return { ok: true, checkoutUrl: opened.checkoutUrl, number }
  }
  const { reason, report } = opened
  shop.log.warn({ number, reason, report }, 'payment not opened')
  // The provider may have accepted that reference: the next try gets a new one, and the old one is polled.
  await replaceAttempt(shop, payment, purpose)
  return { ok: false, reason }
}

/** Ends an attempt without a page, and records the next one. */
const replaceAttempt = (shop: Services, payment: PagePayment, purpose: Purpose) =>
  shop.db.transaction(async (db) => {
    // The order is locked before the attempt, as everywhere that changes both.
    const next = await recordNext(shop, db, purpose, payment)
    await endOpening(db, payment.id, null)
    return next
  })

/**
 * Records a further attempt and polls it until its outcome is known. For an order it is for the current sum, because
 * staff may have changed it. Null when no payment is awaited any more.
 */
async function recordNext(shop: Services, db: Tx, purpose: Purpose, { amount }: PagePayment) {
  let due = amount
  if ('orderId' in purpose) {
    const order = await lockOrder(db, purpose.orderId)
    if (order?.status !== 'pending' || order.paidAt) return null
    due = toPay(order)
  }
  if ('voucherPurchaseId' in purpose) {
    const purchase = await lockPurchase(db, purpose.voucherPurchaseId)
    if (purchase?.status !== 'pending') return null
  }
  const next = await recordPayment(db, purpose, due, shop.payments.name)
  const afterSeconds = shop.config.paymentPollSeconds
  await shop.jobs.enqueue(db, 'poll-payment', { reference: next.reference }, { afterSeconds })
  return next
}

const POLL_EVERY_MS = 100
// A little longer than the time after which an opening request counts as dead (`takeOpeningTurn`).
const POLL_TIMES = 110

/**
 * One order has one payment page. While another request opens it, waits for that page; when that request has died,
 * takes its turn; when it got no page, returns `nobody`.
 */
async function waitForTurn(
  { db }: Services,
  { id, reference }: PagePayment,
): Promise<'first' | 'late' | 'nobody' | { url: string }> {
  for (let polls = 0; polls < POLL_TIMES; polls += 1) {
    const turn = await takeOpeningTurn(db, id)
    if (turn) return turn
    const now = await findPayment(db, reference)
    if (now?.checkoutUrl) return { url: now.checkoutUrl }
    if (!now?.openingAt) break
    await wait(POLL_EVERY_MS)
  }
  return 'nobody'
}
