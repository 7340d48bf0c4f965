import { z } from 'zod'
import { inspectReturn, settleReturn } from '../../../modules/returns/inspect-return.ts'
import { decideReturn } from '../../../modules/returns/move-return.ts'
import { noteReturn } from '../../../modules/returns/request-return.ts'
import { REFUND_WAYS } from '../../../rules/refunds/refunds.ts'
import {
  LONGEST_RETURN_ANSWER,
  LONGEST_RETURN_NOTE,
  RETURN_REASONS,
} from '../../../rules/returns/returns.ts'
import {
  readReturnLines,
  readText,
  readUnits,
  readValues,
  version,
} from '../../../web/forms/read-form.ts'
import { readGiven } from '../../../web/forms/read-given.ts'
import type { ListAct } from '../../../web/forms/text-form.ts'
import { badToast, goodToast, labelsAction } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import { asking, readWallet } from './refund-action.ts'

const asked = z.object({ order: z.uuid(), return: z.uuid(), reason: z.enum(RETURN_REASONS) })
const seen = z.object({
  return: z.uuid(),
  version,
})
const settling = z.object({ refund: z.uuid(), way: z.enum([...REFUND_WAYS, 'none']) })

async function noteNew({ shop, actor, form, respond }: ListAct) {
  const read = asked.safeParse(readValues(form, ['order', 'return', 'reason']))
  if (!read.success) return respond(badToast('bad-form'))
  const { order: orderId, return: id, reason } = read.data
  const note = readText(form, 'note', LONGEST_RETURN_NOTE) || null
  const isHere = readText(form, 'here') !== ''
  const done = await tryAct(shop, 'return-failed', () =>
    noteReturn(shop, actor, {
      id,
      orderId,
      reason,
      note,
      lines: readReturnLines(form),
      isHere,
    }),
  )
  return respond(done.ok ? goodToast('return-noted', { ...done, isHere }) : badToast(done))
}

type Seen = { returnId: string; version: number }
type Done = ReturnType<typeof inspectReturn | typeof settleReturn | typeof decideReturn>

/** An act on the return in the version that its form saw; null when the rest of the form cannot be read. */
const actOn = (returnAct: (act: ListAct, seen: Seen) => Done | null) => async (act: ListAct) => {
  const { shop, form, respond } = act
  const read = seen.safeParse(readValues(form, ['return', 'version']))
  if (!read.success) return respond(badToast('bad-form'))
  const about = { returnId: read.data.return, version: read.data.version }
  const done = await tryAct(shop, 'return-failed', async () => returnAct(act, about))
  if (!done) return respond(badToast('bad-form'))
  if (done.ok && done.isRefunded) return respond(goodToast('exchange-not-sent', done))
  if (!done.ok) return respond(badToast(done))
  const isBack =
    readText(form, 'intent') === 'return-inspect' && readUnits(form, 'restocked').length > 0
  return respond({
    ...goodToast('return-moved', done),
    ...(isBack && labelsAction('return', about.returnId)),
  })
}

const decide = (to: 'approved' | 'refused' | 'received' | 'cancelled') =>
  actOn(({ shop, actor, form }, about) => {
    const answer = readText(form, 'answer', LONGEST_RETURN_ANSWER + 1) || null
    const exchange = readText(form, 'exchange')
    const forMoney = exchange === '' ? undefined : exchange === 'none'
    return decideReturn(shop, actor, { ...about, to, answer, forMoney })
  })

const inspect = actOn(({ shop, actor, form }, about) => {
  const faulty = new Map(readUnits(form, 'faulty').map(({ lineId, units }) => [lineId, units]))
  const sound = new Map(readUnits(form, 'restocked').map(({ lineId, units }) => [lineId, units]))
  const lines = [...new Set([...faulty.keys(), ...sound.keys()])].map((lineId) => ({
    lineId,
    restocked: sound.get(lineId) ?? 0,
    faulty: faulty.get(lineId) ?? 0,
  }))
  const isHandedOver = readText(form, 'handed-over') !== ''
  return inspectReturn(shop, actor, { ...about, lines, isHandedOver })
})

const settle = actOn(({ shop, actor, form }, about) => {
  const by = settling.safeParse(readValues(form, ['refund', 'way']))
  if (!by.success) return null
  const { way, refund: refundId } = by.data
  const withDelivery = readText(form, 'delivery') !== ''
  const wallet = readWallet(form)
  const given = readGiven(form, way)
  const money = way === 'none' ? null : { way, refundId, withDelivery, given, wallet }
  return settleReturn(shop, actor, { ...about, by: money })
})

/** The acts on the returns of an order: only those that pay money require a proof of identity. */
export const RETURN_ACTS = {
  return: noteNew,
  'return-approve': decide('approved'),
  'return-refuse': decide('refused'),
  'return-receive': decide('received'),
  'return-cancel': decide('cancelled'),
  'return-inspect': inspect,
  'return-settle': asking(settle),
}
