import { type RouterContextProvider, redirectDocument } from 'react-router'
import { z } from 'zod'
import { findWaitingOrder } from '../modules/checkout/own-orders.ts'
import { payOrder } from '../modules/checkout/start-payment.ts'
import { shopContext } from './context.ts'
import { shopCookie } from './shop-cookie.ts'
import { badToast, redirectWith } from './toasts.ts'

type Context = Readonly<RouterContextProvider>

const DAY = 86_400
const MOST = 5
const numbers = z.array(z.string().max(40)).max(MOST).catch([])

// Signed: order numbers can be guessed and open nothing by themselves (docs/product.md, Numbers).
const cookie = (context: Context) => shopCookie(context, 'placed', DAY)

const listPlaced = async (request: Request, context: Context) =>
  numbers.parse(await cookie(context).parse(request.headers.get('cookie')))

/** The Set-Cookie by which this browser remembers an order that it has placed, for a day. */
export async function notePlacedOrder(request: Request, context: Context, orderNumber: string) {
  const others = (await listPlaced(request, context)).filter((one) => one !== orderNumber)
  return cookie(context).serialize([orderNumber, ...others].slice(0, MOST))
}

/** Whether this browser has placed that order. */
export async function hasPlaced(request: Request, context: Context, orderNumber: string) {
  return (await listPlaced(request, context)).includes(orderNumber)
}

type Args = { request: Request; context: Context }

/** To the page where an order is paid; this browser may come back and see what became of it. */
export async function leadToPayment(
  { request, context }: Args,
  started: { checkoutUrl: string; number: string },
) {
  return redirectDocument(started.checkoutUrl, {
    headers: { 'Set-Cookie': await notePlacedOrder(request, context, started.number) },
  })
}

/** Leads to the payment page of an order of this customer that is still unpaid; refused, it goes `back`. */
export async function payWaiting(args: Args, userId: string, orderNumber: string, back: string) {
  const shop = args.context.get(shopContext)
  const found = await findWaitingOrder(shop, userId, orderNumber)
  if (!found) return redirectWith(args.context, back, badToast('order-not-waiting'))
  const started = await payOrder(shop, found)
  if (!started.ok) return redirectWith(args.context, back, badToast(started))
  return leadToPayment(args, started)
}
