import { z } from 'zod'
import { endOwnReserve } from '../../../modules/credit/reserves/end-reserves.ts'
import { reserveCredit } from '../../../modules/credit/reserves/reserve-credit.ts'
import { LARGEST_TOTAL } from '../../../rules/money.ts'
import { json, jsonRefusal } from '../../../web/responses.ts'
import { readDevice } from '../../../web/till-device.ts'
import { actAtTill, findOwnTill, onlyPost } from './endpoint.ts'

const body = z.union([
  z.object({
    id: z.uuid(),
    code: z.string().max(50),
    cartId: z.uuid(),
    amount: z.int().min(1).max(LARGEST_TOTAL),
    shiftId: z.uuid(),
  }),
  z.object({ end: z.array(z.uuid()).max(50) }),
])

export const loader = onlyPost

/**
 * `POST /admin/pos/credit`: reserves the amount that a cart needs from a voucher or store credit, for this device; or
 * ends reserves that it no longer needs. Safe to send again.
 */
export const action = actAtTill(body, async (at, asked, request) => {
  const till = await findOwnTill(at, request)
  if (till instanceof Response) return till
  const by = { userId: at.actor.userId, deviceId: readDevice(request) ?? '', tillId: till.id }
  if ('end' in asked) {
    for (const id of asked.end) await endOwnReserve(at.shop.db, id, by)
    return json({ ended: asked.end.length })
  }
  const done = await reserveCredit(at.shop, by, asked)
  return done.ok ? json({ credit: done.credit }) : jsonRefusal(done)
})
