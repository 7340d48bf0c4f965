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
import { readAmount } from '../../../rules/money.ts'
import { LONGEST_REFUND_NOTE, REFUND_REASONS, REFUND_WAYS } from '../../../rules/refunds/refunds.ts'
import { readText, readUnits, readValues, version } from '../../../web/forms/read-form.ts'
import { readGiven } from '../../../web/forms/read-given.ts'
import type { ListAct } from '../../../web/forms/text-form.ts'
import { requireProof } from '../../../web/step-up.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/screen'

const asked = z.object({
  order: z.uuid(),
  version,
  refund: z.uuid(),
  what: z.enum(['all', 'lines', 'amount']),
  way: z.enum(REFUND_WAYS),
  reason: z.enum(REFUND_REASONS),
})
const seen = z.object({ refund: z.uuid(), version })

const readSeen = (form: FormData) => {
  const read = seen.safeParse(readValues(form, ['refund', 'version']))
  return read.success ? { refundId: read.data.refund, version: read.data.version } : null
}

type Step = (...of: Parameters<typeof approveRefund>) => Promise<Moved | Refusal<Reason>>
type StepNotice = 'refund-approved' | 'refund-cancelled' | 'payout-ended' | 'payout-sent'
/** An act on a refund that only needs the version that the actor saw. */
const step =
  (move: Step, notice: StepNotice) =>
  async ({ shop, actor, form, respond }: ListAct) => {
    const about = readSeen(form)
    if (!about) return respond(badToast('bad-form'))
    const done = await tryAct(shop, 'refund-failed', () => move(shop, actor, about))
    return respond(done.ok ? goodToast(notice, done) : badToast(done))
  }

/** Requires a proof of identity, because money leaves. */
export const asking =
  (act: (of: ListAct) => Promise<Response>) => async (of: ListAct, args: Route.ActionArgs) => {
    await requireProof(args, of.form)
    return act(of)
  }

async function refund({ shop, actor, form, respond }: ListAct) {
  const read = asked.safeParse(
    readValues(form, ['order', 'version', 'refund', 'what', 'way', 'reason']),
  )
  if (!read.success) return respond(badToast('bad-form'))
  const { order: orderId, refund: id, version, what, way, reason } = read.data
  const done = await tryAct(shop, 'refund-failed', () =>
    requestRefund(shop, actor, {
      id,
      orderId,
      version,
      what: readWhat(what, form),
      way,
      reason,
      note: readText(form, 'note', LONGEST_REFUND_NOTE) || null,
      given: readGiven(form, way),
      wallet: readWallet(form),
    }),
  )
  return respond(done.ok ? goodToast('refund-made', done) : badToast(done))
}

async function give({ shop, actor, form, respond }: ListAct) {
  const about = readSeen(form)
  if (!about) return respond(badToast('bad-form'))
  const given = readGiven(form) ?? { reference: '' }
  const done = await tryAct(shop, 'refund-failed', () =>
    giveRefund(shop, actor, { ...about, given }),
  )
  return respond(done.ok ? goodToast('refund-made', { ...done, status: 'done' }) : badToast(done))
}

async function askProvider({ shop, actor, form, respond }: ListAct) {
  const about = readSeen(form)
  if (!about) return respond(badToast('bad-form'))
  const asked = await tryAct(shop, 'provider-not-asked', () =>
    askAboutPayout(shop, actor, about.refundId),
  )
  return respond(asked.ok ? goodToast('payout-asked', asked) : badToast(asked))
}

async function readBalance({ shop, respond }: ListAct) {
  const balance = await shop.payments.readBalance()
  return respond(
    balance === null ? badToast('balance-not-known') : goodToast('payout-balance', { balance }),
  )
}

/** The acts on the refunds of an order. */
export const REFUND_ACTS = {
  refund: asking(refund),
  'refund-approve': asking(step(approveRefund, 'refund-approved')),
  'refund-give': asking(give),
  'refund-cancel': step(cancelRefund, 'refund-cancelled'),
  payout: asking(step(payOutRefund, 'payout-sent')),
  'payout-end': asking(step(endPayout, 'payout-ended')),
  'payout-ask': askProvider,
  'payout-balance': readBalance,
}

function readWhat(kind: RefundWhat['kind'], form: FormData): RefundWhat {
  const withDelivery = readText(form, 'delivery') !== ''
  if (kind === 'all') return { kind, withDelivery }
  if (kind === 'amount') return { kind, amount: readAmount(readText(form, 'amount', 20)) }
  const lines = readUnits(form, 'units')
  return { kind, withDelivery, lines }
}

/** The wallet fields of a form; the act checks whether they are a valid wallet. */
export const readWallet = (form: FormData) => ({
  operator: readText(form, 'operator', 20),
  phone: readText(form, 'phone', 40),
})
