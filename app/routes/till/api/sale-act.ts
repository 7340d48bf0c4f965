import { z } from 'zod'
import { askWhileWaiting } from '../../../modules/checkout/ask-provider.ts'
import { giveUpSale, openPageAgain } from '../../../modules/checkout/till-payment.ts'
import type { Seller } from '../../../modules/till/sales/code-for-seller.ts'
import { countLookUp } from '../../../modules/till/sales/count-look-up.ts'
import { findSaleId, findTillSale } from '../../../modules/till/sales/find-till-sale.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { formatProgress } from '../../../rules/messages/till/till.ts'
import { waitPatiently } from '../../../web/patience.ts'
import { json, jsonRefusal } from '../../../web/responses.ts'
import { readDevice } from '../../../web/till-device.ts'
import { onlyPost, pressAtTill } from './endpoint.ts'

const PATIENCE_MS = 12_000

const pagesSeen = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .nullable()
  .catch(null)

export const loader = onlyPost

/**
 * `POST /admin/pos/sales/{saleNumber}/{ask|again|cancel}`: asks the provider now; opens a new payment page (`?pages=`
 * is the number of pages that the till knows, so a repeated request opens only one); cancels the sale after asking the
 * provider once more. Answers `{ sale, message }` or `{ error }`.
 */
export const action = pressAtTill(async ({ shop, actor }, request, { saleNumber = '', act }) => {
  const late = await countLookUp(shop, actor.userId, saleNumber)
  if (late) return jsonRefusal(late)
  const saleId = await findSaleId(shop.db, saleNumber)
  if (!saleId) return jsonRefusal('pos-sale-not-found')
  const purpose = { posSaleId: saleId }
  if (act === 'ask')
    await waitPatiently(shop, askWhileWaiting(shop, purpose, { isAsked: true }), PATIENCE_MS)
  else if (act === 'again') {
    const opened = await openPageAgain(
      shop,
      saleId,
      pagesSeen.parse(new URL(request.url).searchParams.get('pages')),
    )
    if (!opened.ok) return jsonRefusal(opened)
  } else if (act === 'cancel')
    await giveUpSale(shop, saleId, { userId: actor.userId, ip: actor.ip })
  else return jsonRefusal('not-found')
  return answer(shop, saleId, { deviceId: readDevice(request), userId: actor.userId })
})

async function answer(shop: Shop, saleId: string, seller: Seller) {
  const sale = await findTillSale(shop.db, saleId, seller)
  return sale ? json({ sale, message: formatProgress(sale) }) : jsonRefusal('pos-sale-not-found')
}
