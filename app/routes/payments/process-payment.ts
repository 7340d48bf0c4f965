import { placeOrder } from '../../modules/checkout/place-order.ts'
import { readPayload, readSalePayload } from '../../modules/checkout/read-payload.ts'
import { payOrder, paySale } from '../../modules/checkout/start-payment.ts'
import { takeCodeGuess } from '../../modules/discounts/try-code.ts'
import { ringUpAtTill } from '../../modules/returns/exchange-by-mobile.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { mayUseTill } from '../../rules/accounts/roles.ts'
import { idempotencyKey, paymentRequest, type StartedPayment } from '../../web/api/checkout.ts'
import { requestContext, shopContext, type Visitor } from '../../web/context.ts'
import { findVisitor } from '../../web/guards.ts'
import { notePlacedOrder } from '../../web/placed-orders.ts'
import { json, jsonRefusal, jsonUnread, methodNotAllowed, readJson } from '../../web/responses.ts'
import { readDevice } from '../../web/till-device.ts'
import type { Route } from './+types/process-payment'

export const loader = () => methodNotAllowed('POST')

/** The payment function: `{ checkout_url, order_number }` or `{ error }`. */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  if (request.method !== 'POST') return methodNotAllowed('POST')
  const visitor = await findVisitor(context)
  if (!visitor) return jsonRefusal('not-authenticated')
  const key = request.headers.get('Idempotency-Key')
  const checked = idempotencyKey.safeParse(key ?? undefined)
  if (!checked.success) return jsonUnread(checked.error.issues[0]?.message)
  const read = await readJson(request, paymentRequest)
  if (!read.ok) return jsonUnread(read.message)
  return 'pos' in read.body
    ? paySaleOf(args, visitor, key, read.body)
    : payOrderOf(args, visitor, key, read.body)
}

async function paySaleOf(
  { request, context }: Route.ActionArgs,
  visitor: Visitor,
  key: string | null,
  body: Parameters<typeof readSalePayload>[0],
) {
  if (!mayUseTill(visitor.role)) return jsonRefusal('pos-denied')
  const shop = context.get(shopContext)
  const saleRequest = readSalePayload(body, key, readDevice(request))
  const { ip } = context.get(requestContext)
  const sale = await ringUpAtTill(shop, { ...visitor, ip }, saleRequest)
  if (!sale.ok) return jsonRefusal(sale)
  return answer(await paySale(shop, sale.sale, sale.payment))
}

async function payOrderOf(
  { request, context }: Route.ActionArgs,
  visitor: Visitor,
  key: string | null,
  body: Parameters<typeof readPayload>[0],
) {
  const shop = context.get(shopContext)
  // A refused request with a code may be a guess, whatever else was wrong with it.
  const mayGuess = body.discountCode || body.credit_code
  const guess = mayGuess ? await takeCodeGuess(shop, visitor.userId) : null
  if (guess && !guess.ok) return jsonRefusal(guess)
  const placed = await placeCheckout(shop, visitor, readPayload(body, visitor, key))
  if (!placed.ok) return jsonRefusal(placed)
  await guess?.giveBack()
  const started = await payOrder(shop, placed)
  // A program with a token stores no cookies.
  if (request.headers.has('authorization')) return answer(started)
  return answer(started, {
    'Set-Cookie': await notePlacedOrder(request, context, placed.order.orderNumber),
  })
}

const placeCheckout = async (shop: Shop, visitor: Visitor, read: ReturnType<typeof readPayload>) =>
  read.ok ? placeOrder(shop, visitor.userId, read.request) : read

function answer(
  started: Awaited<ReturnType<typeof payOrder>>,
  headers: Record<string, string> = {},
) {
  if (!started.ok) return jsonRefusal(started)
  const body: StartedPayment = { checkout_url: started.checkoutUrl, order_number: started.number }
  return json(body, 200, headers)
}
