import { data } from 'react-router'
import { type CartLine, listCart } from '../../../modules/cart/cart.ts'
import { listGoesWith } from '../../../modules/catalogue/related/list-goes-with.ts'
import { offerDelivery } from '../../../modules/checkout/offer-delivery.ts'
import { listWaitingOrders } from '../../../modules/checkout/own-orders.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { preorderDayOf, readTakenOut, writeTakenOut } from '../../../rules/cart/cart.ts'
import { DISTRICT_FIELD, writeDistrictCookie } from '../../../rules/checkout/chosen-district.ts'
import { readChosenDistrict } from '../../../rules/checkout/delivery.ts'
import { cartRefusals } from '../../../rules/messages/cart/cart.ts'
import { shipsFrom } from '../../../rules/stock/preorders.ts'
import { unlisted } from '../../../ui/kit/meta.ts'
import { CartLines } from '../../../ui/shop/cart/cart-lines.tsx'
import { EmptyCart, SignedOutCart } from '../../../ui/shop/cart/empty-cart.tsx'
import { RestoreItem } from '../../../ui/shop/cart/restore-item.tsx'
import { ProductRow } from '../../../ui/shop/catalogue/product-row.tsx'
import { RecentlyViewed } from '../../../ui/shop/catalogue/recent/recently-viewed.tsx'
import { WaitingOrders } from '../../../ui/shop/checkout/waiting-orders.tsx'
import { EmptyPlace } from '../../../ui/shop/empty-place.tsx'
import { shopContext } from '../../../web/context.ts'
import { findVisitor } from '../../../web/guards.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/screen'
import { actOnCart } from './action.ts'

export const meta = () => unlisted('Shopping Cart')

export async function loader({ request, context }: Route.LoaderArgs) {
  const visitor = await findVisitor(context)
  if (!visitor) return data({ isSignedIn: false as const })
  const shop = context.get(shopContext)
  const { userId } = visitor
  const chosen = readChosenDistrict(request)
  const [lines, waiting] = await Promise.all([
    readPart(shop, 'cart', () => listCart(shop, userId)),
    readPart(shop, 'waiting orders', () => listWaitingOrders(shop, userId)),
  ])
  const beside = await readBeside(shop, { chosen, userId }, lines ?? [])
  const asked = new URL(request.url).searchParams
  // Without scripts the server stores the district in a cookie.
  const cookie = asked.has(DISTRICT_FIELD) && chosen ? writeDistrictCookie(chosen) : null
  return data(
    {
      isSignedIn: true as const,
      lines,
      waiting: waiting ?? [],
      ...beside,
      takenOut: readRestore(asked),
    },
    cookie === null ? undefined : { headers: { 'Set-Cookie': cookie } },
  )
}

/** The delivery costs of the cart, and products that go well with it. */
async function readBeside(
  shop: Shop,
  asked: { chosen: string | null; userId: string },
  lines: readonly CartLine[],
) {
  // Pre-ordered items leave later, and the whole order with them.
  const days = lines.map((line) => ({ preorderFrom: preorderDayOf(line) }))
  const delivery = await readPart(shop, 'delivery', () =>
    offerDelivery(shop, { ...asked, shipsFrom: shipsFrom(days) }),
  )
  const products = [...new Set(lines.map(({ productId }) => productId))]
  const goesWith = await readPart(shop, 'what goes with it', () =>
    listGoesWith(shop, products, asked.userId),
  )
  return { delivery, goesWith }
}

/** The item that the address offers to return to the cart. */
function readRestore(asked: URLSearchParams) {
  const item = readTakenOut(asked.get('put-back'))
  return item && { item: writeTakenOut(item), request: asked.get('request') ?? '' }
}

/** The only cart action of the whole site. */
export const action = (args: Route.ActionArgs) => actOnCart(args)

export default function Cart({ loaderData }: Route.ComponentProps) {
  if (!loaderData.isSignedIn)
    return (
      <Page>
        <SignedOutCart />
      </Page>
    )
  const { lines, goesWith, waiting, delivery, takenOut } = loaderData
  if (!lines) {
    const { title, description } = cartRefusals['cart-loading-failed']
    return (
      <Page>
        <div role="alert" className="mt-6">
          <EmptyPlace>
            <strong className="block">{title}</strong>
            {description}
          </EmptyPlace>
        </div>
      </Page>
    )
  }
  return (
    <Page>
      {takenOut ? <RestoreItem {...takenOut} /> : null}
      <WaitingOrders orders={waiting} then="/cart" />
      {lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <CartLines lines={lines} waiting={waiting} delivery={delivery} />
      )}
      <ProductRow id="goes-with" title="Goes well with it" products={goesWith} isInPage />
      <RecentlyViewed isInPage />
    </Page>
  )
}

const Page = ({ children }: { children: React.ReactNode }) => (
  <div className="mx-auto max-w-7xl px-4 py-6 md:py-10">
    <h1 className="text-3xl md:text-4xl">Shopping Cart</h1>
    {children}
  </div>
)
