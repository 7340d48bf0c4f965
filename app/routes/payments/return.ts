import { redirect } from 'react-router'
import { giveUpOrder } from '../../modules/checkout/expire-order.ts'
import { settlePayment } from '../../modules/checkout/settle-payment.ts'
import { shopContext } from '../../web/context.ts'
import type { Route } from './+types/return'

const GAVE_UP = /^(failed|cancelled|canceled|declined)$/i

/**
 * The customer comes back from the provider. What the address says proves nothing: the provider is
 * asked. Only "not paid" is taken from it, since it can do no harm: a late payment revives the order.
 */
async function comeBack({ request, params, context }: Route.LoaderArgs | Route.ActionArgs) {
  const shop = context.get(shopContext)
  const settled = await settlePayment(shop, params.reference)
  if (!settled.ok) return redirect('/checkout/failed')
  const said = new URL(request.url).searchParams.get('status') ?? ''
  const gaveUp = GAVE_UP.test(said)
  if (settled.sale) {
    const place = settled.state === 'paid' ? 'success' : 'failed'
    return redirect(`/pos/${place}?order=${encodeURIComponent(settled.sale.saleNumber)}`)
  }
  if (!settled.order) return redirect('/checkout/failed')
  const success = `/checkout/success?order=${encodeURIComponent(settled.order.orderNumber)}`
  if (settled.state === 'paid') return redirect(success)
  if (gaveUp || settled.state === 'mismatch') {
    if (settled.state !== 'mismatch') await giveUpOrder(shop, settled.order.id)
    return redirect('/checkout/failed')
  }
  // Nobody knows yet: the success page waits with the customer and never says a wrong 'failed'.
  return redirect(success)
}

export const loader = (args: Route.LoaderArgs) => comeBack(args)
export const action = (args: Route.ActionArgs) => comeBack(args)
