import { z } from 'zod'
import { findOrderAtTill } from '../../../modules/returns/find-order-at-till.ts'
import { takeBackAtTill } from '../../../modules/returns/take-back-at-till.ts'
import { countLookUp } from '../../../modules/till/sales/count-look-up.ts'
import { LARGEST_TOTAL } from '../../../rules/money.ts'
import { RETURN_REASONS } from '../../../rules/returns/returns.ts'
import { json, jsonRefusal } from '../../../web/responses.ts'
import { readDevice } from '../../../web/till-device.ts'
import { actAtTill, answerTill, findOwnTill } from './endpoint.ts'

const body = z.object({
  id: z.uuid(),
  orderId: z.uuid(),
  shiftId: z.uuid(),
  reason: z.enum(RETURN_REASONS),
  lines: z
    .array(
      z.object({
        lineId: z.uuid(),
        quantity: z.int().min(1).max(9999),
        isRestocked: z.boolean(),
      }),
    )
    .min(1)
    .max(200),
  refund: z.int().min(1).max(LARGEST_TOTAL),
  approval: z.object({ by: z.uuid(), proof: z.string().max(2000) }).nullable(),
  // Older tills, without returns as store credit, do not send this field.
  way: z.enum(['cash', 'credit']).default('cash'),
  exchangeSaleId: z.uuid().nullish(),
  mobileAmount: z.int().min(0).max(LARGEST_TOTAL).nullish(),
  onlyIfKnown: z.boolean().optional(),
})

/** `GET /admin/pos/returns?number=…`: an order of the web shop with products that can be returned here. */
export const loader = answerTill(async ({ shop, actor }, request) => {
  const number = new URL(request.url).searchParams.get('number') ?? ''
  const late = await countLookUp(shop, actor.userId, number)
  if (late) return jsonRefusal(late)
  const found = await findOrderAtTill(shop.db, number)
  return found.ok ? json({ order: found.order }) : jsonRefusal(found)
})

/** `POST /admin/pos/returns`: takes a return at the counter, for cash from this till's drawer or as store credit. */
export const action = actAtTill(body, async (at, asked, request) => {
  const till = await findOwnTill(at, request)
  if (till instanceof Response) return till
  const actor = { ...at.actor, deviceId: readDevice(request) ?? '', tillId: till.id }
  const done = await takeBackAtTill(at.shop, actor, asked)
  if (!done.ok) return jsonRefusal(done)
  const { orderNumber, refund, creditCode, credit } = done
  return json({ orderNumber, refund, creditCode, credit })
})
