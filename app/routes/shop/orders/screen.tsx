import { data, Form, redirect } from 'react-router'
import { withThumbnails } from '../../../modules/catalogue/find-thumbnails.ts'
import { listOrders } from '../../../modules/orders/list-orders.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { listedDates } from '../../../rules/messages/orders/order-facts.ts'
import { Button, ButtonLink } from '../../../ui/kit/button.tsx'
import { Link } from '../../../ui/kit/link.tsx'
import { unlisted } from '../../../ui/kit/meta.ts'
import { WaitingOrderForm } from '../../../ui/shop/checkout/waiting-orders.tsx'
import { EmptyPlace } from '../../../ui/shop/empty-place.tsx'
import { OrderBlock } from '../../../ui/shop/orders/order-block.tsx'
import { useLiveOrders } from '../../../ui/shop/orders/use-live-orders.ts'
import { shopContext } from '../../../web/context.ts'
import { requireCustomer } from '../../../web/guards.ts'
import { NO_STORE } from '../../../web/no-store.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/screen'

const PER_PAGE = 10

export const meta = () => unlisted('My Orders')

export async function loader(args: Route.LoaderArgs) {
  const visitor = await requireCustomer(args)
  const shop = args.context.get(shopContext)
  const before = new URL(args.request.url).searchParams.get('before')
  const page = await readPart(shop, 'orders', () => listShown(shop, visitor.userId, before))
  if (before && page?.orders.length === 0) throw redirect('/orders')
  return data(
    {
      orders: page?.orders ?? null,
      next: page?.next ?? null,
      isFirst: before === null,
      email: visitor.email,
    },
    { headers: NO_STORE },
  )
}

/** The orders with the pictures of their lines, read for all orders at once. */
async function listShown(shop: Shop, userId: string, before: string | null) {
  const page = await listOrders(shop.db, userId, shop.now(), { before, limit: PER_PAGE })
  const lines = await withThumbnails(
    shop,
    page.orders.flatMap((order) => order.lines),
  )
  const linesOf = Map.groupBy(lines, (line) => line.orderId)
  return {
    ...page,
    orders: page.orders.map((order) => ({ ...order, lines: linesOf.get(order.id) ?? [] })),
  }
}

export const headers: Route.HeadersFunction = () => NO_STORE

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { orders, next, isFirst, email } = loaderData
  useLiveOrders()
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 md:pt-12">
      <h1 className="text-4xl md:text-5xl">My Orders</h1>
      <div className="mt-6 grid gap-6">
        {orders === null ? (
          <EmptyPlace
            action={
              <ButtonLink to="/orders" reloadDocument>
                Try again
              </ButtonLink>
            }
          >
            Error loading orders.
          </EmptyPlace>
        ) : orders.length === 0 ? (
          <EmptyPlace
            action={
              <ButtonLink to="/products" tone="clay">
                Start shopping
              </ButtonLink>
            }
          >
            No orders yet
          </EmptyPlace>
        ) : (
          orders.map((order) => (
            <OrderBlock
              key={order.orderNumber}
              order={order}
              contents={order}
              title={<OrderLink number={order.orderNumber}>{order.orderNumber}</OrderLink>}
              dates={listedDates(order)}
            >
              {order.isWaiting ? (
                <WaitingOrderForm orderNumber={order.orderNumber} then="/orders" />
              ) : (
                <OrderLink number={order.orderNumber}>Details, or something is wrong</OrderLink>
              )}
            </OrderBlock>
          ))
        )}
      </div>
      <nav aria-label="Older and newer orders" className="mt-6 flex justify-between empty:hidden">
        {isFirst ? null : <ButtonLink to="/orders">Newest orders</ButtonLink>}
        {next ? (
          <ButtonLink to={`/orders?before=${next}`} className="ml-auto">
            Older orders
          </ButtonLink>
        ) : null}
      </nav>
      <Devices email={email} />
    </div>
  )
}

/** Links to the order's own page, and to what can be done there. */
const OrderLink = ({ number, children }: { number: string; children: string }) => (
  <Link
    to={`/orders/${number}`}
    reloadDocument
    className="inline-flex min-h-11 items-center text-lake underline underline-offset-4 hover:text-lake-deep"
  >
    {children}
  </Link>
)

/** Signing out everywhere asks for confirmation, with scripts or without. */
const Devices = ({ email }: { email: string }) => (
  <section aria-labelledby="account" className="mt-14 border-t border-line pt-6">
    <h2 id="account" className="text-2xl">
      Your account
    </h2>
    <p className="mt-2 wrap-anywhere">
      You are signed in as <strong>{email}</strong>.
    </p>
    <p>
      <Link
        to="/account"
        className="inline-flex min-h-11 items-center text-lake underline underline-offset-4 hover:text-lake-deep"
      >
        Your details, addresses, password, and where you are signed in
      </Link>
    </p>
    <details className="mt-4">
      <summary className="inline-flex min-h-11 items-center rounded-card border border-edge bg-sheet px-[16px] font-semibold wrap-anywhere hover:bg-sand">
        Sign out everywhere…
      </summary>
      <Form method="post" action="/auth" className="mt-3 rounded-card bg-sand p-5">
        <input type="hidden" name="intent" value="sign-out-everywhere" />
        <p>
          This signs you out on this device and on every other one. Your cart and your orders stay.
        </p>
        <Button tone="clay" className="mt-3 px-[16px] wrap-anywhere">
          Yes, sign out everywhere
        </Button>
      </Form>
    </details>
  </section>
)
