import { askProvider } from '../../../modules/checkout/ask-provider.ts'
import { handleOrderReview } from '../../../modules/orders/handle-review.ts'
import { addStaffNote } from '../../../modules/orders/staff/add-note.ts'
import { tagOrder, untagOrder } from '../../../modules/orders/staff/tag-order.ts'
import { chooseAct, readId, readText, readValues } from '../../../web/forms/read-form.ts'
import type { ListAct } from '../../../web/forms/text-form.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/screen'
import { MESSAGE_ACTS } from './message-action.ts'
import { MOVE_ACTS, oneSeen } from './move-action.ts'
import { PACK_ACTS } from './pack-action.ts'
import { PARCEL_ACTS } from './parcel-action.ts'
import { REFUND_ACTS } from './refund-action.ts'
import { RETURN_ACTS } from './return-action.ts'

async function addNote({ shop, actor, form, respond }: ListAct) {
  const orderId = readId(readText(form, 'order'))
  if (!orderId) return respond(badToast('bad-form'))
  const text = readText(form, 'note')
  const noted = await addStaffNote(shop.db, actor, { orderId, text })
  return respond(noted.ok ? goodToast('staff-note-added') : badToast(noted))
}

const tag =
  (act: typeof tagOrder) =>
  async ({ shop, actor, form, respond }: ListAct) => {
    const orderId = readId(readText(form, 'order'))
    if (!orderId) return respond(badToast('bad-form'))
    const done = await act(shop.db, actor, { orderId, tag: readText(form, 'tag', 100) })
    return respond(done.ok ? goodToast('order-tagged') : badToast(done))
  }

async function ask({ shop, actor, form, respond }: ListAct) {
  const orderId = readId(readText(form, 'order'))
  if (!orderId) return respond(badToast('bad-form'))
  const asked = await tryAct(shop, 'provider-not-asked', () =>
    askProvider(shop, actor, { orderId }),
  )
  return respond(asked.ok ? goodToast('provider-asked', asked) : badToast(asked))
}

async function handle({ shop, actor, form, respond }: ListAct) {
  const read = oneSeen.safeParse(readValues(form, ['order', 'version']))
  if (!read.success) return respond(badToast('bad-form'))
  const { order: orderId, version } = read.data
  const handled = await handleOrderReview(shop.db, actor, { orderId, version })
  return respond(handled.ok ? goodToast('order-handled') : badToast(handled))
}

const ACTS = {
  ...MOVE_ACTS,
  ...PACK_ACTS,
  ...PARCEL_ACTS,
  ...MESSAGE_ACTS,
  ...REFUND_ACTS,
  ...RETURN_ACTS,
  note: addNote,
  tag: tag(tagOrder),
  untag: tag(untagOrder),
  ask,
  handled: handle,
}

/** The acts on Orders Management, by the `intent` of their form. */
export async function actOnOrders(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/orders')
  const chosen = chooseAct(ACTS, act.form)
  return chosen ? chosen(act, args) : act.respond(badToast('bad-form'))
}
