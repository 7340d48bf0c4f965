import { data } from 'react-router'
import { z } from 'zod'
import { askProvider } from '../../../modules/checkout/ask-provider.ts'
import { handlePurchase } from '../../../modules/checkout/vouchers/purchases.ts'
import { issueCredit } from '../../../modules/credit/issue-credit.ts'
import { moveCredit } from '../../../modules/credit/move-credit.ts'
import { endReserveByStaff } from '../../../modules/credit/reserves/end-reserves.ts'
import { showCode } from '../../../modules/credit/show-code.ts'
import { HAND_KINDS, LONGEST_CREDIT_REASON } from '../../../rules/credit/credit.ts'
import { plainAmount } from '../../../rules/money.ts'
import { chooseAct, readText, readValues, version } from '../../../web/forms/read-form.ts'
import type { ListAct } from '../../../web/forms/text-form.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { requireProof } from '../../../web/step-up.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/screen'
import { actOnVoucherMoney } from './refund-action.ts'

const asked = z.object({ credit: z.uuid(), kind: z.enum(HAND_KINDS) })
const seen = z.object({
  credit: z.uuid(),
  version,
})
async function issue({ shop, actor, form, respond }: ListAct, { context }: Route.ActionArgs) {
  const read = asked.safeParse(readValues(form, ['credit', 'kind']))
  if (!read.success) return respond(badToast('bad-form'))
  const { credit: id, kind } = read.data
  const done = await tryAct(shop, 'credit-failed', () =>
    issueCredit(shop, actor, {
      id,
      kind,
      amount: Number(plainAmount(readText(form, 'amount', 20)) || 0),
      email: readText(form, 'email') || null,
      reason: readText(form, 'reason', LONGEST_CREDIT_REASON),
    }),
  )
  if (!done.ok) return respond(badToast(done))
  // Opens the new credit, so that its code can be read out or copied.
  return redirectWith(context, `/admin/credit?credit=${id}`, goodToast('credit-issued', done))
}

async function show({ shop, actor, form, respond }: ListAct) {
  const read = z.uuid().safeParse(readText(form, 'credit'))
  if (!read.success) return respond(badToast('bad-form'))
  const id = read.data
  const done = await tryAct(shop, 'credit-failed', () => showCode(shop.db, actor, id))
  return done.ok ? data({ shown: { id, code: done.code } }) : respond(badToast(done))
}

async function endReserve({ shop, actor, form, respond }: ListAct) {
  const read = z.uuid().safeParse(readText(form, 'reserve'))
  if (!read.success) return respond(badToast('bad-form'))
  const done = await tryAct(shop, 'credit-failed', () =>
    endReserveByStaff(shop.db, actor, read.data),
  )
  return respond(done.ok ? goodToast('credit-reserve-ended') : badToast(done))
}

async function ask({ shop, actor, form, respond }: ListAct) {
  const read = z.uuid().safeParse(readText(form, 'voucher'))
  if (!read.success) return respond(badToast('bad-form'))
  const asked = await askProvider(shop, actor, { voucherPurchaseId: read.data })
  return respond(asked.ok ? goodToast('provider-asked', asked) : badToast(asked))
}

async function handle({ shop, actor, form, respond }: ListAct) {
  const read = z.uuid().safeParse(readText(form, 'voucher'))
  if (!read.success) return respond(badToast('bad-form'))
  const done = await tryAct(shop, 'credit-failed', () => handlePurchase(shop, actor, read.data))
  return respond(done.ok ? goodToast('voucher-handled') : badToast(done))
}

type MoveNotice = 'credit-approved' | 'credit-cancelled' | 'credit-blocked' | 'credit-unblocked'
const move =
  (to: Parameters<typeof moveCredit>[2]['to'], notice: MoveNotice) =>
  async ({ shop, actor, form, respond }: ListAct) => {
    const read = seen.safeParse(readValues(form, ['credit', 'version']))
    if (!read.success) return respond(badToast('bad-form'))
    const { credit: creditId, version } = read.data
    const done = await tryAct(shop, 'credit-failed', () =>
      moveCredit(shop, actor, { creditId, version, to }),
    )
    if (!done.ok) return respond(badToast(done))
    return respond(notice === 'credit-approved' ? goodToast(notice, done) : goodToast(notice))
  }

const ACTS = {
  issue,
  'show-code': show,
  agree: move('active', 'credit-approved'),
  'call-off': move('cancelled', 'credit-cancelled'),
  block: move('blocked', 'credit-blocked'),
  unblock: move('active', 'credit-unblocked'),
  'end-reserve': endReserve,
  'voucher-refund': actOnVoucherMoney,
  'voucher-give': actOnVoucherMoney,
  'voucher-keep': actOnVoucherMoney,
  ask,
  'voucher-done': handle,
}
/** These acts ask for a proof of identity, because they create, pay out or release money, or show a code. */
const ASKED = [
  'issue',
  'agree',
  'unblock',
  'show-code',
  'end-reserve',
  'voucher-refund',
  'voucher-give',
]

/** The acts on Store Credit: on codes, on tills' reserves of codes, and on vouchers that are bought on the web. */
export async function actOnCredit(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/credit')
  if (ASKED.includes(readText(act.form, 'intent'))) await requireProof(args, act.form)
  const chosen = chooseAct(ACTS, act.form)
  return chosen ? chosen(act, args) : act.respond(badToast('bad-form'))
}
