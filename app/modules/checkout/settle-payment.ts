import type { Tx } from '../../db/open.server.ts'
import { pipeline } from '../../db/pipeline.server.ts'
import { takesTestMoney } from '../../platform/config.server.ts'
import type { Verdict } from '../../platform/payments/payments.server.ts'
import type { Services } from '../../platform/services.server.ts'
import type { OddMoney } from '../../rules/messages/payments/payments.ts'
import { toPay } from '../../rules/orders/orders.ts'
import {
  isSettled,
  PAYMENT_TRANSITIONS,
  type PaymentOutcome,
} from '../../rules/payments/payment-transitions.ts'
import { CURRENCY } from '../../shop.ts'
import { takeOutBought } from '../cart/cart.ts'
import { flagOrder } from '../orders/change-order.ts'
import { notifyCustomer, readBuyer } from '../orders/notify-customer.ts'
import { listItems, lockOrder, type Order } from '../orders/read-order.ts'
import { receiveMoney } from '../orders/receive-money.ts'
import {
  findPayment,
  type Payment,
  type PaymentResult,
  recordAnswer,
  takeQuestion,
} from '../payments/payments.ts'
import type { Sale } from '../till/sales/ring-up-sale.ts'
import { lockSale, receiveSaleMoney, sendSaleToReview } from '../till/sales/settle-sale.ts'
import {
  flagPurchase,
  lockPurchase,
  type Purchase,
  receivePurchaseMoney,
} from './vouchers/purchases.ts'

export type Settled =
  | {
      ok: true
      state: 'paid' | 'pending' | 'failed' | 'mismatch'
      payment: Payment
      order: Order | null
      sale: Sale | null
      purchase: Purchase | null
    }
  | { ok: false; reason: 'payment-unknown' }

/**
 * Asks the provider for the outcome of a payment and applies it once. The webhook, the customer's return, the poller
 * and staff all call this; calling it again changes nothing. Only the provider's own answer counts: amount, currency
 * and reference must all match (docs/product.md, Payments). `isForAll`: anybody can repeat it, and too often nobody is
 * asked.
 */
export async function settlePayment(
  shop: Services,
  reference: string,
  { isForAll = false }: { isForAll?: boolean } = {},
): Promise<Settled> {
  const asked = await findPayment(shop.db, reference)
  if (!asked) return { ok: false, reason: 'payment-unknown' }
  const mayAsk = !isSettled(asked) && (!isForAll || (await takeQuestion(shop, reference)))
  // Asks before it takes any lock, because the provider may be slow or never answer.
  const verdict = mayAsk ? await askWhoOpened(shop, asked) : null
  return shop.db.transaction(async (db) => {
    // Reads the payment again after the lock: another call may have settled it while the provider was asked.
    const [before, payment = asked] = await readLocked(db, asked)
    if (!verdict || isSettled(payment))
      return { ok: true, state: stateOf(payment), payment, ...before }
    await decide(shop, db, payment, before, verdict)
    const [now, after = payment] = await readLocked(db, asked)
    return { ok: true, state: stateOf(after), payment: after, ...now }
  })
}

/** A payment is checked only at the provider that opened it: a sandbox payment never pays an order of a live shop. */
const askWhoOpened = async (
  shop: Services,
  { provider, reference }: Payment,
): Promise<Verdict | OtherProvider> =>
  provider === shop.payments.name
    ? shop.payments.verify(reference)
    : { state: 'other-provider', provider }
type OtherProvider = { state: 'other-provider'; provider: string }

const stateOf = ({ status }: Payment) => (status === 'open' ? 'pending' : status)

type Locked = { order: Order | null; sale: Sale | null; purchase: Purchase | null }

async function lockPurpose(
  db: Tx,
  { orderId, posSaleId, voucherPurchaseId }: Payment,
): Promise<Locked> {
  return {
    order: orderId ? ((await lockOrder(db, orderId)) ?? null) : null,
    sale: posSaleId ? ((await lockSale(db, posSaleId)) ?? null) : null,
    purchase: voucherPurchaseId ? ((await lockPurchase(db, voucherPurchaseId)) ?? null) : null,
  }
}

// Both statements leave at once and run in this order: the payment must not be read before its order is locked.
const readLocked = (db: Tx, payment: Payment) =>
  pipeline(
    () => lockPurpose(db, payment),
    () => findPayment(db, payment.reference),
  )

/** Moves a payment by the provider's answer, and with it its order, till sale or voucher. */
async function decide(
  shop: Services,
  db: Tx,
  payment: Payment,
  { order, sale, purchase }: Locked,
  verdict: Verdict | OtherProvider,
) {
  const now = shop.now()
  // For an order, the current sum: staff may have changed it since its payment page was opened.
  const due = order ? toPay(order) : payment.amount
  const { outcome, answer, odd } = judge(shop, payment, due, verdict)
  const step = PAYMENT_TRANSITIONS[payment.status][outcome]
  if (!step) return
  await recordAnswer(db, payment.id, now, step, answer)
  if (step.then === 'nothing') return
  if (step.then === 'paid') {
    const isTooMuch = payment.supersededAt !== null && (answer.paidAmount ?? 0) > due
    if (order) await orderWasPaid(shop, db, order, now, { isTooMuch })
    if (sale) await receiveSaleMoney(shop, db, sale, payment)
    if (purchase) await receivePurchaseMoney(shop, db, purchase)
    return
  }
  if (!odd) throw new Error('money is put under review for no reason')
  const { review } = step.then
  if (order) {
    await flagOrder(db, order, review.order, odd)
    await notifyCustomer(shop, db, order, 'review')
  }
  if (sale) await sendSaleToReview(db, sale, [review.sale], odd)
  if (purchase) await flagPurchase(db, purchase.id, review.voucher)
  const level = outcome === 'not-live-money' ? 'error' : 'warn'
  shop.log[level](
    { reference: payment.reference, outcome, lastAnswer: odd },
    'payment under review',
  )
}

type Judged = {
  outcome: PaymentOutcome
  answer: PaymentResult
  /** Why money that came does not pay. */
  odd?: OddMoney
}

/** Judges an answer: only the whole sum due, in the shop's currency and as live money, pays. */
function judge(
  { config }: Services,
  { currency, orderId }: Payment,
  amount: number,
  verdict: Verdict | OtherProvider,
): Judged {
  if (verdict.state === 'other-provider') {
    const { provider } = verdict
    return { outcome: 'pending', answer: { lastAnswer: { code: 'other-provider', provider } } }
  }
  if (verdict.state !== 'paid')
    return { outcome: verdict.state, answer: { lastAnswer: verdict.report } }
  // The answer of a test key differs from live money only in its mode (docs/decisions/0018).
  if (verdict.mode !== 'live' && !takesTestMoney(config)) {
    const code = verdict.mode === 'test' ? 'test-money' : 'not-live-money'
    return { outcome: 'not-live-money', answer: { lastAnswer: { code } }, odd: { code } }
  }
  const money = {
    paidAmount: verdict.amount,
    paidCurrency: verdict.currency,
    providerReference: verdict.providerReference,
    channel: verdict.channel,
    // Only orders need it: a sale at the till is refunded over the counter.
    payerPhone: orderId ? (verdict.payerPhone ?? null) : null,
  }
  if (verdict.currency !== CURRENCY || verdict.amount < amount) {
    const { paidAmount, paidCurrency } = money
    const odd = { code: 'underpaid', paidAmount, paidCurrency, amount, currency } as const
    return { outcome: 'underpaid', answer: { ...money, lastAnswer: odd }, odd }
  }
  return { outcome: 'paid', answer: { ...money, lastAnswer: { code: 'paid' } } }
}

/**
 * An order that costs nothing is handled as paid, in the transaction that makes it. `isSilent`: without its email,
 * because it is handed over at once. `isExchange`: nothing of it was bought from the cart.
 */
export async function nothingToPay(
  shop: Services,
  db: Tx,
  orderId: string,
  how: { isSilent?: boolean; isExchange?: boolean } = {},
) {
  const order = await lockOrder(db, orderId)
  if (order) await orderWasPaid(shop, db, order, shop.now(), how)
}

async function orderWasPaid(
  shop: Services,
  db: Tx,
  order: Order,
  now: Date,
  {
    isTooMuch = false,
    isSilent = false,
    isExchange = false,
  }: {
    /** Paid on a page that was opened before staff reduced the order's sum. */
    isTooMuch?: boolean
    isSilent?: boolean
    isExchange?: boolean
  } = {},
) {
  // Read before receiveMoney, which locks the products until the transaction ends.
  const [items, buyer] = await pipeline(
    () => listItems(db, order.id),
    () => readBuyer(db, order),
  )
  const { outcome, email, releaseCode, due } = await receiveMoney(db, order, {
    now,
    items,
    isTooMuch,
  })
  shop.log.info({ orderNumber: order.orderNumber, outcome }, 'money received')
  // Saves a query that others would wait for: the first money of an order changes nothing else.
  const isPlain = outcome === 'paid' && !order.reviewReason && !isTooMuch
  const days = due ? { dueFrom: due.from, dueTo: due.to } : {}
  const after = isPlain ? { ...order, ...days, paidAt: order.paidAt ?? now, releaseCode } : null
  await pipeline(
    async () => {
      if (outcome !== 'under review' && !isExchange) await takeOutBought(db, order.userId, items)
    },
    () => notifyCustomer(shop, db, order, isSilent ? null : email, { items, buyer, after }),
  )
}
