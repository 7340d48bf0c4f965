import { z } from 'zod'
import { checkBasket } from '../../../modules/till/sales/check-basket.ts'
import { json } from '../../../web/responses.ts'
import { actAtTill, onlyPost } from './endpoint.ts'

const line = z.object({
  variantId: z.uuid(),
  quantity: z.int().min(1).max(1_000_000),
  unitPrice: z.int().min(0),
})
const body = z.object({ lines: z.array(line).min(1).max(100) })

export const loader = onlyPost

/** `POST /admin/pos/check`: whether the cart's products still have these prices and are in stock. */
export const action = actAtTill(body, async ({ shop }, { lines }) =>
  json(await checkBasket(shop.db, lines)),
)
