import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { refundItems, refunds, refundWallets } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Services } from '../../platform/services.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import {
  needsSecondPerson,
  priceOfKept,
  type RefundReason,
  type RefundStatus,
  type RefundWay,
  refundable,
  refundableMoney,
  surplusOf,
} from '../../rules/refunds/refunds.ts'
import { limitSettings } from '../../rules/settings/settings.ts'
import { hasOtherRunner } from '../accounts/staff/other-runner.ts'
import type { Actor, ActorOrJob } from '../audit/record-audit.ts'
import { noteGivingBack } from '../orders/handle-review.ts'
import { lockOrder } from '../orders/read-order.ts'
import { auditOrder } from '../orders/staff/audit-order.ts'
import { isOwnOrder } from '../orders/staff/own-order.ts'
import { type GiveRefusal, giveLocked, type RefundTransfer } from './give-refund.ts'
import { type StartRefusal, startPayout } from './payouts/start-payout.ts'
import { checkWallet, type WalletInput } from './payouts/wallets.ts'
import { readMoney } from './read-money.ts'
import { type RefundWhat, readParts } from './read-parts.ts'
import { isSameRequest } from './same-request.ts'

export type RefundRequest = {
  /** Id of the form: submitted twice, it is one refund. */
  id: string
  orderId: string
  /** The order's version that the person saw. */
  version: number
  what: RefundWhat
  way: RefundWay
  reason: RefundReason
  note: string | null
  /**
   * How the money has already left: with this reference, or out of this drawer. Store credit is issued at once, unless
   * a second person has to approve.
   */
  given: RefundTransfer | null
  /** The wallet that is paid, when the way is `wallet`. */
  wallet?: WalletInput | null | undefined
}

type RefundRefusal =
  | GiveRefusal
  | StartRefusal
  | Refusal<
      | 'not-found'
      | 'edited-meanwhile'
      | 'refund-nothing'
      | 'refund-above-paid'
      | 'refund-above-money'
      | 'refund-amount-bad'
      | 'refund-lines-bad'
      | 'refund-second-first'
      | 'payout-phone-bad'
      | 'payout-operator-missing'
    >
type RefundResult =
  | { ok: true; orderNumber: string; amount: number; status: RefundStatus }
  | RefundRefusal

/**
 * Staff refund money of an online order (docs/product.md, Refunds), never more than came for it. Above a limit, and
 * for their own order, a second person has to approve first; otherwise the refund is ready to send, or already given.
 */
export const requestRefund = (
  shop: Pick<Services, 'db' | 'jobs' | 'config' | 'now'>,
  actor: Actor,
  asked: RefundRequest,
): Promise<RefundResult> => transact(shop.db, (db) => requestLocked(shop, db, actor, asked))

/** Does so within a larger transaction, which a refusal rolls back. */
export async function requestLocked(
  shop: Pick<Services, 'jobs' | 'config' | 'now'>,
  db: Tx,
  actor: ActorOrJob,
  asked: RefundRequest,
): Promise<RefundResult> {
  const order = await lockOrder(db, asked.orderId)
  if (!order) return { ok: false, reason: 'not-found' }
  const { orderNumber } = order
  const [known] = await db.select().from(refunds).where(eq(refunds.id, asked.id))
  if (known?.orderId === order.id && (await isSameRequest(db, order, known, asked)))
    return { ok: true, orderNumber, amount: known.amount, status: known.status }
  if (known || order.version !== asked.version) return { ok: false, reason: 'edited-meanwhile' }
  const money = await readMoney(db, order.id)
  const left = refundable(money)
  if (left === 0) return { ok: false, reason: 'refund-nothing' }
  const parts = await readParts(db, order, asked.what, money)
  if (!parts.ok) return parts
  const { amount, deliveryAmount, items } = parts
  if (amount > left) return { ok: false, reason: 'refund-above-paid', amount, left }
  const leftMoney = refundableMoney(money)
  if (asked.way !== 'credit' && amount > leftMoney)
    return { ok: false, reason: 'refund-above-money', amount, left: leftMoney }
  const to =
    asked.way === 'wallet'
      ? await checkWallet(shop, db, { order, actor, asked: asked.wallet })
      : null
  if (to && !to.ok) return to
  if (to && asked.given) return { ok: false, reason: 'refund-way-other' }
  const { secondPersonFrom } = limitSettings()
  // With the limit off, somebody who alone runs the shop would wait for an approval that nobody can give.
  const isOtherWallet =
    to?.isOther === true &&
    (secondPersonFrom !== null || (await hasOtherRunner(db, [actor.userId, order.userId])))
  const needsSecond = needsSecondPerson(
    {
      amount,
      refunded: money.refunded,
      isOwn: to?.isOwn === true || (await isOwnOrder(db, order.id, actor.userId)),
      isOtherWallet,
    },
    secondPersonFrom,
  )
  const given =
    asked.way === 'credit' && !needsSecond ? (asked.given ?? { asCredit: true }) : asked.given
  // Money that has left cannot be approved any more.
  if (needsSecond && given) return { ok: false, reason: 'refund-second-first' }
  const [refund] = await db
    .insert(refunds)
    .values({
      id: asked.id,
      orderId: order.id,
      status: needsSecond ? 'awaiting' : 'requested',
      way: asked.way,
      amount,
      surplus: surplusOf(amount, priceOfKept(order, money), money),
      deliveryAmount,
      reason: asked.reason,
      note: asked.note,
      needsSecond,
      requestedBy: actor.userId,
    })
    .returning()
  if (!refund) throw new Error('a refund was not written')
  if (items.length > 0)
    await db.insert(refundItems).values(items.map((item) => ({ ...item, refundId: refund.id })))
  if (to) await db.insert(refundWallets).values({ ...to.wallet, refundId: refund.id })
  await auditOrder(db, actor, order, {
    action: 'refund requested',
    after: { amount, way: asked.way, reason: asked.reason, needsSecond },
  })
  if (to && !needsSecond) {
    const started = await startPayout(shop, db, actor, { order, refund })
    return started.ok ? { ok: true, orderNumber, amount, status: 'sent' } : started
  }
  if (!given) {
    await noteGivingBack(db, order, { byUser: actor.userId })
    return { ok: true, orderNumber, amount, status: refund.status }
  }
  const done = await giveLocked(shop, db, actor, { order, refund, given })
  return done.ok ? { ok: true, orderNumber, amount, status: 'done' } : done
}
