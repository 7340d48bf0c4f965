import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { voucherPurchases, voucherRefunds } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import { creditLabel } from '../../../rules/credit/credit.ts'
import { voucherRefundedEmail } from '../../../rules/messages/emails/credit.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { LONGEST_REFUND_REFERENCE, needsSecondPerson } from '../../../rules/refunds/refunds.ts'
import {
  findVoucherRefundStep,
  isWholeVoucher,
  type VoucherRefundReason,
  type VoucherRefundWay,
} from '../../../rules/refunds/voucher-refunds.ts'
import { limitSettings } from '../../../rules/settings/settings.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { type Credit, lockCredit } from '../../credit/lock-credit.ts'
import { returnFromRefund, takeForRefund } from '../../credit/take-for-refund.ts'
import { moveDrawerCash } from '../../till/shifts/drawer-cash.ts'
import type { GiveRefusal, RefundTransfer } from '../give-refund.ts'
import { isOwnVoucher, isPaidVoucher } from './find-voucher-refund.ts'

type RefundShop = Pick<Services, 'db' | 'jobs' | 'now'>
type VoucherRefund = typeof voucherRefunds.$inferSelect

export type VoucherRefundRequest = {
  /** Id of the form: submitted twice, it is one refund. */
  id: string
  creditId: string
  /** The code's version that the person saw. */
  version: number
  way: VoucherRefundWay
  reason: VoucherRefundReason
  /** The reference with which the money left, or its drawer; null when a second person gives it. */
  given: RefundTransfer | null
}
type Refunded = { ok: true; amount: number; isAwaiting: boolean }
type RefundRefusal =
  | GiveRefusal
  | Refusal<'not-found' | 'voucher-not-paid' | 'voucher-not-whole' | 'refund-second-first'>

/**
 * Staff refund a bought voucher, always in full, and its code ends (docs/product.md, Store credit). Above a limit, and
 * for their own voucher, the refund waits for a second person, and nobody can spend the code meanwhile.
 */
export const refundVoucher = (
  shop: RefundShop,
  actor: Actor,
  asked: VoucherRefundRequest,
): Promise<Refunded | RefundRefusal> =>
  transact(shop.db, async (db): Promise<Refunded | RefundRefusal> => {
    const credit = await lockCredit(db, asked.creditId)
    if (!credit) return { ok: false, reason: 'not-found' }
    const { id: creditId, amount } = credit
    const [known] = await db.select().from(voucherRefunds).where(eq(voucherRefunds.id, asked.id))
    const isKnown = known?.creditId === creditId && known.requestedBy === actor.userId
    if (isKnown && known.status !== 'cancelled' && isAsAsked(known, asked))
      return { ok: true, amount, isAwaiting: known.status === 'awaiting' }
    if (known || credit.version !== asked.version) return { ok: false, reason: 'edited-meanwhile' }
    if (!(await isPaidVoucher(db, creditId))) return { ok: false, reason: 'voucher-not-paid' }
    if (!isWholeVoucher(credit)) return { ok: false, reason: 'voucher-not-whole' }
    const isOwn = await isOwnVoucher(db, creditId, actor.userId)
    const { secondPersonFrom } = limitSettings()
    const needsSecond = needsSecondPerson({ amount, refunded: 0, isOwn }, secondPersonFrom)
    // Money that has left cannot be approved any more.
    if (needsSecond && asked.given) return { ok: false, reason: 'refund-second-first' }
    const { id, way, reason } = asked
    const [refund] = await db
      .insert(voucherRefunds)
      .values({
        id,
        creditId,
        status: 'awaiting',
        way,
        amount,
        reason,
        needsSecond,
        requestedBy: actor.userId,
        createdAt: shop.now(),
      })
      .returning()
    if (!refund) throw new Error('a refund was not written')
    await takeForRefund(db, { creditId, voucherRefundId: id, amount, byUser: actor.userId })
    await record(db, actor, credit, 'refund requested', { amount, way, reason, needsSecond })
    if (!needsSecond) {
      const done = await giveLocked(shop, db, actor, { credit, refund, given: asked.given })
      if (!done.ok) return done
    }
    return { ok: true, amount, isAwaiting: needsSecond }
  })

/** Whether the same form came once more; another way, reference or drawer means other money. */
const isAsAsked = (refund: VoucherRefund, { way, given }: VoucherRefundRequest) =>
  refund.way === way && (refund.status === 'awaiting' || isGivenBy(refund, given))

/**
 * Two staff members pay the same refund at once, from two drawers or with two references: one of them paid, and the
 * other must learn that.
 */
const isGivenBy = ({ shiftId, reference }: VoucherRefund, given: RefundTransfer | null) =>
  given !== null &&
  ('shiftId' in given
    ? shiftId === given.shiftId
    : 'reference' in given && reference === given.reference)

/** `version` is the refund's version that the person saw. */
type Seen = { refundId: string; version: number }
type SeenRefusal = Refusal<'not-found' | 'edited-meanwhile'>

/** A second person approves and pays the refund, and says with which reference or out of which drawer. */
export const giveVoucherRefund = (
  shop: RefundShop,
  actor: Actor,
  { given, ...seen }: Seen & { given: RefundTransfer | null },
): Promise<Refunded | SeenRefusal | GiveRefusal | Refusal<'voucher-second-person'>> =>
  changeLocked(
    shop,
    seen,
    'done',
    async (db, credit, refund) => {
      if (actor.userId === refund.requestedBy || (await isOwnVoucher(db, credit.id, actor.userId)))
        return { ok: false, reason: 'voucher-second-person' } as const
      return giveLocked(shop, db, actor, { credit, refund, given, approvedBy: actor.userId })
    },
    (refund) => isGivenBy(refund, given),
  )

/** Cancels a waiting refund: the code gets its money back. */
export const cancelVoucherRefund = (
  shop: RefundShop,
  actor: Actor,
  seen: Seen,
): Promise<Refunded | SeenRefusal> =>
  changeLocked<Refusal<'edited-meanwhile'>>(shop, seen, 'cancelled', async (db, credit, refund) => {
    const { id: voucherRefundId, amount, way } = refund
    const step = findVoucherRefundStep('staff', refund, 'cancelled')
    if (!step) return { ok: false, reason: 'edited-meanwhile' }
    await returnFromRefund(db, {
      creditId: credit.id,
      voucherRefundId,
      amount,
      byUser: actor.userId,
    })
    await end(db, voucherRefundId, { status: step.to, [step.stamp]: shop.now() })
    await record(db, actor, credit, 'refund cancelled', { amount, way })
    return { ok: true } as const
  })

/**
 * Locks the code of a refund. A refund that has this status already, by the same act or an equal
 * one, is left as it is.
 */
const changeLocked = <R extends { ok: false }>(
  { db }: RefundShop,
  { refundId, version }: Seen,
  to: VoucherRefund['status'],
  work: (db: Tx, credit: Credit, refund: VoucherRefund) => Promise<{ ok: true } | R>,
  comesToSame: (refund: VoucherRefund) => boolean = () => true,
): Promise<Refunded | SeenRefusal | R> =>
  transact(db, async (db): Promise<Refunded | SeenRefusal | R> => {
    const [found] = await db.select().from(voucherRefunds).where(eq(voucherRefunds.id, refundId))
    const credit = found && (await lockCredit(db, found.creditId))
    // Read after its code is locked.
    const [refund] = await db.select().from(voucherRefunds).where(eq(voucherRefunds.id, refundId))
    if (!credit || !refund) return { ok: false, reason: 'not-found' }
    const done = { ok: true, amount: refund.amount, isAwaiting: false } as const
    if (refund.status === to && comesToSame(refund)) return done
    if (refund.version !== version) return { ok: false, reason: 'edited-meanwhile' }
    const answer = await work(db, credit, refund)
    return answer.ok ? done : answer
  })

const end = (db: Tx, id: string, set: Partial<VoucherRefund>) =>
  db
    .update(voucherRefunds)
    .set({ ...set, version: sql`${voucherRefunds.version} + 1` })
    .where(eq(voucherRefunds.id, id))

type Giving = {
  credit: Credit
  refund: VoucherRefund
  given: RefundTransfer | null
  approvedBy?: string
}

async function giveLocked(
  shop: RefundShop,
  db: Tx,
  actor: Actor,
  { credit, refund, given, approvedBy }: Giving,
): Promise<{ ok: true } | GiveRefusal> {
  const { id, way, amount } = refund
  const step = findVoucherRefundStep(approvedBy ? 'second-person' : 'staff', refund, 'done')
  if (!step) return { ok: false, reason: 'edited-meanwhile' }
  const label = creditLabel(credit.code)
  const facts = given && !('asCredit' in given) ? given : null
  if (!facts)
    return { ok: false, reason: way === 'cash' ? 'drawer-not-open' : 'refund-reference-missing' }
  if ((way === 'cash') !== 'shiftId' in facts) return { ok: false, reason: 'refund-way-other' }
  if ('shiftId' in facts) {
    const out = await moveDrawerCash(db, actor, {
      id,
      amount: -amount,
      reason: label,
      now: shop.now(),
      ...facts,
    })
    if (!out.ok) return out
  } else if (
    facts.reference === '' ||
    Array.from(facts.reference).length > LONGEST_REFUND_REFERENCE
  )
    return { ok: false, reason: 'refund-reference-missing' }
  const agreed = approvedBy ? { approvedBy } : {}
  await end(db, id, { ...facts, ...agreed, status: step.to, [step.stamp]: shop.now() })
  await record(db, actor, credit, 'refunded', { amount, way, ...facts })
  await notifyHolder(shop, db, credit, refund)
  return { ok: true }
}

/** Emails the buyer and the holder of the code, where their addresses are known. */
async function notifyHolder(
  shop: RefundShop,
  db: Tx,
  { email, purchaseId }: Credit,
  refund: VoucherRefund,
) {
  const [bought] = purchaseId
    ? await db.select().from(voucherPurchases).where(eq(voucherPurchases.id, purchaseId))
    : []
  const addresses = new Set([bought?.buyerEmail, email].filter((one) => one != null))
  for (const to of addresses)
    await shop.jobs.enqueue(
      db,
      'send-email',
      voucherRefundedEmail(to, { ...refund, isBuyer: to === bought?.buyerEmail || !bought }),
    )
}

const record = (
  db: Tx,
  actor: Actor,
  { id, code }: Credit,
  action: 'refund requested' | 'refund cancelled' | 'refunded',
  after: Record<string, unknown>,
) =>
  recordAudit(db, actor, {
    action,
    entity: 'credit',
    entityId: id,
    label: creditLabel(code),
    after,
  })
