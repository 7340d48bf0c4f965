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
import type { readListAct } from '../../../web/staff-guards.ts'
import { requireProof } from '../../../web/step-up.ts'
import { badToast, goodToast, labelsAction } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/screen'
import { readWallet } from './refund-action.ts'

type Act = Awaited<ReturnType<typeof readListAct>>

const asked = z.object({ order: z.uuid(), return: z.uuid(), reason: z.enum(RETURN_REASONS) })
const seen = z.object({
  return: z.uuid(),
  version,
})
const settling = z.object({ refund: z.uuid(), way: z.enum([...REFUND_WAYS, 'none']) })
const DECISIONS = {
  'return-approve': 'approved',
  'return-refuse': 'refused',
  'return-receive': 'received',
  'return-cancel': 'cancelled',
} as const

/** `return`, its decisions, `return-inspect` and `return-settle` on Orders Management: only money asks who one is. */
export async function actOnReturns(args: Route.ActionArgs, { shop, actor, form, respond }: Act) {
  const intent = readText(form, 'intent')
  if (intent === 'return-settle') await requireProof(args, form)
  const fields = readValues(form, ['order', 'return', 'version', 'reason', 'refund', 'way'])
  if (intent === 'return') {
    const read = asked.safeParse(fields)
    if (!read.success) return respond(badToast('bad-form'))
    const { order: orderId, return: id, reason } = read.data
    const note = readText(form, 'note', LONGEST_RETURN_NOTE) || null
    const done = await tryAct(shop, 'return-failed', () =>
      noteReturn(shop, actor, { id, orderId, reason, note, lines: readReturnLines(form) }),
    )
    return respond(done.ok ? goodToast('return-noted', done) : badToast(done))
  }
  const read = seen.safeParse(fields)
  if (!read.success) return respond(badToast('bad-form'))
  const about = { returnId: read.data.return, version: read.data.version }
  const work = () => {
    if (intent === 'return-inspect') {
      const faulty = new Map(readUnits(form, 'faulty').map(({ lineId, units }) => [lineId, units]))
      const sound = new Map(
        readUnits(form, 'restocked').map(({ lineId, units }) => [lineId, units]),
      )
      const lines = [...new Set([...faulty.keys(), ...sound.keys()])].map((lineId) => ({
        lineId,
        restocked: sound.get(lineId) ?? 0,
        faulty: faulty.get(lineId) ?? 0,
      }))
      return inspectReturn(shop, actor, { ...about, lines })
    }
    if (intent === 'return-settle') {
      const by = settling.safeParse(fields)
      if (!by.success) return null
      const { way, refund: refundId } = by.data
      const withDelivery = readText(form, 'delivery') !== ''
      const wallet = readWallet(form)
      const given = readGiven(form, way)
      const money = way === 'none' ? null : { way, refundId, withDelivery, given, wallet }
      return settleReturn(shop, actor, { ...about, by: money })
    }
    const to = Object.entries(DECISIONS).find(([act]) => act === intent)?.[1]
    const answer = readText(form, 'answer', LONGEST_RETURN_ANSWER + 1) || null
    const forMoney = readText(form, 'exchange') === 'none'
    return to ? decideReturn(shop, actor, { ...about, to, answer, forMoney }) : null
  }
  const done = await tryAct(shop, 'return-failed', async () => work())
  if (!done) return respond(badToast('bad-form'))
  if (done.ok && done.isRefunded) return respond(goodToast('exchange-not-sent', done))
  if (!done.ok) return respond(badToast(done))
  const isBack = intent === 'return-inspect' && readUnits(form, 'restocked').length > 0
  return respond({
    ...goodToast('return-moved', done),
    ...(isBack && labelsAction('return', about.returnId)),
  })
}
