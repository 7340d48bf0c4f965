import { z } from 'zod'
import { setPin } from '../../../modules/till/devices/pins.ts'
import { json, jsonRefusal } from '../../../web/responses.ts'
import { actAtTill, onlyPost } from './endpoint.ts'

const body = z.object({ pin: z.string().max(20), password: z.string().max(200).nullish() })

export const loader = onlyPost

/** `POST /admin/pos/pin`: sets one's own PIN; answers with what a device needs to derive the same key. */
export const action = actAtTill(body, async ({ shop, actor }, { pin, password }, request) => {
  const sessionToken = await shop.sessionTokens.read(request.headers)
  const set = await setPin(shop, actor, { pin, password: password ?? null, sessionToken })
  return set.ok ? json({ salt: set.salt, iterations: set.iterations }) : jsonRefusal(set)
})
