import { z } from 'zod'
import { readMovedStock } from '../../../modules/till/devices/moved-stock.ts'
import { json, jsonRequestError } from '../../../web/responses.ts'
import { answerTill, onlyGet } from './endpoint.ts'

const line = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** `GET /admin/pos/stock?after=LEDGER`: the units on hand of every variant that moved since. */
export const loader = answerTill(async ({ shop }, request) => {
  const after = line.safeParse(new URL(request.url).searchParams.get('after') ?? '0')
  if (!after.success) return jsonRequestError('after-unknown')
  return json(await readMovedStock(shop.db, after.data))
})

export const action = onlyGet
