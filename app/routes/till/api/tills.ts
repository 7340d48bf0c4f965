import { z } from 'zod'
import { claimTill } from '../../../modules/till/devices/claim-till.ts'
import { json, jsonRefusal } from '../../../web/responses.ts'
import { actAtTill, onlyPost, publicKey, tillName } from './endpoint.ts'

const body = z.object({
  name: tillName,
  deviceId: z.uuid(),
  takeOver: z.boolean().default(false),
  publicKey: publicKey.optional(),
})

export const loader = onlyPost

/** `POST /admin/pos/tills`: makes this device the till with that name. */
export const action = actAtTill(body, async ({ shop, actor }, asked) => {
  const claimed = await claimTill(shop, actor, asked)
  return claimed.ok ? json({ till: claimed.till }) : jsonRefusal(claimed)
})
