import type { Tx } from '../../db/open.server.ts'
import { takesTestMoney } from '../../platform/config.server.ts'
import type { Verdict } from '../../platform/payments/payments.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { SHOP } from '../../shop.ts'
import { takeOutBought } from '../cart/cart.ts'
import { flagOrder, listItems, lockOrder, type Order } from '../orders/change-order.ts'
import { notifyCustomer } from '../orders/notify-customer.ts'
import { receiveMoney } from '../orders/receive-money.ts'
import { findPayment, noteAnswer, type Payment } from '../payments/payments.ts'
import type { Sale } from '../till/sales/ring-up-sale.ts'
import { lockSale, receiveSaleMoney, sendSaleToReview } from '../till/sales/settle-sale.ts'

export type Settled =
  | {
      ok: true
      state: 'paid' | 'pending' | 'failed' | 'mismatch'
      payment: Payment
      order: Order | null
      sale: Sale | null
    }
  | { ok: false; reason: 'payment-unknown' }

const isDone = (payment: Payment) => payment.status === 'paid' || payment.status === 'mismatch'

/**
 * Asks the provider what became of a payment and does what follows, once. The webhook, the customer's
 * return, the poller and the staff's button all call this; calling it again changes nothing. Only the
 * provider's own answer counts: amount, currency and reference must all match (docs/product.md, Payments).
 */
export async function settlePayment(shop: Shop, reference: string): Promise<Settled> {
  const asked = await findPayment(shop.db, reference)
  if (!asked) return { ok: false, reason: 'payment-unknown' }
  // The question goes out before any lock is taken: the provider may be slow, or never answer.
  const verdict = isDone(asked) ? null : await askWhoOpened(shop, asked)
  return shop.db.transaction(async (db) => {
    const before = await lockPurpose(db, asked)
    // Read again behind the lock: a rival may have settled it while the provider was asked.
    const payment = (await findPayment(db, reference)) ?? asked
    if (!verdict || isDone(payment))
      return { ok: true, state: stateOf(payment), payment, ...before }
    await decide(shop, db, payment, before, verdict)
    const after = (await findPayment(db, reference)) ?? payment
    return { ok: true, state: stateOf(after), payment: after, ...(await lockPurpose(db, asked)) }
  })
}

/** Only who opened a payment knows of it; one of the sandbox never pays where another takes the money. */
const askWhoOpened = async (shop: Shop, { provider, reference }: Payment): Promise<Verdict> =>
  provider === shop.payments.name
    ? shop.payments.verify(reference)
    : { state: 'pending', why: `opened with ${provider}, which takes no payments here now` }

const stateOf = ({ status }: Payment) => (status === 'open' ? 'pending' : status)

type Locked = { order: Order | null; sale: Sale | null }

async function lockPurpose(db: Tx, { orderId, posSaleId }: Payment): Promise<Locked> {
  return {
    order: orderId ? ((await lockOrder(db, orderId)) ?? null) : null,
    sale: posSaleId ? ((await lockSale(db, posSaleId)) ?? null) : null,
  }
}

async function decide(
  shop: Shop,
  db: Tx,
  payment: Payment,
  { order, sale }: Locked,
  verdict: Verdict,
) {
  const now = shop.now()
  if (verdict.state !== 'paid') {
    // A failed attempt is not final: the customer may pay on the same page afterwards.
    const status = verdict.state === 'failed' ? 'failed' : payment.status
    await noteAnswer(db, payment.id, now, { status, lastAnswer: verdict.why })
    return
  }
  // A test key's answer looks like money in everything but its mode (docs/decisions/0018).
  if (verdict.mode !== 'live' && !takesTestMoney(shop.config)) {
    const said =
      verdict.mode === 'test'
        ? 'Paid in the test mode of the payment service: no money came'
        : 'Paid, but the payment service does not say that it is live money'
    await noteAnswer(db, payment.id, now, { status: 'mismatch', lastAnswer: said })
    if (order) await flagOrder(db, order, 'not-live-money', said)
    if (sale) await sendSaleToReview(db, sale, ['sum-differs'], `${said}.`)
    shop.log.error({ reference: payment.reference, said }, 'payment is not live money')
    return
  }
  const money = {
    paidAmount: verdict.amount,
    paidCurrency: verdict.currency,
    providerReference: verdict.providerReference,
    channel: verdict.channel,
  }
  if (verdict.currency !== SHOP.currency || verdict.amount < payment.amount) {
    const said = `Paid ${verdict.currency} ${verdict.amount} of ${payment.currency} ${payment.amount}`
    await noteAnswer(db, payment.id, now, { ...money, status: 'mismatch', lastAnswer: said })
    if (order) await flagOrder(db, order, 'underpaid', said)
    if (sale) await sendSaleToReview(db, sale, ['sum-differs'], `${said}.`)
    shop.log.warn({ reference: payment.reference, said }, 'payment does not match')
    return
  }
  await noteAnswer(db, payment.id, now, { ...money, status: 'paid', lastAnswer: 'Paid' })
  if (order) await orderWasPaid(shop, db, order, now)
  if (sale) await receiveSaleMoney(db, sale, payment)
}

/** An order that costs nothing goes the way of a paid one, in the transaction that makes it. */
export async function nothingToPay(shop: Shop, db: Tx, orderId: string) {
  const order = await lockOrder(db, orderId)
  if (order) await orderWasPaid(shop, db, order, shop.now())
}

async function orderWasPaid(shop: Shop, db: Tx, order: Order, now: Date) {
  const { outcome, email } = await receiveMoney(db, order, now)
  shop.log.info({ orderNumber: order.orderNumber, outcome }, 'money received')
  if (outcome === 'under review') return
  await takeOutBought(db, order.userId, await listItems(db, order.id))
  await notifyCustomer(shop, db, order, email)
}
