import { data, redirect } from 'react-router'
import { withThumbnails } from '../../../modules/catalogue/find-thumbnails.ts'
import { askWhileWaiting } from '../../../modules/checkout/ask-provider.ts'
import { findOutcome, type OrderOutcome } from '../../../modules/checkout/own-orders.ts'
import { findOwnOrder } from '../../../modules/orders/list-orders.ts'
import { orderPath } from '../../../modules/orders/order-link.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { addressFacts, paymentFacts } from '../../../rules/messages/orders/order-facts.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { PaymentUnderReview } from '../../../ui/shop/checkout/payment-under-review.tsx'
import { ThankYou } from '../../../ui/shop/checkout/thank-you.tsx'
import { WaitingForPayment } from '../../../ui/shop/checkout/waiting-for-payment.tsx'
import { OrderBlock } from '../../../ui/shop/orders/order-block.tsx'
import { shopContext } from '../../../web/context.ts'
import { findVisitor } from '../../../web/guards.ts'
import { ORDER_HEADERS } from '../../../web/no-store.ts'
import { waitPatiently } from '../../../web/patience.ts'
import { mayFollow } from '../../../web/placed-orders.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/success'

export const meta = () => [
  { title: `Your order | ${settings().name}` },
  { name: 'robots', content: 'noindex' },
]

/**
 * Finds the order with that number for its buyer, for the browser that placed it, or for one that came by its link; for
 * nobody else.
 */
async function findOwn({ request, context }: Route.LoaderArgs | Route.ActionArgs) {
  const shop = context.get(shopContext)
  const number = new URL(request.url).searchParams.get('order') ?? ''
  const order = /^[A-Z0-9-]{5,40}$/.test(number) ? await findOutcome(shop.db, number) : undefined
  if (!order) return undefined
  const visitor = await findVisitor(context)
  const isBuyer = visitor?.userId === order.userId
  return isBuyer || (await mayFollow(request, context, order)) ? { order, isBuyer } : undefined
}

// A hanging provider must not hang the page: the next check brings the answer.
const PATIENCE_MS = 2500

const ask = (shop: Shop, orderId: string, isAsked: boolean) =>
  waitPatiently(shop, askWhileWaiting(shop, { orderId }, { isAsked }), PATIENCE_MS)

export async function loader(args: Route.LoaderArgs) {
  const found = await findOwn(args)
  if (!found) throw redirect('/checkout/failed')
  const shop = args.context.get(shopContext)
  if (found.order.state === 'waiting') await ask(shop, found.order.id, false)
  const order = (await findOutcome(shop.db, found.order.orderNumber)) ?? found.order
  const { orderNumber, state } = order
  const { isBuyer } = found
  // A browser that is not the buyer's sees no more than the order's link shows, and no newer link than the one that let
  // it in.
  const link = isBuyer
    ? `/orders/${orderNumber}`
    : orderPath(shop.config, found.order, 'without-code')
  // Of one that was paid, and ended with nothing left to give back, no payment has failed.
  if (state === 'closed') throw redirect(order.paidAt ? link : '/checkout/failed')
  // While the payment is pending the page polls, so it loads only the state.
  const shown =
    state === 'waiting'
      ? null
      : await readPart(shop, 'order', () => readShown(shop, order, isBuyer))
  return data(
    { orderNumber, state, isBuyer, shown: shown ?? null, link },
    { headers: ORDER_HEADERS },
  )
}

export const headers: Route.HeadersFunction = () => ORDER_HEADERS

/** The details of an order; the delivery address and the release code only for its buyer's account. */
async function readShown(shop: Shop, { userId, orderNumber }: OrderOutcome, isBuyer: boolean) {
  const order = await findOwnOrder(shop.db, userId, orderNumber, shop.now())
  if (!order) return null
  const { email: _, shippingAddress: __, checkoutUrl: ___, ...shown } = order
  const releaseCode = isBuyer ? shown.releaseCode : null
  const deliverTo = isBuyer ? addressFacts(order) : []
  return { ...shown, releaseCode, deliverTo, lines: await withThumbnails(shop, order.lines) }
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
  const { orderNumber, state, isBuyer, shown, link } = loaderData
  return (
    <div className="mx-auto max-w-xl px-4 py-10 text-center md:py-16">
      {state === 'paid' ? <ThankYou orderNumber={orderNumber} total={shown?.totalAmount} /> : null}
      {state === 'waiting' ? (
        <WaitingForPayment orderNumber={orderNumber} isBuyer={isBuyer} link={link} />
      ) : null}
      {state === 'under-review' ? <PaymentUnderReview orderNumber={orderNumber} /> : null}
      {shown ? (
        <div className="mt-10">
          <OrderBlock
            order={shown}
            contents={shown}
            more={[...shown.deliverTo, ...paymentFacts(shown)]}
          >
            <ButtonLink to={link} reloadDocument>
              See your order
            </ButtonLink>
          </OrderBlock>
        </div>
      ) : null}
    </div>
  )
}
