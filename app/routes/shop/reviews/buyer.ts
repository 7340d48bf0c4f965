import type { RouterContextProvider } from 'react-router'
import type { Buyer } from '../../../modules/reviews/find-bought.ts'
import type { RequestArgs } from '../../../web/context.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { findVisitor } from '../../../web/guards.ts'
import { shopCookie } from '../../../web/shop-cookie.ts'

type Context = Readonly<RouterContextProvider>

const HOUR = 3600
// Signed: by whom a receipt's code was typed. So long it opens that receipt for reviews, and nothing else.
const cookie = (context: Context) => shopCookie(context, 'receipt', HOUR)

/** The Set-Cookie by which this browser is known to hold a receipt, for an hour. */
export const noteReceipt = (context: Context, saleId: string) => cookie(context).serialize(saleId)

/** Who asks, by their account and by the receipt that they hold. */
export async function findBuyer({ request, context }: RequestArgs) {
  const [visitor, sale] = await Promise.all([
    findVisitor(context),
    cookie(context).parse(request.headers.get('cookie')) as Promise<unknown>,
  ])
  const saleId = typeof sale === 'string' ? readId(sale) : null
  const buyer: Buyer = { userId: visitor?.userId ?? null, saleId }
  return { visitor, buyer }
}

/** What these pages show is one person's. */
