import { z } from 'zod'
import { findParcel } from '../../../modules/orders/parcels/find-parcel.ts'
import { releaseParcel } from '../../../modules/orders/parcels/release-parcel.ts'
import { countLookUp } from '../../../modules/till/sales/count-look-up.ts'
import { json, jsonRefusal } from '../../../web/responses.ts'
import { actAtTill, answerTill } from './endpoint.ts'

const body = z.object({
  orderId: z.uuid(),
  code: z.string().max(20),
  /** The parcels that were listed; older tills do not send them. */
  parts: z.array(z.uuid()).max(500).optional(),
  /** The press: sent again after a lost answer, it is one try. */
  request: z.uuid(),
})

/** `GET /admin/pos/parcels?number=…`: the parcel that waits to be handed over under this number of an order. */
export const loader = answerTill(async ({ shop, actor }, request) => {
  const number = new URL(request.url).searchParams.get('number') ?? ''
  // A number can be guessed, and it leads to a name: counted with those of receipts.
  const late = await countLookUp(shop, actor.userId, number)
  if (late) return jsonRefusal(late)
  const found = await findParcel(shop, actor, number)
  return found.ok ? json({ parcel: found.parcel }) : jsonRefusal(found)
})

/** `POST /admin/pos/parcels`: hands it over to whoever says its code. */
export const action = actAtTill(body, async ({ shop, actor }, { request, ...asked }) => {
  const released = await releaseParcel(shop, { ...actor, request }, asked)
  return released.ok ? json({ orderNumber: released.orderNumber }) : jsonRefusal(released)
})
