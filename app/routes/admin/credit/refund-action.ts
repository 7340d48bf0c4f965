import { z } from 'zod'
import {
  cancelVoucherRefund,
  giveVoucherRefund,
  refundVoucher,
} from '../../../modules/refunds/vouchers/refund-voucher.ts'
import {
  VOUCHER_REFUND_REASONS,
  VOUCHER_REFUND_WAYS,
} from '../../../rules/refunds/voucher-refunds.ts'
import { readText, readValues, version } from '../../../web/forms/read-form.ts'
import { readGiven } from '../../../web/forms/read-given.ts'
import type { ListAct } from '../../../web/forms/text-form.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'

const seen = z.object({
  refund: z.uuid(),
  version,
})
const asked = seen.extend({
  credit: z.uuid(),
  way: z.enum(VOUCHER_REFUND_WAYS),
  reason: z.enum(VOUCHER_REFUND_REASONS),
})

/**
 * The acts on a voucher's money: `voucher-refund` refunds it or requests the refund, `voucher-give` is the second
 * person's approval and payment, `voucher-keep` cancels the refund.
 */
export async function actOnVoucherMoney({ shop, actor, form, respond }: ListAct) {
  const intent = readText(form, 'intent')
  const fields = readValues(form, ['credit', 'refund', 'version', 'way', 'reason'])
  if (intent === 'voucher-refund') {
    const read = asked.safeParse(fields)
    if (!read.success) return respond(badToast('bad-form'))
    const { refund: id, credit: creditId, version, way, reason } = read.data
    const given = readGiven(form, way)
    const done = await tryAct(shop, 'refund-failed', () =>
      refundVoucher(shop, actor, { id, creditId, version, way, reason, given }),
    )
    return respond(done.ok ? goodToast('voucher-refunded', done) : badToast(done))
  }
  const read = seen.safeParse(fields)
  if (!read.success) return respond(badToast('bad-form'))
  const about = { refundId: read.data.refund, version: read.data.version }
  if (intent === 'voucher-keep') {
    const done = await tryAct(shop, 'refund-failed', () => cancelVoucherRefund(shop, actor, about))
    return respond(done.ok ? goodToast('voucher-refund-cancelled') : badToast(done))
  }
  const given = readGiven(form)
  const done = await tryAct(shop, 'refund-failed', () =>
    giveVoucherRefund(shop, actor, { ...about, given }),
  )
  return respond(done.ok ? goodToast('voucher-refunded', done) : badToast(done))
}
