import { readTillStart } from '../../../modules/till/devices/till-start.ts'
import { json } from '../../../web/responses.ts'
import { readDevice } from '../../../web/till-device.ts'
import { answerTill, onlyGet } from './endpoint.ts'

/** `GET /admin/pos/start`: who is signed in, which till this device is, whether a shift is open. */
export const loader = answerTill(async ({ shop, visitor }, request) =>
  json(await readTillStart(shop, visitor, readDevice(request))),
)

export const action = onlyGet
