import { z } from 'zod'
import { leaseNumbers } from '../../../modules/till/devices/claim-till.ts'
import { yearOf } from '../../../rules/dates.ts'
import { json } from '../../../web/responses.ts'
import { actAtTill, findOwnTill, onlyPost } from './endpoint.ts'

const body = z.object({ tillId: z.uuid(), count: z.int().min(1).max(500) })

export const loader = onlyPost

/** `POST /admin/pos/numbers`: sale numbers that the till may assign without a network. */
export const action = actAtTill(body, async (at, { tillId, count }, request) => {
  const till = await findOwnTill(at, request, tillId)
  if (till instanceof Response) return till
  const year = yearOf(at.shop.now())
  return json({ numbers: await leaseNumbers(at.shop.db, till.id, { count, year }) })
})
