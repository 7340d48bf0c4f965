import { z } from 'zod'
import { noteKey } from '../../../modules/till/devices/devices.ts'
import { json, jsonRefusal } from '../../../web/responses.ts'
import { readDevice } from '../../../web/till-device.ts'
import { actAtTill, onlyPost, publicKey } from './endpoint.ts'

const body = z.object({ publicKey })

export const loader = onlyPost

/** `POST /admin/pos/device`: the key of a device that became a till before devices had keys; the first key stays. */
export const action = actAtTill(body, async ({ shop }, { publicKey }, request) => {
  const deviceId = readDevice(request)
  return deviceId && (await noteKey(shop.db, deviceId, publicKey))
    ? json({ ok: true })
    : jsonRefusal('till-not-this-device')
})
