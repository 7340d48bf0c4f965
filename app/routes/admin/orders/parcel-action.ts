import { z } from 'zod'
import {
  deliverShipment,
  takeShipmentBack,
} from '../../../modules/orders/shipments/follow-shipment.ts'
import { sendShipment } from '../../../modules/orders/shipments/send-shipment.ts'
import { setParcelWaybill } from '../../../modules/orders/shipments/set-parcel-waybill.ts'
import { readText, readValues, version } from '../../../web/forms/read-form.ts'
import type { ListAct } from '../../../web/forms/text-form.ts'
import { listPath } from '../../../web/lists/list-query.ts'
import { badToast, goodToast, type Toast } from '../../../web/toasts.ts'
import type { Route } from './+types/screen'
import { withUndo } from './move-action.ts'

const seen = z.object({
  parcel: z.uuid(),
  order: z.uuid(),
  version,
})
const LARGEST = 1000
const UNITS = 'units:'

type Seen = { id: string; orderId: string; version: number }
/** An act that returns its toast, and the move by which it can be undone. */
type ParcelAct = (act: ListAct, seen: Seen) => Promise<{ toast: Toast; undo?: number | null }>

/** Runs an act on the parcel in the version that its form saw. */
const actOn =
  (parcelAct: ParcelAct) =>
  async (act: ListAct, { request }: Route.ActionArgs) => {
    const read = seen.safeParse(readValues(act.form, ['parcel', 'order', 'version']))
    if (!read.success) return act.respond(badToast('bad-form'))
    const { parcel: id, order: orderId, version } = read.data
    const { toast, undo } = await parcelAct(act, { id, orderId, version })
    const list = listPath(request, '/admin/orders')
    return act.respond(withUndo(list, toast, undo ? [undo] : []))
  }

/** The acts on a part of an order: sent, arrived, not sent after all; and its waybill. */
export const PARCEL_ACTS = {
  'parcel-send': actOn(async ({ shop, actor, form }, seen) => {
    const courierName = readText(form, 'courier', 200)
    const waybill = readText(form, 'waybill', 200)
    const parcel = { ...seen, courierName, waybill, units: readUnits(form) }
    const sent = await sendShipment(shop, actor, parcel)
    return sent.ok
      ? { toast: goodToast('parcel-sent', sent), undo: sent.undo }
      : { toast: badToast(sent) }
  }),
  'parcel-delivered': actOn(async ({ shop, actor }, seen) => {
    const done = await deliverShipment(shop, actor, seen)
    return done.ok
      ? { toast: goodToast('parcel-arrived', done), undo: done.undo }
      : { toast: badToast(done) }
  }),
  'parcel-waybill': actOn(async ({ shop, actor, form }, seen) => {
    const waybill = readText(form, 'waybill', 200)
    const saved = await setParcelWaybill(shop, actor, { ...seen, waybill })
    return { toast: saved.ok ? goodToast('parcel-waybill-saved', saved) : badToast(saved) }
  }),
  'parcel-back': actOn(async ({ shop, actor }, seen) => {
    const back = await takeShipmentBack(shop, actor, seen)
    return { toast: back.ok ? goodToast('parcel-taken-back', back) : badToast(back) }
  }),
}

/** The units of each line in the form; a value that is no valid count becomes 0. */
function readUnits(form: FormData): Record<string, number> {
  const names = [...form.keys()].filter((name) => name.startsWith(UNITS))
  return Object.fromEntries(
    names.map((name) => {
      const units = Number(readText(form, name, 10))
      const isCount = Number.isInteger(units) && units > 0 && units <= LARGEST
      return [name.slice(UNITS.length), isCount ? units : 0]
    }),
  )
}
