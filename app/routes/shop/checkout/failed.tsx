import { data } from 'react-router'
import { findCalledOff } from '../../../modules/checkout/own-orders.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { shopContext } from '../../../web/context.ts'
import { findVisitor } from '../../../web/guards.ts'
import { ORDER_HEADERS } from '../../../web/no-store.ts'
import { findWaitingByLink } from '../../../web/placed-orders.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/failed'

export const meta = () => [
  { title: `Payment Failed | ${settings().name}` },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const byLink = await readPart(shop, 'order', () => findWaitingByLink(request, context))
  const visitor = await findVisitor(context)
  const calledOff = visitor
    ? await readPart(shop, 'order', () => findCalledOff(shop, visitor.userId))
    : null
  return data({ byLink: byLink ?? null, calledOff: calledOff ?? null }, { headers: ORDER_HEADERS })
}

export const headers: Route.HeadersFunction = () => ORDER_HEADERS

const DOUBT =
  'If money has left your account all the same, please do not pay again: we see it as soon as the payment service tells us.'

export default function Failed({ loaderData: { byLink, calledOff } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-xl px-4 py-10 text-center md:py-16">
      <h1 className="text-3xl md:text-4xl">Payment Failed</h1>
      <p className="mt-4 text-lg">Unfortunately your payment could not be processed</p>
      <p className="mt-4 text-quiet">
        {byLink
          ? `Order ${byLink.orderNumber} still waits for its payment. ${DOUBT}`
          : calledOff
            ? `Order ${calledOff} was cancelled, and nothing was charged. Your cart and what you typed are kept.`
            : `Your cart and what you typed are kept. ${DOUBT}`}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {byLink ? (
          <ButtonLink to={byLink.path} tone="clay" size="lg" reloadDocument>
            Back to your order
          </ButtonLink>
        ) : (
          <>
            <ButtonLink to="/checkout" tone="clay" size="lg">
              Retry Checkout
            </ButtonLink>
            <ButtonLink to="/cart" size="lg">
              Return to Cart
            </ButtonLink>
          </>
        )}
      </div>
    </div>
  )
}
