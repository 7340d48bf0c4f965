import { readTillStart } from '../../../modules/till/till-start.ts'
import { json } from '../../../web/answers.ts'
import { answerTill, onlyGet, readDevice } from '../../../web/till-acts.ts'

/** `GET /admin/pos/start`: who stands here, which till this device is, whether a shift is open. */
export const loader = answerTill(async ({ shop, visitor }, request) =>
  json(await readTillStart(shop, visitor, readDevice(request))),
)

export const action = onlyGet
