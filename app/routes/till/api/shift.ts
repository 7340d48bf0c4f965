import { readOwnShift } from '../../../modules/till/shifts/read-shift.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { json, jsonRefusal } from '../../../web/responses.ts'
import { answerTill, onlyGet } from './endpoint.ts'

/** GET: a Z report. Cashiers see their own, once the shift is closed; any other answers 404. */
export const loader = answerTill(async ({ shop, visitor }, _request, { shiftId = '' }) => {
  const id = readId(shiftId)
  const shift = id && (await readOwnShift(shop.db, visitor, id))
  return shift ? json(shift) : jsonRefusal('not-found')
})

export const action = onlyGet
