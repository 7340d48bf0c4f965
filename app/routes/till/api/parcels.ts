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
  /** The press's name: sent again after a lost answer it counts as one try. */
  request: z.uuid(),
})

/** `GET /admin/pos/parcels?number=…`: the parcel under this order number that waits to be collected. */
export const loader = answerTill(async ({ shop, actor }, request) => {
  const number = new URL(request.url).searchParams.get('number') ?? ''
  // A number can be guessed, and it reveals a name: limited together with the look-ups of receipts.
  const late = await countLookUp(shop, actor.userId, number)
  if (late) return jsonRefusal(late)
  const found = await findParcel(shop, actor, number)
  return found.ok ? json({ parcel: found.parcel }) : jsonRefusal(found)
})

/** `POST /admin/pos/parcels`: hands the parcel over to whoever gives its code. */
export const action = actAtTill(body, async ({ shop, actor }, { request, ...asked }) => {
  const released = await releaseParcel(shop, { ...actor, request }, asked)
  return released.ok ? json({ orderNumber: released.orderNumber }) : jsonRefusal(released)
})
