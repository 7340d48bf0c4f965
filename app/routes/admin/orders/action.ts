import { data } from 'react-router'
import { z } from 'zod'
import { askProvider } from '../../../modules/checkout/ask-provider.ts'
import { handleOrderReview } from '../../../modules/orders/handle-review.ts'
import { answerMessage, setMessagesAside } from '../../../modules/orders/messages/answer-message.ts'
import { deleteSentence, keepSentence } from '../../../modules/orders/messages/ready-sentences.ts'
import { makeRiderLink } from '../../../modules/orders/parcels/make-rider-link.ts'
import { packOrder } from '../../../modules/orders/parcels/pack-order.ts'
import {
  releaseParcel,
  releaseWithoutCode,
} from '../../../modules/orders/parcels/release-parcel.ts'
import { setWaybill } from '../../../modules/orders/parcels/set-waybill.ts'
import { addStaffNote } from '../../../modules/orders/staff/add-note.ts'
import { tagOrder, untagOrder } from '../../../modules/orders/staff/tag-order.ts'
import { formatRefusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import {
  LONGEST_REFUSED,
  readId,
  readText,
  readTexts,
  readValues,
  version,
} from '../../../web/forms/read-form.ts'
import { listPath } from '../../../web/lists/list-query.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/screen'
import { actOnMoves, withUndo } from './move-action.ts'
import { actOnParcels } from './parcel-action.ts'
import { actOnRefunds } from './refund-action.ts'
import { actOnReturns } from './return-action.ts'

const oneSeen = z.object({ order: z.uuid(), version })
const riderSeen = z.object({ order: z.uuid(), link: z.coerce.number().int().min(0) })

/**
 * `move`, `move-many`, `pack-many`, their `undo`, `pack`, parcels, notes, tags, ready sentences, `release`,
 * `rider-link`, `waybill`, the answers to messages, refunds, `ask` and `handled` on Orders Management.
 */
export async function actOnOrders(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/orders')
  const { shop, actor, form, respond } = act
  const fields = readValues(form, ['order', 'version'])

  const intent = readText(form, 'intent')
  switch (intent) {
    case 'move':
    case 'move-many':
    case 'pack-many':
    case 'undo':
      return actOnMoves(args, act)
    case 'pack':
    case 'unpack': {
      const read = oneSeen.safeParse(fields)
      if (!read.success) return respond(badToast('bad-form'))
      const { order: orderId, version } = read.data
      const isPacked = intent === 'pack'
      const lines = readTexts(form, 'line')
      const packed = await packOrder(shop, actor, { orderId, version, isPacked, lines })
      if (!packed.ok) return respond(badToast(packed))
      const undo = packed.undo === null ? [] : [packed.undo]
      const list = listPath(args.request, '/admin/orders')
      return respond(withUndo(list, goodToast('order-packed', packed), undo))
    }
    case 'parcel-send':
    case 'parcel-delivered':
    case 'parcel-back':
    case 'parcel-waybill':
      return actOnParcels(args, act)
    case 'waybill': {
      const read = oneSeen.safeParse(fields)
      if (!read.success) return respond(badToast('bad-form'))
      const { order: orderId, version } = read.data
      const waybill = readText(form, 'waybill', 200)
      const saved = await setWaybill(shop, actor, { orderId, version, waybill })
      return respond(saved.ok ? goodToast('waybill-saved', saved) : badToast(saved))
    }
    case 'release':
    case 'release-without-code': {
      const orderId = readId(fields.order)
      if (!orderId) return respond(badToast('bad-form'))
      const { code, reason } = readValues(form, ['code', 'reason'])
      const released = await (intent === 'release'
        ? releaseParcel(shop, actor, { orderId, code })
        : releaseWithoutCode(shop, actor, { orderId, reason }))
      if (!released.ok) return respond(badToast(released))
      const undo = 'undo' in released && released.undo !== undefined ? [released.undo] : []
      const list = listPath(args.request, '/admin/orders')
      return respond(withUndo(list, goodToast('parcel-released', released), undo))
    }
    case 'rider-link': {
      const read = riderSeen.safeParse(readValues(form, ['order', 'link']))
      if (!read.success) return respond(badToast('bad-form'))
      const rider = readText(form, 'rider', 200)
      const made = await makeRiderLink(shop, actor, {
        orderId: read.data.order,
        link: read.data.link,
        rider,
      })
      return respond(made.ok ? goodToast('rider-link-made', made) : badToast(made))
    }
    case 'answer-email':
    case 'answer-whatsapp': {
      const orderId = readId(fields.order)
      if (!orderId) return respond(badToast('bad-form'))
      // Whole, for its form: what is too long is refused, and nothing of it is lost.
      const text = readText(form, 'text', LONGEST_REFUSED)
      const by = intent === 'answer-email' ? 'email' : 'whatsapp'
      const answered = await answerMessage(shop, actor, { orderId, text, by })
      if (answered.ok) {
        // The ready sentence that a browser without scripts has chosen by the address is sent: the next answer begins
        // empty.
        const path = listPath(args.request, '/admin/orders', ['sentence'])
        return redirectWith(args.context, path, goodToast('message-answered', answered))
      }
      if (answered.reason === 'not-found') return respond(badToast(answered))
      const refusedAnswer = { orderId, text, refusal: formatRefusal(answered) }
      return data({ refusedAnswer }, { status: statusOf(answered.reason) })
    }
    case 'messages-aside': {
      const orderId = readId(fields.order)
      if (!orderId) return respond(badToast('bad-form'))
      const done = await setMessagesAside(shop, actor, orderId)
      return respond(done.ok ? goodToast('messages-set-aside') : badToast(done))
    }
    case 'note': {
      const orderId = readId(fields.order)
      if (!orderId) return respond(badToast('bad-form'))
      const text = readText(form, 'note')
      const noted = await addStaffNote(shop.db, actor, { orderId, text })
      return respond(noted.ok ? goodToast('staff-note-added') : badToast(noted))
    }
    case 'sentence-keep': {
      // Whole, for its form, as an answer.
      const written = {
        name: readText(form, 'name', LONGEST_REFUSED),
        text: readText(form, 'sentence', LONGEST_REFUSED),
      }
      const kept = await keepSentence(shop.db, actor, written)
      if (kept.ok) return respond(goodToast('sentence-kept'))
      const refusedSentence = { ...written, refusal: formatRefusal(kept) }
      return data({ refusedSentence }, { status: statusOf(kept.reason) })
    }
    case 'sentence-delete': {
      const id = readId(readText(form, 'id'))
      if (!id) return respond(badToast('bad-form'))
      await deleteSentence(shop.db, actor, id)
      return respond(goodToast('sentence-deleted'))
    }
    case 'tag':
    case 'untag': {
      const orderId = readId(fields.order)
      if (!orderId) return respond(badToast('bad-form'))
      const tag = readText(form, 'tag', 100)
      const act = intent === 'tag' ? tagOrder : untagOrder
      const done = await act(shop.db, actor, { orderId, tag })
      return respond(done.ok ? goodToast('order-tagged') : badToast(done))
    }
    case 'ask': {
      const orderId = readId(fields.order)
      if (!orderId) return respond(badToast('bad-form'))
      const asked = await tryAct(shop, 'provider-not-asked', () =>
        askProvider(shop, actor, { orderId }),
      )
      return respond(asked.ok ? goodToast('provider-asked', asked) : badToast(asked))
    }
    case 'handled': {
      const read = oneSeen.safeParse(fields)
      if (!read.success) return respond(badToast('bad-form'))
      const { order: orderId } = read.data
      const handled = await handleOrderReview(shop.db, actor, {
        orderId,
        version: read.data.version,
      })
      return respond(handled.ok ? goodToast('order-handled') : badToast(handled))
    }
    case 'refund':
    case 'refund-approve':
    case 'refund-give':
    case 'refund-cancel':
    case 'payout':
    case 'payout-end':
    case 'payout-ask':
    case 'payout-balance':
      return actOnRefunds(args, act)
    case 'return':
    case 'return-approve':
    case 'return-refuse':
    case 'return-receive':
    case 'return-cancel':
    case 'return-inspect':
    case 'return-settle':
      return actOnReturns(args, act)
    default:
      return respond(badToast('bad-form'))
  }
}
