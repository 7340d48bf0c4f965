import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { shopCookie } from './shop-cookie.ts'

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
