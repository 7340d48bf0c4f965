import { z } from 'zod'
import { askProvider } from '../../../modules/checkout/ask-provider.ts'
import { handleReview, REVIEW_KINDS } from '../../../modules/till/events/handle-review.ts'
import { endShortSale } from '../../../modules/till/short-sales/end-short-sale.ts'
import { LARGEST_TOTAL } from '../../../rules/money.ts'
import { SHORT_WAYS, type ShortEnd } from '../../../rules/till/sale-transitions.ts'
import { LONGEST_HANDLED_NOTE } from '../../../rules/till/till-review.ts'
import { chooseAct, readExact, readId, readText, readValues } from '../../../web/forms/read-form.ts'
import { readGiven } from '../../../web/forms/read-given.ts'
import type { ListAct } from '../../../web/forms/text-form.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { requireProof } from '../../../web/step-up.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/sales'

const handled = z.object({
  kind: z.enum(REVIEW_KINDS),
  // An unreadable event keeps the id that the till gave it, which may be any text.
  id: z.string().min(1).max(200),
  seen: z.string().max(500),
  note: z.string().trim().max(LONGEST_HANDLED_NOTE),
})

const ended = z.object({
  sale: z.uuid(),
  end: z.uuid(),
  amount: z.coerce.number().int().positive().max(LARGEST_TOTAL),
  way: z.enum(SHORT_WAYS),
})

async function ask({ shop, actor, form, respond }: ListAct) {
  const posSaleId = readId(readText(form, 'sale'))
  if (!posSaleId) return respond(badToast('bad-form'))
  const asked = await askProvider(shop, actor, { posSaleId })
  return respond(asked.ok ? goodToast('provider-asked', asked) : badToast(asked))
}

/** Marks a review as handled by a person. */
async function handle({ shop, actor, form, respond }: ListAct) {
  const read = handled.safeParse({
    ...readValues(form, ['kind', 'seen', 'note']),
    id: readExact(form, 'id'),
  })
  const isKnown = read.success && (read.data.kind === 'unread' || readId(read.data.id) !== null)
  if (!isKnown) return respond(badToast('bad-form'))
  if (read.data.note === '') return respond(badToast('review-note-missing'))
  const done = await handleReview(shop.db, actor, read.data, shop.now())
  return respond(done.ok ? goodToast('review-done') : badToast(done))
}

/** Ends a sale that is not fully paid: the rest was collected, or the sale is called off. */
const end =
  (outcome: ShortEnd) =>
  async ({ shop, actor, form, respond }: ListAct, args: Route.ActionArgs) => {
    await requireProof(args, form)
    const read = ended.safeParse(readValues(form, ['sale', 'end', 'amount', 'way']))
    if (!read.success) return respond(badToast('bad-form'))
    const { sale: saleId, end: id, way, amount } = read.data
    const given = readGiven(form, way)
    const isByHand = given === null || !('asCredit' in given)
    if (!isByHand) return respond(badToast('bad-form'))
    const done = await tryAct(shop, 'refund-failed', () =>
      endShortSale(shop, actor, { id, saleId, outcome, way, amount, given }),
    )
    return respond(done.ok ? goodToast(`short-${outcome}`, done) : badToast(done))
  }

const ACTS = {
  ask,
  handled: handle,
  'short-rest-taken': end('rest-taken'),
  'short-called-off': end('called-off'),
}

/** The acts on POS Sales. */
export async function actOnSales(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/pos-sales')
  const chosen = chooseAct(ACTS, act.form)
  return chosen ? chosen(act, args) : act.respond(badToast('bad-form'))
}
