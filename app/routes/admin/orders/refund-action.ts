import { z } from 'zod'
import {
  approveRefund,
  cancelRefund,
  giveRefund,
  type Moved,
} from '../../../modules/refunds/move-refund.ts'
import { askAboutPayout, endPayout } from '../../../modules/refunds/payouts/end-payout.ts'
import { payOutRefund } from '../../../modules/refunds/payouts/start-payout.ts'
import type { RefundWhat } from '../../../modules/refunds/read-parts.ts'
import { requestRefund } from '../../../modules/refunds/request-refund.ts'
import type { Reason, Refusal } from '../../../rules/messages/refusals.ts'
import { plainAmount } from '../../../rules/money.ts'
import { LONGEST_REFUND_NOTE, REFUND_REASONS, REFUND_WAYS } from '../../../rules/refunds/refunds.ts'
import { readText, readUnits, readValues, version } from '../../../web/forms/read-form.ts'
import { readGiven } from '../../../web/forms/read-given.ts'
import type { readListAct } from '../../../web/staff-guards.ts'
import { requireProof } from '../../../web/step-up.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/screen'

type Act = Awaited<ReturnType<typeof readListAct>>

const asked = z.object({
  order: z.uuid(),
  version,
  refund: z.uuid(),
  what: z.enum(['all', 'lines', 'amount']),
  way: z.enum(REFUND_WAYS),
  reason: z.enum(REFUND_REASONS),
})
const seen = z.object({ refund: z.uuid(), version })

type Step = {
  act: (...of: Parameters<typeof approveRefund>) => Promise<Moved | Refusal<Reason>>
  notice: 'refund-approved' | 'refund-cancelled' | 'payout-ended' | 'payout-sent'
}
/** The acts on a refund that need to know no more than which one was seen. */
const STEPS = new Map<string, Step>([
  ['refund-approve', { act: approveRefund, notice: 'refund-approved' }],
  ['refund-cancel', { act: cancelRefund, notice: 'refund-cancelled' }],
  ['payout-end', { act: endPayout, notice: 'payout-ended' }],
  ['payout', { act: payOutRefund, notice: 'payout-sent' }],
])

const UNASKED = ['refund-cancel', 'payout-ask', 'payout-balance']

/**
 * `refund`, `refund-approve`, `refund-give`, `refund-cancel`, `payout`, `payout-end`, `payout-ask` and `payout-balance`
 * on Orders Management: money that leaves asks who one is.
 */
export async function actOnRefunds(args: Route.ActionArgs, { shop, actor, form, respond }: Act) {
  const intent = readText(form, 'intent')
  if (!UNASKED.includes(intent)) await requireProof(args, form)
  const fields = readValues(form, ['order', 'version', 'refund', 'what', 'way', 'reason'])
  if (intent === 'refund') {
    const read = asked.safeParse(fields)
    if (!read.success) return respond(badToast('bad-form'))
    const { order: orderId, refund: id, version, way, reason } = read.data
    const done = await tryAct(shop, 'refund-failed', () =>
      requestRefund(shop, actor, {
        id,
        orderId,
        version,
        what: readWhat(read.data.what, form),
        way,
        reason,
        note: readText(form, 'note', LONGEST_REFUND_NOTE) || null,
        given: readGiven(form, way),
        wallet: readWallet(form),
      }),
    )
    return respond(done.ok ? goodToast('refund-made', done) : badToast(done))
  }
  if (intent === 'payout-balance') {
    const balance = await shop.payments.readBalance()
    return respond(
      balance === null ? badToast('balance-not-known') : goodToast('payout-balance', { balance }),
    )
  }
  const read = seen.safeParse(fields)
  if (!read.success) return respond(badToast('bad-form'))
  const about = { refundId: read.data.refund, version: read.data.version }
  const step = STEPS.get(intent)
  if (step) {
    const done = await tryAct(shop, 'refund-failed', () => step.act(shop, actor, about))
    return respond(done.ok ? goodToast(step.notice, done) : badToast(done))
  }
  if (intent === 'payout-ask') {
    const asked = await tryAct(shop, 'provider-not-asked', () =>
      askAboutPayout(shop, actor, about.refundId),
    )
    return respond(asked.ok ? goodToast('payout-asked', asked) : badToast(asked))
  }
  const given = readGiven(form) ?? { reference: '' }
  const done = await tryAct(shop, 'refund-failed', () =>
    giveRefund(shop, actor, { ...about, given }),
  )
  return respond(done.ok ? goodToast('refund-made', { ...done, status: 'done' }) : badToast(done))
}

function readWhat(kind: RefundWhat['kind'], form: FormData): RefundWhat {
  const withDelivery = readText(form, 'delivery') !== ''
  if (kind === 'all') return { kind, withDelivery }
  if (kind === 'amount')
    return { kind, amount: Number(plainAmount(readText(form, 'amount', 20)) || 0) }
  const lines = readUnits(form, 'units')
  return { kind, withDelivery, lines }
}

/** The wallet that a form names; whether it is one is for the act to say. */
export const readWallet = (form: FormData) => ({
  operator: readText(form, 'operator', 20),
  phone: readText(form, 'phone', 40),
})
