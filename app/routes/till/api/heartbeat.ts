import { z } from 'zod'
import { noteTillHere } from '../../../modules/till/devices/claim-till.ts'
import { readNewest } from '../../../modules/till/devices/moved-stock.ts'
import { json } from '../../../web/responses.ts'
import { actAtTill, findOwnTill, onlyPost } from './endpoint.ts'

const body = z.object({ tillId: z.uuid(), shiftId: z.uuid().nullable(), unsent: z.int().min(0) })

export const loader = onlyPost

/**
 * `POST /admin/pos/here`: records the till's contact; answers with the newest versions of the catalogue and the stock.
 */
export const action = actAtTill(body, async (at, { tillId }, request) => {
  const till = await findOwnTill(at, request, tillId)
  if (till instanceof Response) return till
  await noteTillHere(at.shop.db, till.id)
  const { asOf, ledger } = await readNewest(at.shop.db)
  return json({ asOf, ledger })
})
