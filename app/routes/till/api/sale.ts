import { askWhileWaiting } from '../../../modules/checkout/ask-provider.ts'
import { countLookUp } from '../../../modules/till/sales/count-look-up.ts'
import { findTillSale } from '../../../modules/till/sales/find-till-sale.ts'
import { waitPatiently } from '../../../web/patience.ts'
import { json, jsonRefusal } from '../../../web/responses.ts'
import { readDevice } from '../../../web/till-device.ts'
import { answerTill, onlyGet } from './endpoint.ts'

const PATIENCE_MS = 2500

/**
 * `GET /admin/pos/sales/{saleNumber}`: the current state of a sale, to follow its payment, reprint its receipt, or take
 * a return.
 */
export const loader = answerTill(async ({ shop, visitor }, request, { saleNumber = '' }) => {
  const late = await countLookUp(shop, visitor.userId, saleNumber)
  if (late) return jsonRefusal(late)
  const seller = { deviceId: readDevice(request), userId: visitor.userId }
  const sale = await findTillSale(shop.db, saleNumber, seller)
  if (!sale) return jsonRefusal('pos-sale-not-found')
  if (sale.state !== 'waiting') return json({ sale })
  await waitPatiently(shop, askWhileWaiting(shop, { posSaleId: sale.saleId }), PATIENCE_MS)
  return json({ sale: (await findTillSale(shop.db, saleNumber, seller)) ?? sale })
})

export const action = onlyGet
