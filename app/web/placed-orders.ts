import { type RouterContextProvider, redirectDocument } from 'react-router'
import { z } from 'zod'
import { findOutcome, findWaitingOrder } from '../modules/checkout/own-orders.ts'
import { payOrder } from '../modules/checkout/start-payment.ts'
import { orderPath } from '../modules/orders/order-link.ts'
import { type RequestArgs, shopContext } from './context.ts'
import { shopCookie } from './shop-cookie.ts'
import { badToast, redirectWith } from './toasts.ts'

type Context = Readonly<RouterContextProvider>

const DAY = 86_400
const MOST = 5
const number = z.string().max(40)
/**
 * The number of an order that this browser placed; with a link version, the number of an order that it opened by that
 * version of the order's link in order to pay.
 */
const entry = z.union([number, z.tuple([number, z.int()])])
const entries = z.array(entry).max(MOST).catch([])

// Signed, because order numbers can be guessed and must grant no access by themselves (docs/product.md, Numbers).
const cookie = (context: Context) => shopCookie(context, 'placed', DAY)

const listPlaced = async (request: Request, context: Context) =>
  entries.parse(await cookie(context).parse(request.headers.get('cookie')))
const numberOf = (one: z.infer<typeof entry>) => (typeof one === 'string' ? one : one[0])

/**
 * The Set-Cookie that records for a day that this browser placed an order, or opened it by a link of that version in
 * order to pay. A browser that placed the order keeps that record, even when it pays by a link later.
 */
export async function notePlacedOrder(
  request: Request,
  context: Context,
  orderNumber: string,
  linkVersion: number | null = null,
) {
  const noted = await listPlaced(request, context)
  const isPlaced = linkVersion === null || noted.includes(orderNumber)
  const others = noted.filter((one) => numberOf(one) !== orderNumber)
  const one = isPlaced ? orderNumber : [orderNumber, linkVersion]
  return cookie(context).serialize([one, ...others].slice(0, MOST))
}

/** How this browser came to the order: it placed it, or opened it by its link to pay; null for neither. */
export async function cameTo(request: Request, context: Context, orderNumber: string) {
  const noted = (await listPlaced(request, context)).find((one) => numberOf(one) === orderNumber)
  if (noted === undefined) return null
  return noted === orderNumber ? 'placed' : 'by-link'
}

type Linked = { orderNumber: string; linkVersion: number }

/** Whether this browser placed the order, or opened it for payment by a link that is still valid. */
export async function mayFollow(
  request: Request,
  context: Context,
  { orderNumber, linkVersion }: Linked,
) {
  return (await listPlaced(request, context)).some(
    (one) =>
      one === orderNumber ||
      (typeof one !== 'string' && one[0] === orderNumber && one[1] === linkVersion),
  )
}

/**
 * The order that this browser was last led to pay, and its path, if it came by the order's link and the order still
 * waits; null otherwise, and when that link has ended.
 */
export async function findWaitingByLink(request: Request, context: Context) {
  const [last] = await listPlaced(request, context)
  if (last === undefined || typeof last === 'string') return null
  const [orderNumber, linkVersion] = last
  const { db, config } = context.get(shopContext)
  const order = await findOutcome(db, orderNumber)
  return order?.state === 'waiting' && order.linkVersion === linkVersion
    ? { orderNumber, path: orderPath(config, order, 'without-code') }
    : null
}

/** Redirects to the payment page of an order; this browser may return and see the result. */
export async function leadToPayment(
  { request, context }: RequestArgs,
  started: { checkoutUrl: string; number: string },
  linkVersion: number | null = null,
) {
  const noted = await notePlacedOrder(request, context, started.number, linkVersion)
  return redirectDocument(started.checkoutUrl, { headers: { 'Set-Cookie': noted } })
}

/**
 * Redirects to the payment page of this customer's unpaid order; on a refusal redirects to `back`. `linkVersion`: the
 * version of the order's link when the customer came by it.
 */
export async function payWaiting(
  args: RequestArgs,
  userId: string,
  orderNumber: string,
  back: string,
  linkVersion: number | null = null,
) {
  const shop = args.context.get(shopContext)
  const found = await findWaitingOrder(shop, userId, orderNumber)
  if (!found) return redirectWith(args.context, back, badToast('order-not-waiting'))
  const started = await payOrder(shop, found)
  if (!started.ok) return redirectWith(args.context, back, badToast(started))
  return leadToPayment(args, started, linkVersion)
}
