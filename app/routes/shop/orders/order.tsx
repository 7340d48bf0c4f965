import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { withThumbnails } from '../../../modules/catalogue/find-thumbnails.ts'
import { listOwnRefunds } from '../../../modules/refunds/list-refunds.ts'
import { listOwnReturns } from '../../../modules/returns/list-own-returns.ts'
import { listExchanges } from '../../../modules/returns/list-returns.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { formatRefusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { isReturnable } from '../../../rules/returns/returns.ts'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { unlisted } from '../../../ui/kit/meta.ts'
import { EmptyPlace } from '../../../ui/shop/empty-place.tsx'
import { OrderDetails } from '../../../ui/shop/orders/order-details.tsx'
import { shopContext } from '../../../web/context.ts'
import { ORDER_HEADERS } from '../../../web/no-store.ts'
import type { Route } from './+types/order'
import { actOnOwnOrder } from './order-action.ts'
import { readOrder } from './read-order.ts'

export const meta: Route.MetaFunction = ({ params }) => unlisted(`Order ${params.orderNumber}`)
export const headers: Route.HeadersFunction = () => ORDER_HEADERS

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { visitor, opened, path } = await readOrder(args)
  const reader = { isSignedIn: visitor !== null, path }
  if (!opened.ok) {
    const refusal = formatRefusal(opened)
    const status = statusOf(opened.reason)
    return data({ ...reader, refusal, opened: null }, { status, headers: ORDER_HEADERS })
  }
  const { by, link, linkVersion, order } = opened
  const isBuyer = by === 'account'
  const [lines, refunds, returns] = await Promise.all([
    withThumbnails(shop, order.lines),
    listOwnRefunds(shop.db, order.id, isBuyer),
    readReturns(shop, order, isBuyer ? null : linkVersion),
  ])
  // Whoever came by the link can already pass it on.
  const shown = { by, link: isBuyer ? link : null, order: { ...order, lines, refunds, returns } }
  return data({ ...reader, refusal: null, opened: shown }, { headers: ORDER_HEADERS })
}

type OpenedOrder = Extract<Awaited<ReturnType<typeof readOrder>>['opened'], { ok: true }>['order']

/**
 * The returns of an order, and the data of the form for another one; `linkVersion` null: read by the account, otherwise
 * by a link of that version.
 */
async function readReturns(shop: Shop, order: OpenedOrder, linkVersion: number | null) {
  const listed = await listOwnReturns(shop, order.id, linkVersion)
  const mayAsk = !order.isAnonymized && isReturnable(order, shop.now())
  return {
    ...listed,
    isReturnable: mayAsk,
    nextReturn: randomUUID(),
    choices: mayAsk ? await listExchanges(shop.db, order.lines, 'customer') : {},
  }
}

export const action = (args: Route.ActionArgs) => actOnOwnOrder(args)

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { opened, refusal, isSignedIn, path } = loaderData
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 md:pt-12">
      <h1 className="text-4xl md:text-5xl">Your order</h1>
      <div className="mt-6">
        {opened ? <OrderDetails {...opened} path={path} refused={actionData ?? null} /> : null}
        {refusal ? (
          <EmptyPlace action={<WaysIn isSignedIn={isSignedIn} />}>
            <strong className="block">{refusal.title}</strong> {refusal.description}
          </EmptyPlace>
        ) : null}
      </div>
    </div>
  )
}

/** The ways to continue for a visitor whose link opens no order. */
const WaysIn = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <div className="flex flex-wrap justify-center gap-3">
    <ButtonLink to={isSignedIn ? '/orders' : '/auth?then=/orders'} tone="clay">
      {isSignedIn ? 'My Orders' : 'Sign in'}
    </ButtonLink>
    <ButtonLink to="/track-order">Track Your Order</ButtonLink>
  </div>
)
