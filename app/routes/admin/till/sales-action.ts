import { z } from 'zod'
import { askProvider } from '../../../modules/checkout/ask-provider.ts'
import { handleReview, REVIEW_KINDS } from '../../../modules/till/events/handle-review.ts'
import { LONGEST_HANDLED_NOTE } from '../../../rules/till/till-review.ts'
import { readExact, readId, readText, readValues } from '../../../web/forms/read-form.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import type { Route } from './+types/sales'

const handled = z.object({
  kind: z.enum(REVIEW_KINDS),
  // What could not be read has the id that the till gave it, whatever that is.
  id: z.string().min(1).max(200),
  seen: z.string().max(500),
  note: z.string().trim().max(LONGEST_HANDLED_NOTE),
})

/** `ask` (the provider) and `handled` (what a till sent, seen to by a person) on POS Sales. */
export async function actOnSales(args: Route.ActionArgs) {
  const { shop, actor, form, respond } = await readListAct(args, '/admin/pos-sales')

  switch (readText(form, 'intent')) {
    case 'ask': {
      const posSaleId = readId(readText(form, 'sale'))
      if (!posSaleId) return respond(badToast('bad-form'))
      const asked = await askProvider(shop, actor, { posSaleId })
      return respond(asked.ok ? goodToast('provider-asked', asked) : badToast(asked))
    }
    case 'handled': {
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
    default:
      return respond(badToast('bad-form'))
  }
}
