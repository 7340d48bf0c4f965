import { redirect } from 'react-router'
import { giveUpOrder } from '../../modules/checkout/give-up-order.ts'
import { type Settled, settlePayment } from '../../modules/checkout/settle-payment.ts'
import { giveUpSale } from '../../modules/checkout/till-payment.ts'
import type { Order } from '../../modules/orders/read-order.ts'
import { settleTrial } from '../../modules/payments/key-trials.ts'
import type { Sale } from '../../modules/till/sales/ring-up-sale.ts'
import { mayUseTill } from '../../rules/accounts/roles.ts'
import { requestContext, shopContext } from '../../web/context.ts'
import { findVisitor } from '../../web/guards.ts'
import { cameTo } from '../../web/placed-orders.ts'
import { badToast, goodToast, redirectWith } from '../../web/toasts.ts'
import type { Route } from './+types/return'

const GAVE_UP = /^(failed|cancelled|canceled|declined)$/i

/**
 * The customer returns from the provider. The address proves nothing, so the shop asks the provider. Only "not paid" is
 * believed, and only from the customer who ordered, or when the provider confirms it.
 */
async function comeBack(args: Route.LoaderArgs | Route.ActionArgs) {
  const { request, params, context } = args
  const shop = context.get(shopContext)
  const settled = await settlePayment(shop, params.reference, { isForAll: true })
  // The payment belongs to no order: the owner has tried the keys.
  if (!settled.ok)
    return redirect(
      (await settleTrial(shop, params.reference)) ? '/admin/first-steps' : '/checkout/failed',
    )
  const status = new URL(request.url).searchParams.get('status') ?? ''
  const gaveUp = GAVE_UP.test(status)
  if (settled.sale) return comeBackToTill(context, settled.state, settled.sale, gaveUp)
  if (settled.purchase) return redirect(`/gift-voucher?of=${settled.purchase.id}`)
  if (!settled.order) return redirect('/checkout/failed')
  const success = `/checkout/success?order=${encodeURIComponent(settled.order.orderNumber)}`
  // Money that does not pay the order is no failure either: the success page says that a person looks into it.
  if (settled.state === 'paid' || settled.state === 'mismatch') return redirect(success)
  if (gaveUp) {
    if (await mayGiveUp(args, settled.order, settled.state))
      await giveUpOrder(shop, settled.order.id)
    return redirect('/checkout/failed')
  }
  // The outcome is unknown yet: the success page waits with the customer and never shows a wrong 'failed'.
  return redirect(success)
}

type State = Extract<Settled, { ok: true }>['state']

/**
 * An order can be given up by its account, by session or token, and by the browser that placed it
 * (docs/decisions/0038-an-orders-own-page.md). Whoever only has the payment's reference, such as a program without
 * cookies, gives it up when the provider reports that this payment has failed; whoever came to pay by the order's link
 * never does.
 */
async function mayGiveUp(
  { request, context }: Route.LoaderArgs | Route.ActionArgs,
  order: Order,
  state: State,
) {
  const visitor = await findVisitor(context)
  if (visitor?.userId === order.userId) return true
  const came = await cameTo(request, context, order.orderNumber)
  return came === 'placed' || (came === null && state === 'failed')
}

/**
 * Returns to the till, where the cashier opened the page; or answers on the phone of a customer who scanned the code
 * and must not be sent to /pos. As long as the outcome is unknown it never leads to 'failed'.
 */
async function comeBackToTill(
  context: Route.LoaderArgs['context'],
  state: State,
  sale: Sale,
  gaveUp: boolean,
) {
  const visitor = await findVisitor(context)
  const isStaff = visitor !== null && mayUseTill(visitor.role)
  const isOver = state === 'failed' || state === 'mismatch'
  if (sale.tillId && !isStaff) return redirectWith(context, '/', phoneToast(state))
  // The cashier cancelled on the provider's page: the items are released for the next try.
  if (visitor && isStaff && state === 'failed' && gaveUp)
    await giveUpSale(context.get(shopContext), sale.id, {
      userId: visitor.userId,
      ip: context.get(requestContext).ip,
    })
  const place = isOver ? 'failed' : 'success'
  return redirect(`/pos/${place}?order=${encodeURIComponent(sale.saleNumber)}`)
}

function phoneToast(state: State) {
  if (state === 'paid') return goodToast('pos-phone-paid')
  return state === 'failed' ? badToast('pos-phone-failed') : goodToast('pos-phone-waiting')
}

export const loader = (args: Route.LoaderArgs) => comeBack(args)
export const action = (args: Route.ActionArgs) => comeBack(args)
