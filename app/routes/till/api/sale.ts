import { askAboutSale } from '../../../modules/checkout/till-payment.ts'
import { findTillSale } from '../../../modules/till/sales/find-till-sale.ts'
import { shopContext } from '../../../web/context.ts'
import { requireTill } from '../../../web/guards.ts'
import { waitPatiently } from '../../../web/patience.ts'
import { json, jsonRefusal, methodNotAllowed } from '../../../web/responses.ts'
import type { Route } from './+types/sale'

const PATIENCE_MS = 2500

/** `GET /admin/pos/sales/{saleNumber}`: a sale as it stands, to follow its payment, to print it again, to take back. */
export async function loader(args: Route.LoaderArgs) {
  await requireTill(args)
  const shop = args.context.get(shopContext)
  const { saleNumber } = args.params
  const sale = await findTillSale(shop.db, saleNumber)
  if (!sale) return jsonRefusal('pos-sale-not-found')
  if (sale.state !== 'waiting') return json({ sale })
  await waitPatiently(shop, askAboutSale(shop, sale.saleId), PATIENCE_MS)
  return json({ sale: (await findTillSale(shop.db, saleNumber)) ?? sale })
}

export async function action(args: Route.ActionArgs) {
  await requireTill(args)
  return methodNotAllowed('GET')
}
