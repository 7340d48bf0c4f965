import { redirect } from 'react-router'
import { openOrder } from '../../../modules/orders/open-order.ts'
import { type RequestArgs, requestContext, shopContext } from '../../../web/context.ts'
import { findVisitor, signInPath } from '../../../web/guards.ts'

type Args = RequestArgs & { params: { orderNumber: string } }

export const LONGEST_KEY = 100

/**
 * The order of an address, for its signed-in buyer or for whoever has the key; without both redirects to the sign-in
 * page.
 */
export async function readOrder(args: Args) {
  const { request, params, context } = args
  const visitor = await findVisitor(context)
  const key = new URL(request.url).searchParams.get('key')?.slice(0, LONGEST_KEY) ?? null
  const opened = await openOrder(context.get(shopContext), {
    number: params.orderNumber,
    key,
    userId: visitor?.userId ?? null,
    ip: context.get(requestContext).ip,
  })
  if (!opened.ok && !visitor && key === null) throw redirect(signInPath(request))
  return { visitor, opened, path: pathOf(params.orderNumber, key) }
}

/** The address of this page, with the key that opens it. */
const pathOf = (number: string, key: string | null) => {
  const path = `/orders/${encodeURIComponent(number)}`
  return key === null ? path : `${path}?${new URLSearchParams({ key })}`
}
