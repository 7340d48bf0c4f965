import { useEffect } from 'react'
import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { findJustPlaced } from '../../../modules/checkout/own-orders.ts'
import { prepareCheckout } from '../../../modules/checkout/prepare-checkout.ts'
import { atCurrentPrices, preorderDayOf } from '../../../rules/cart/cart.ts'
import { offerCouriers, readChosenDistrict } from '../../../rules/checkout/delivery.ts'
import { cartSubtotal } from '../../../rules/checkout/quote.ts'
import { checkoutRefusals } from '../../../rules/messages/checkout/checkout.ts'
import { generalRefusals } from '../../../rules/messages/general.ts'
import { paymentRefusals } from '../../../rules/messages/payments/payments.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { shipsFrom } from '../../../rules/stock/preorders.ts'
import { CheckoutForm } from '../../../ui/shop/checkout/checkout-form.tsx'
import { WaitingOrders } from '../../../ui/shop/checkout/waiting-orders.tsx'
import { shopContext } from '../../../web/context.ts'
import { requireCustomer } from '../../../web/guards.ts'
import { readTwice } from '../../../web/read-part.ts'
import { isBroken } from '../../../web/render/connection.ts'
import type { Route } from './+types/screen'
import { actAtCheckout } from './action.ts'
import { readKeptCode } from './state.ts'

export const meta = () => [
  { title: `Checkout | ${settings().name}` },
  { name: 'robots', content: 'noindex' },
]

export async function loader(args: Route.LoaderArgs) {
  const visitor = await requireCustomer(args)
  const shop = args.context.get(shopContext)
  const page = await readTwice(() =>
    prepareCheckout(shop, visitor, readChosenDistrict(args.request)),
  )
  if (!page) {
    // An order with nothing to pay has emptied the cart at once, and its answer may have been lost.
    const placed = await findJustPlaced(shop, visitor.userId)
    throw redirect(placed ? `/checkout/success?order=${placed}` : '/cart')
  }
  const kept = await readKeptCode(args, visitor, cartSubtotal(atCurrentPrices(page.lines)))
  const discount = kept ? kept.discount : page.discount
  // Never the code itself, which is money.
  const isCreditRemoved = new URL(args.request.url).searchParams.has('credit')
  return {
    page: { ...page, discount, credit: isCreditRemoved ? null : page.credit },
    offered: offerCouriers(
      shop.now(),
      shipsFrom(page.lines.map((line) => ({ preorderFrom: preorderDayOf(line) }))),
    ),
    message: kept?.message ?? undefined,
    payments: shop.config.payments,
  }
}

export const action = (args: Route.ActionArgs) => actAtCheckout(args)

// With this status the layout around the page reloads nothing.
const LOST = 503

/** When no answer comes, the typed values stay, and the same key may be sent again. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const sent = await request.clone().formData()
  const key = sent.get('checkout_key')
  // Paying or cancelling a waiting order also happens on other screens, so it is handled as there.
  if (typeof key !== 'string') return serverAction()
  const { onLine } = navigator
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response) throw error
    const isOrder = sent.get('intent') === 'pay'
    const message = !isBroken(error)
      ? paymentRefusals['payment-failed']({})
      : !isOrder
        ? generalRefusals['connection-lost']
        : checkoutRefusals[onLine ? 'checkout-unknown' : 'checkout-not-sent']
    const shown = { at: 'top' as const, tone: 'bad' as const, ...message }
    return data({ lost: { message: shown, key, isOrder } }, { status: LOST })
  }
}

type Result = Route.ComponentProps['actionData']
const isAnswered = (result: Result) =>
  !(result && ('lost' in result || ('isAway' in result && result.isAway)))

/** After a refusal the page shows the current cart, prices and waiting orders. */
export const shouldRevalidate = ({
  formMethod,
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  formMethod ? isAnswered(actionResult) : defaultShouldRevalidate

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { page, offered, message, payments } = loaderData
  useEffect(() => {
    // Restored from the back/forward cache after the provider's page, this page still waits for its answer.
    const wake = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])
  const isLost = actionData !== undefined && 'lost' in actionData
  return (
    <div className="mx-auto max-w-7xl px-4 pt-6 pb-4 md:py-10">
      <h1 className="text-3xl md:text-4xl">Checkout</h1>
      <WaitingOrders orders={page.waiting} then="/checkout" />
      <CheckoutForm
        page={page}
        offered={offered}
        payments={payments}
        message={message}
        answer={isLost ? undefined : actionData}
        lost={isLost ? actionData.lost : undefined}
      />
    </div>
  )
}
