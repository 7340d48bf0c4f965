import type { RouterContextProvider } from 'react-router'
import type { Buyer } from '../../../modules/reviews/find-bought.ts'
import type { RequestArgs } from '../../../web/context.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { findVisitor } from '../../../web/guards.ts'
import { shopCookie } from '../../../web/shop-cookie.ts'

type Context = Readonly<RouterContextProvider>

const HOUR = 3600
// Signed: the receipt whose code this browser has typed. For an hour it opens that receipt for reviews, and nothing
// else.
const cookie = (context: Context) => shopCookie(context, 'receipt', HOUR)

/** The Set-Cookie that records for an hour that this browser holds a receipt. */
export const noteReceipt = (context: Context, saleId: string) => cookie(context).serialize(saleId)

/** The buyer, by their account and by the receipt that they hold. */
export async function findBuyer({ request, context }: RequestArgs) {
  const [visitor, sale] = await Promise.all([
    findVisitor(context),
    cookie(context).parse(request.headers.get('cookie')) as Promise<unknown>,
  ])
  const saleId = typeof sale === 'string' ? readId(sale) : null
  const buyer: Buyer = { userId: visitor?.userId ?? null, saleId }
  return { visitor, buyer }
}

/** These pages show one person's data. */
