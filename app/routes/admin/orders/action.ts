import { data } from 'react-router'
import { z } from 'zod'
import type { Actor } from '../../../modules/audit/record-audit.ts'
import { askProvider } from '../../../modules/checkout/ask-provider.ts'
import { handleOrderReview } from '../../../modules/orders/handle-review.ts'
import { answerMessage, setMessagesAside } from '../../../modules/orders/messages/answer-message.ts'
import { deleteSentence, keepSentence } from '../../../modules/orders/messages/ready-sentences.ts'
import {
  type Move,
  type Moved,
  type MoveRefusal,
  moveOrder,
} from '../../../modules/orders/move-order.ts'
import { packOrder } from '../../../modules/orders/parcels/pack-order.ts'
import {
  releaseParcel,
  releaseWithoutCode,
} from '../../../modules/orders/parcels/release-parcel.ts'
import { setWaybill } from '../../../modules/orders/parcels/set-waybill.ts'
import { addStaffNote } from '../../../modules/orders/staff/add-note.ts'
import { tagOrder, untagOrder } from '../../../modules/orders/staff/tag-order.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { bulkTexts, formatShopItself } from '../../../rules/messages/orders.ts'
import { formatRefusal, type Refusal } from '../../../rules/messages/refusals.ts'
import { ORDER_STATUSES } from '../../../rules/orders/orders.ts'
import { attempt } from '../../../web/attempt.ts'
import { readId, readText, readTexts, readValues } from '../../../web/forms/read-form.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import type { Route } from './+types/screen'
import { actOnRefunds } from './refund-action.ts'
import { actOnReturns } from './return-action.ts'

const status = z.enum(ORDER_STATUSES)
const version = z.coerce.number().int().positive().max(2_000_000_000)
const oneMove = z.object({ order: z.uuid(), version, to: status })
const oneSeen = z.object({ order: z.uuid(), version })
/** A page of the list, at most. */
const MOST_AT_ONCE = 25
const manyMoves = z.object({ to: status, orders: z.array(oneSeen).min(1).max(MOST_AT_ONCE) })

/** `move`, `move-many`, `pack`, notes, tags, ready sentences, `release`, `waybill`, the answers to messages, refunds, `ask` and `handled` on Orders Management. */
export async function actOnOrders(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/orders')
  const { shop, actor, form, say } = act
  const fields = readValues(form, ['order', 'version', 'to'])

  const intent = readText(form, 'intent')
  switch (intent) {
    case 'move': {
      const read = oneMove.safeParse(fields)
      if (!read.success) return say(badToast('bad-form'))
      const { order: orderId, ...rest } = read.data
      const moved = await tryToMove(shop, actor, { orderId, ...rest })
      if (moved.ok) return say(goodToast('order-status-changed', moved))
      if (moved.reason !== 'edited-meanwhile') return say(badToast(moved))
      const { note, ...standing } = moved.standing
      const by = standing.by ?? (note && formatShopItself(note))
      return data({ conflict: { orderId, to: rest.to, ...standing, by } }, { status: 409 })
    }
    case 'move-many': {
      const orders = readTexts(form, 'order').map((order) => ({
        order,
        version: readText(form, `version:${order}`),
      }))
      const read = manyMoves.safeParse({ to: fields.to, orders })
      if (!read.success)
        return say(
          badToast({
            reason: 'bad-form',
            message: bulkTexts['nothing-chosen']({ most: MOST_AT_ONCE }),
          }),
        )
      const done = await moveMany(shop, actor, read.data)
      if (done.refused.length > 0) return data({ bulk: done })
      return say(goodToast('orders-status-changed', done))
    }
    case 'pack':
    case 'unpack': {
      const read = oneSeen.safeParse(fields)
      if (!read.success) return say(badToast('bad-form'))
      const { order: orderId, version } = read.data
      const isPacked = intent === 'pack'
      const lines = readTexts(form, 'line')
      const packed = await packOrder(shop, actor, { orderId, version, isPacked, lines })
      return say(packed.ok ? goodToast('order-packed', packed) : badToast(packed))
    }
    case 'waybill': {
      const read = oneSeen.safeParse(fields)
      if (!read.success) return say(badToast('bad-form'))
      const { order: orderId, version } = read.data
      const waybill = readText(form, 'waybill', 200)
      const saved = await setWaybill(shop, actor, { orderId, version, waybill })
      return say(saved.ok ? goodToast('waybill-saved', saved) : badToast(saved))
    }
    case 'release':
    case 'release-without-code': {
      const orderId = readId(fields.order)
      if (!orderId) return say(badToast('bad-form'))
      const { code, reason } = readValues(form, ['code', 'reason'])
      const released = await (intent === 'release'
        ? releaseParcel(shop, actor, { orderId, code })
        : releaseWithoutCode(shop, actor, { orderId, reason }))
      return say(released.ok ? goodToast('parcel-released', released) : badToast(released))
    }
    case 'answer-email':
    case 'answer-whatsapp': {
      const orderId = readId(fields.order)
      if (!orderId) return say(badToast('bad-form'))
      const text = readText(form, 'text')
      const by = intent === 'answer-email' ? 'email' : 'whatsapp'
      const answered = await answerMessage(shop, actor, { orderId, text, by })
      if (answered.ok) return say(goodToast('message-answered', answered))
      if (answered.reason === 'not-found') return say(badToast(answered))
      const refusedAnswer = { orderId, text, refusal: formatRefusal(answered) }
      return data({ refusedAnswer }, { status: 400 })
    }
    case 'messages-aside': {
      const orderId = readId(fields.order)
      if (!orderId) return say(badToast('bad-form'))
      const done = await setMessagesAside(shop, actor, orderId)
      return say(done.ok ? goodToast('messages-set-aside') : badToast(done))
    }
    case 'note': {
      const orderId = readId(fields.order)
      if (!orderId) return say(badToast('bad-form'))
      const text = readText(form, 'note')
      const noted = await addStaffNote(shop.db, actor, { orderId, text })
      return say(noted.ok ? goodToast('staff-note-added') : badToast(noted))
    }
    case 'sentence-keep': {
      const { name, text } = { name: readText(form, 'name'), text: readText(form, 'sentence') }
      const kept = await keepSentence(shop.db, actor, { name, text })
      return say(kept.ok ? goodToast('sentence-kept') : badToast(kept))
    }
    case 'sentence-delete': {
      const id = readId(readText(form, 'id'))
      if (!id) return say(badToast('bad-form'))
      await deleteSentence(shop.db, actor, id)
      return say(goodToast('sentence-deleted'))
    }
    case 'tag':
    case 'untag': {
      const orderId = readId(fields.order)
      if (!orderId) return say(badToast('bad-form'))
      const tag = readText(form, 'tag', 100)
      const act = intent === 'tag' ? tagOrder : untagOrder
      const done = await act(shop.db, actor, { orderId, tag })
      return say(done.ok ? goodToast('order-tagged') : badToast(done))
    }
    case 'ask': {
      const orderId = readId(fields.order)
      if (!orderId) return say(badToast('bad-form'))
      const asked = await attempt(shop, 'provider-not-asked', () =>
        askProvider(shop, actor, { orderId }),
      )
      return say(asked.ok ? goodToast('provider-asked', asked) : badToast(asked))
    }
    case 'handled': {
      const read = oneSeen.safeParse(fields)
      if (!read.success) return say(badToast('bad-form'))
      const { order: orderId } = read.data
      const handled = await handleOrderReview(shop.db, actor, {
        orderId,
        version: read.data.version,
      })
      return say(handled.ok ? goodToast('order-handled') : badToast(handled))
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
      return say(badToast('bad-form'))
  }
}

/** A failure is logged and told in the screen's own words (docs/product.md, Screens); what was begun is rolled back. */
async function tryToMove(
  shop: Shop,
  actor: Actor,
  move: Move,
): Promise<Moved | MoveRefusal | Refusal<'order-status-failed'>> {
  try {
    return await moveOrder(shop, actor, move)
  } catch (error) {
    shop.log.error({ error, orderId: move.orderId }, 'order not moved')
    return { ok: false, reason: 'order-status-failed' }
  }
}

/** A pending order waits for its money, and a cancelled one needs none. */
const needsPaying = (to: Move['to']) => to !== 'pending' && to !== 'cancelled'

/** Each order by itself: one that cannot be moved holds up none of the others. */
async function moveMany(shop: Shop, actor: Actor, { to, orders }: z.infer<typeof manyMoves>) {
  const done = {
    to,
    moved: 0,
    already: 0,
    unpaid: 0,
    refused: [] as { name: string; why: string }[],
  }
  for (const { order: orderId, version } of orders) {
    const moved = await tryToMove(shop, actor, { orderId, version, to })
    if (moved.ok && moved.from === moved.to) done.already += 1
    else if (moved.ok) {
      done.moved += 1
      if (!moved.isPaid && needsPaying(to)) done.unpaid += 1
    } else {
      const name = 'orderNumber' in moved ? moved.orderNumber : bulkTexts['name-unknown']
      const words = formatRefusal(moved)
      const why =
        moved.reason === 'edited-meanwhile'
          ? bulkTexts['edited-meanwhile']
          : (words.description ?? words.title)
      done.refused.push({ name, why })
    }
  }
  return done
}
