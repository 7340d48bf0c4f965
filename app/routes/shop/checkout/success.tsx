import { redirect } from 'react-router'
import { askWhileWaiting } from '../../../modules/checkout/ask-provider.ts'
import { findOutcome } from '../../../modules/checkout/own-orders.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { SHOP } from '../../../shop.ts'
import { PaymentHeld } from '../../../ui/shop/checkout/payment-held.tsx'
import { ThankYou } from '../../../ui/shop/checkout/thank-you.tsx'
import { WaitingForPayment } from '../../../ui/shop/checkout/waiting-for-payment.tsx'
import { shopContext } from '../../../web/context.ts'
import { findVisitor } from '../../../web/guards.ts'
import { waitPatiently } from '../../../web/patience.ts'
import { hasPlaced } from '../../../web/placed-orders.ts'
import type { Route } from './+types/success'

export const meta = () => [
  { title: `Your order | ${SHOP.name}` },
  { name: 'robots', content: 'noindex' },
]

/** The order of that number for its buyer, or for the browser that placed it; for nobody else. */
async function findOwn({ request, context }: Route.LoaderArgs | Route.ActionArgs) {
  const shop = context.get(shopContext)
  const number = new URL(request.url).searchParams.get('order') ?? ''
  const order = /^[A-Z0-9-]{5,40}$/.test(number) ? await findOutcome(shop.db, number) : undefined
  if (!order) return undefined
  const visitor = await findVisitor(context)
  const isBuyer = visitor?.userId === order.userId
  return isBuyer || (await hasPlaced(request, context, number)) ? { order, isBuyer } : undefined
}

// A provider that hangs must not hang the page: the answer comes with the next look.
const PATIENCE_MS = 2500

const ask = (shop: Shop, orderId: string, isAsked: boolean) =>
  waitPatiently(shop, askWhileWaiting(shop, { orderId }, { isAsked }), PATIENCE_MS)

export async function loader(args: Route.LoaderArgs) {
  const found = await findOwn(args)
  if (!found) throw redirect('/checkout/failed')
  const shop = args.context.get(shopContext)
  if (found.order.state === 'waiting') await ask(shop, found.order.id, false)
  const { orderNumber, state } =
    (await findOutcome(shop.db, found.order.orderNumber)) ?? found.order
  if (state === 'closed') throw redirect('/checkout/failed')
  return { orderNumber, state, isBuyer: found.isBuyer }
}

/** 'I have paid: check now'. */
export async function action(args: Route.ActionArgs) {
  const found = await findOwn(args)
  if (!found) return redirect('/checkout/failed')
  const { order } = found
  if (order.state === 'waiting') await ask(args.context.get(shopContext), order.id, true)
  return redirect(`/checkout/success?order=${order.orderNumber}`)
}

export default function Success({ loaderData }: Route.ComponentProps) {
  const { orderNumber, state, isBuyer } = loaderData
  return (
    <div className="mx-auto max-w-xl px-4 py-10 text-center md:py-16">
      {state === 'paid' ? <ThankYou orderNumber={orderNumber} /> : null}
      {state === 'waiting' ? (
        <WaitingForPayment orderNumber={orderNumber} isBuyer={isBuyer} />
      ) : null}
      {state === 'held' ? <PaymentHeld orderNumber={orderNumber} /> : null}
    </div>
  )
}
