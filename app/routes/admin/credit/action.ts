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
import { readText, readValues } from '../../../web/forms/read-form.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { requireProof } from '../../../web/step-up.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/screen'
import { actOnVoucherMoney } from './refund-action.ts'

const asked = z.object({ credit: z.uuid(), kind: z.enum(HAND_KINDS) })
const seen = z.object({
  credit: z.uuid(),
  version: z.coerce.number().int().positive().max(2_000_000_000),
})
const ACTS = {
  agree: ['active', 'credit-approved'],
  'call-off': ['cancelled', 'credit-cancelled'],
  block: ['blocked', 'credit-blocked'],
  unblock: ['active', 'credit-unblocked'],
} as const
/** Before money is made, leaves, or can be spent. */
const ASKED = [
  'issue',
  'agree',
  'unblock',
  'show-code',
  'end-reserve',
  'voucher-refund',
  'voucher-give',
]

/**
 * `issue` of a code by hand, `show-code`, `agree` and `call-off` of one that waits, `block` and `unblock`,
 * `end-reserve` of what a till holds; `voucher-refund`, `voucher-give` and `voucher-keep` of its money; of a voucher
 * that is bought on the web `ask` the provider, and `voucher-done`.
 */
export async function actOnCredit(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/credit')
  const { shop, actor, form, respond } = act
  const intent = readText(form, 'intent')
  if (ASKED.includes(intent)) await requireProof(args, form)
  const fields = readValues(form, ['credit', 'kind', 'version'])
  if (intent === 'issue') {
    const read = asked.safeParse(fields)
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
    // Opened, so that its code can be read out or copied.
    return redirectWith(
      args.context,
      `/admin/credit?credit=${id}`,
      goodToast('credit-issued', done),
    )
  }
  if (intent === 'voucher-refund' || intent === 'voucher-give' || intent === 'voucher-keep')
    return actOnVoucherMoney(act)
  if (intent === 'show-code') {
    const read = seen.pick({ credit: true }).safeParse(fields)
    if (!read.success) return respond(badToast('bad-form'))
    const { credit: id } = read.data
    const done = await tryAct(shop, 'credit-failed', () => showCode(shop.db, actor, id))
    return done.ok ? data({ shown: { id, code: done.code } }) : respond(badToast(done))
  }
  if (intent === 'end-reserve') {
    const read = z.uuid().safeParse(readText(form, 'reserve'))
    if (!read.success) return respond(badToast('bad-form'))
    const done = await tryAct(shop, 'credit-failed', () =>
      endReserveByStaff(shop.db, actor, read.data),
    )
    return respond(done.ok ? goodToast('credit-reserve-ended') : badToast(done))
  }
  if (intent === 'ask' || intent === 'voucher-done') {
    const read = z.uuid().safeParse(readText(form, 'voucher'))
    if (!read.success) return respond(badToast('bad-form'))
    const voucherPurchaseId = read.data
    if (intent === 'ask') {
      const asked = await askProvider(shop, actor, { voucherPurchaseId })
      return respond(asked.ok ? goodToast('provider-asked', asked) : badToast(asked))
    }
    const done = await tryAct(shop, 'credit-failed', () =>
      handlePurchase(shop, actor, voucherPurchaseId),
    )
    return respond(done.ok ? goodToast('voucher-handled') : badToast(done))
  }
  const read = seen.safeParse(fields)
  const step = Object.entries(ACTS).find(([act]) => act === intent)?.[1]
  if (!read.success || !step) return respond(badToast('bad-form'))
  const { credit: creditId, version } = read.data
  const [to, notice] = step
  const done = await tryAct(shop, 'credit-failed', () =>
    moveCredit(shop, actor, { creditId, version, to }),
  )
  if (!done.ok) return respond(badToast(done))
  return respond(notice === 'credit-approved' ? goodToast(notice, done) : goodToast(notice))
}
