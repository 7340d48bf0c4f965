import { notePriceList } from '../../../modules/till/devices/claim-till.ts'
import { listTillCatalogue } from '../../../modules/till/devices/list-catalogue.ts'
import { readNewest } from '../../../modules/till/devices/moved-stock.ts'
import { json } from '../../../web/responses.ts'
import { answerTill, findOwnTill, onlyGet } from './endpoint.ts'

/** Raised when the list has more fields per product, so that a till with an older list fetches it again. */
const SHAPE = 2

/** `GET /admin/pos/goods`: everything that is for sale, or 304 when this till already has it. */
export const loader = answerTill(async (at, request) => {
  const { db } = at.shop
  const till = await findOwnTill(at, request)
  if (till instanceof Response) return till
  const newest = await readNewest(db)
  const tag = `"${newest.asOf}/${newest.mark}/${SHAPE}"`
  if (request.headers.get('If-None-Match') === tag)
    return new Response(null, { status: 304, headers: { ETag: tag } })
  const catalogue = await listTillCatalogue(at.shop)
  // Before the answer, because sales from this list are checked against it.
  await notePriceList(db, till.id, catalogue.asOf)
  return json(catalogue, 200, { ETag: tag })
})

export const action = onlyGet
