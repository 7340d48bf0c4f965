import { z } from 'zod'
import { approve } from '../../../modules/till/devices/approve.ts'
import { LARGEST_TOTAL } from '../../../rules/money.ts'
import { json, jsonRefusal } from '../../../web/responses.ts'
import { readDevice } from '../../../web/till-device.ts'
import { actAtTill, onlyPost } from './endpoint.ts'

const kwacha = z.int().min(0).max(LARGEST_TOTAL)
const asked = { userId: z.uuid('is not a person'), pin: z.string().max(20) }
const body = z.union([
  z
    .object({
      ...asked,
      saleId: z.uuid('is not a sale'),
      off: kwacha,
      /** The total before discounts. */
      total: kwacha,
    })
    .refine(({ off, total }) => off <= total, 'off: more than there is'),
  z.object({ ...asked, returnId: z.uuid('is not a return'), refund: kwacha }),
])

export const loader = onlyPost

/** `POST /admin/pos/approve`: a person with a higher limit approves a discount or a refund at another person's till. */
export const action = actAtTill(body, async ({ shop, actor }, asked, request) => {
  const asker = { ...actor, deviceId: readDevice(request) ?? '' }
  const what =
    'saleId' in asked
      ? { saleId: asked.saleId, off: asked.off, subtotal: asked.total }
      : { returnId: asked.returnId, refund: asked.refund }
  const approved = await approve(shop, asker, asked.userId, asked.pin, what)
  return approved.ok ? json({ approval: approved.approval }) : jsonRefusal(approved)
})
