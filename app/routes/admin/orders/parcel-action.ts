import { z } from 'zod'
import {
  deliverShipment,
  takeShipmentBack,
} from '../../../modules/orders/shipments/follow-shipment.ts'
import { sendShipment } from '../../../modules/orders/shipments/send-shipment.ts'
import { setParcelWaybill } from '../../../modules/orders/shipments/set-parcel-waybill.ts'
import { readText, readValues, version } from '../../../web/forms/read-form.ts'
import { listPath } from '../../../web/lists/list-query.ts'
import type { readListAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import type { Route } from './+types/screen'
import { withUndo } from './move-action.ts'

type Act = Awaited<ReturnType<typeof readListAct>>

const seen = z.object({
  parcel: z.uuid(),
  order: z.uuid(),
  version,
})
const LARGEST = 1000
const UNITS = 'units:'

/**
 * A part of an order that is sent (`parcel-send`), has arrived (`parcel-delivered`) or did not leave (`parcel-back`),
 * and its `parcel-waybill`.
 */
export async function actOnParcels(
  { request }: Route.ActionArgs,
  { shop, actor, form, respond }: Act,
) {
  const read = seen.safeParse(readValues(form, ['parcel', 'order', 'version']))
  if (!read.success) return respond(badToast('bad-form'))
  const { parcel: id, order: orderId, version } = read.data
  const list = listPath(request, '/admin/orders')
  const undoable = (undo: number | null) => (undo === null ? [] : [undo])
  switch (readText(form, 'intent')) {
    case 'parcel-send': {
      const parcel = {
        courierName: readText(form, 'courier', 200),
        waybill: readText(form, 'waybill', 200),
        units: readUnits(form),
      }
      const sent = await sendShipment(shop, actor, { id, orderId, version, ...parcel })
      if (!sent.ok) return respond(badToast(sent))
      return respond(withUndo(list, goodToast('parcel-sent', sent), undoable(sent.undo)))
    }
    case 'parcel-delivered': {
      const done = await deliverShipment(shop, actor, { id, orderId, version })
      if (!done.ok) return respond(badToast(done))
      return respond(withUndo(list, goodToast('parcel-arrived', done), undoable(done.undo)))
    }
    case 'parcel-waybill': {
      const waybill = readText(form, 'waybill', 200)
      const saved = await setParcelWaybill(shop, actor, { id, orderId, version, waybill })
      return respond(saved.ok ? goodToast('parcel-waybill-saved', saved) : badToast(saved))
    }
    default: {
      const back = await takeShipmentBack(shop, actor, { id, orderId, version })
      return respond(back.ok ? goodToast('parcel-taken-back', back) : badToast(back))
    }
  }
}

/** How many units of which line the form names; what is no number of them is none. */
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
