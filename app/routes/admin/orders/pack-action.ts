import { z } from 'zod'
import { makeRiderLink } from '../../../modules/orders/parcels/make-rider-link.ts'
import { packOrder } from '../../../modules/orders/parcels/pack-order.ts'
import {
  releaseParcel,
  releaseWithoutCode,
} from '../../../modules/orders/parcels/release-parcel.ts'
import { setWaybill } from '../../../modules/orders/parcels/set-waybill.ts'
import { readId, readText, readTexts, readValues } from '../../../web/forms/read-form.ts'
import type { ListAct } from '../../../web/forms/text-form.ts'
import { listPath } from '../../../web/lists/list-query.ts'
import type { StaffAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import type { Route } from './+types/screen'
import { oneSeen, withUndo } from './move-action.ts'

const riderSeen = z.object({ order: z.uuid(), link: z.coerce.number().int().min(0) })

const pack =
  (isPacked: boolean) =>
  async ({ shop, actor, form, respond }: ListAct, { request }: Route.ActionArgs) => {
    const read = oneSeen.safeParse(readValues(form, ['order', 'version']))
    if (!read.success) return respond(badToast('bad-form'))
    const { order: orderId, version } = read.data
    const lines = readTexts(form, 'line')
    const packed = await packOrder(shop, actor, { orderId, version, isPacked, lines })
    if (!packed.ok) return respond(badToast(packed))
    const undo = packed.undo === null ? [] : [packed.undo]
    const list = listPath(request, '/admin/orders')
    return respond(withUndo(list, goodToast('order-packed', packed), undo))
  }

async function noteWaybill({ shop, actor, form, respond }: ListAct) {
  const read = oneSeen.safeParse(readValues(form, ['order', 'version']))
  if (!read.success) return respond(badToast('bad-form'))
  const { order: orderId, version } = read.data
  const waybill = readText(form, 'waybill', 200)
  const saved = await setWaybill(shop, actor, { orderId, version, waybill })
  return respond(saved.ok ? goodToast('waybill-saved', saved) : badToast(saved))
}

const release =
  (hasCode: boolean) =>
  async ({ shop, actor, form, respond }: StaffAct, { request }: Route.ActionArgs) => {
    const { order, code, reason } = readValues(form, ['order', 'code', 'reason'])
    const orderId = readId(order)
    if (!orderId) return respond(badToast('bad-form'))
    const released = await (hasCode
      ? releaseParcel(shop, actor, { orderId, code })
      : releaseWithoutCode(shop, actor, { orderId, reason }))
    if (!released.ok) return respond(badToast(released))
    const undo = 'undo' in released && released.undo !== undefined ? [released.undo] : []
    const list = listPath(request, '/admin/orders')
    return respond(withUndo(list, goodToast('parcel-released', released), undo))
  }

async function makeLink({ shop, actor, form, respond }: ListAct) {
  const read = riderSeen.safeParse(readValues(form, ['order', 'link']))
  if (!read.success) return respond(badToast('bad-form'))
  const { order: orderId, link } = read.data
  const rider = readText(form, 'rider', 200)
  const made = await makeRiderLink(shop, actor, { orderId, link, rider })
  return respond(made.ok ? goodToast('rider-link-made', made) : badToast(made))
}

/** The acts on the parcel of an order that is sent whole. */
export const PACK_ACTS = {
  pack: pack(true),
  unpack: pack(false),
  waybill: noteWaybill,
  release: release(true),
  'release-without-code': release(false),
  'rider-link': makeLink,
}
