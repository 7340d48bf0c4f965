import { z } from 'zod'
import { askAboutSale, giveUpSale, openPageAgain } from '../../../modules/checkout/till-payment.ts'
import { findSaleId, findTillSale } from '../../../modules/till/sales/find-till-sale.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { TillSale } from '../../../rules/till/till-payment.ts'
import { requestContext, shopContext } from '../../../web/context.ts'
import { requireTill } from '../../../web/guards.ts'
import { waitPatiently } from '../../../web/patience.ts'
import { json, jsonRefusal, methodNotAllowed } from '../../../web/responses.ts'
import type { Route } from './+types/sale-act'

const PATIENCE_MS = 12_000

const pagesSeen = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .nullable()
  .catch(null)

export async function loader(args: Route.LoaderArgs) {
  await requireTill(args)
  return methodNotAllowed('POST')
}

/**
 * `POST /admin/pos/sales/{saleNumber}/{ask|again|cancel}`: asks the provider now; opens a new page to pay
 * on (`?pages=` says how many the till has seen: asked twice it is one); calls the sale off after asking once
 * more. Answers `{ sale, message }` or `{ error }`.
 */
export async function action(args: Route.ActionArgs) {
  const { userId } = await requireTill(args)
  const { request, params, context } = args
  if (request.method !== 'POST') return methodNotAllowed('POST')
  const shop = context.get(shopContext)
  const saleId = await findSaleId(shop.db, params.saleNumber)
  if (!saleId) return jsonRefusal('pos-sale-not-found')
  if (params.act === 'ask')
    await waitPatiently(shop, askAboutSale(shop, saleId, { isAsked: true }), PATIENCE_MS)
  else if (params.act === 'again') {
    const opened = await openPageAgain(
      shop,
      saleId,
      pagesSeen.parse(new URL(request.url).searchParams.get('pages')),
    )
    if (!opened.ok) return jsonRefusal(opened)
  } else if (params.act === 'cancel')
    await giveUpSale(shop, saleId, { userId, ip: context.get(requestContext).ip })
  else return jsonRefusal('not-found')
  return answer(shop, saleId)
}

async function answer(shop: Shop, saleId: string) {
  const sale = await findTillSale(shop.db, saleId)
  return sale ? json({ sale, message: SAYS(sale) }) : jsonRefusal('pos-sale-not-found')
}

const SAYS = ({ state, payment }: TillSale) =>
  ({
    paid: 'It is paid.',
    held: 'Money came, but not what was asked. An admin has to look at it.',
    'given-up': 'It is called off. Nothing was paid.',
    waiting: payment?.hasFailedTry
      ? 'The last try failed. The customer may try again on the same page.'
      : 'The payment service knows of no payment yet.',
  })[state]
