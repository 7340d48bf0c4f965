import { data, isRouteErrorResponse, Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { countCart } from '../../modules/cart/cart.ts'
import { listNavigation } from '../../modules/catalogue/list-navigation.ts'
import { countWishlist } from '../../modules/catalogue/wishlist.ts'
import { mustShowTest } from '../../platform/config.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { yearOf } from '../../rules/dates.ts'
import { TEST_PAYMENTS } from '../../rules/messages/payments/words.ts'
import { snapshot } from '../../rules/settings/settings.ts'
import { FollowSettings } from '../../ui/kit/browser/follow-settings.ts'
import { NotFound } from '../../ui/shop/not-found.tsx'
import { Shell } from '../../ui/shop/shell.tsx'
import type { ShellData } from '../../ui/shop/shell-data.ts'
import { staffLinks } from '../../ui/shop/staff-links.ts'
import { shopContext, type Visitor } from '../../web/context.ts'
import { findVisitor } from '../../web/guards.ts'
import { readPart } from '../../web/read-part.ts'
import { takeToast } from '../../web/toasts.ts'
import type { Route } from './+types/layout'

const plain = ({ name, slug }: { name: string; slug: string }) => ({ name, slug })

/** The categories without their pictures, because they are on every page. */
async function listShellCategories(shop: Shop) {
  const tree = await shop.cached('navigation', () => listNavigation(shop))
  return tree.map((top) => ({ ...plain(top), children: top.children.map(plain) }))
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [visitor, flash, categories] = await Promise.all([
    findVisitor(context),
    takeToast(request, context),
    readPart(shop, 'categories', () => listShellCategories(shop)),
  ])
  const counts = visitor ? await countFor(shop, visitor.userId) : NOTHING
  const headers = new Headers()
  if (flash) headers.set('Set-Cookie', flash.forget)
  // A page with one person's data, or with missing parts, is not cached.
  if (visitor || flash || !categories) headers.set('Cache-Control', 'private, no-cache')
  const shell: ShellData = {
    categories,
    visitor: visitor && shownVisitor(visitor),
    ...counts,
    isSample: shop.config.sampleShop,
    testNotice: mustShowTest(shop.config) ? TEST_PAYMENTS : null,
    toast: flash?.toast ?? null,
  }
  return data({ shell, year: yearOf(shop.now()), revision: snapshot().revision }, { headers })
}

const NOTHING = { cartCount: 0, wishlistCount: 0 }
const shownVisitor = ({ userId, name, role }: Visitor) => ({
  id: userId,
  name,
  staffLinks: staffLinks(role),
})

/** A refused act reloads the counts as well; a failed act does not. */
export const shouldRevalidate = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  (actionStatus !== undefined && actionStatus >= 400 && actionStatus < 500) ||
  defaultShouldRevalidate

async function countFor(shop: Shop, userId: string) {
  const [cartCount, wishlistCount] = await Promise.all([
    countCart(shop.db, userId),
    countWishlist(shop.db, userId),
  ])
  return { cartCount, wishlistCount }
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => {
  const control = loaderHeaders.get('Cache-Control')
  return control ? { 'Cache-Control': control } : {}
}

export default function Layout({ loaderData: { revision, ...around } }: Route.ComponentProps) {
  return (
    <Shell {...around}>
      <FollowSettings revision={revision} />
      <Outlet />
    </Shell>
  )
}

const NOBODY: ShellData = {
  categories: null,
  visitor: null,
  ...NOTHING,
  toast: null,
}

/** A failed screen: the shop's frame around it stays. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const isNotFound = isRouteErrorResponse(error) && (error.status === 404 || error.status === 405)
  return (
    <Shell shell={loaderData?.shell ?? NOBODY} year={loaderData?.year ?? 0}>
      {isNotFound ? <NotFound /> : <Failed />}
    </Shell>
  )
}

const Failed = () => (
  <div className="mx-auto max-w-2xl px-4 py-16">
    <h1 className="text-3xl">Something went wrong on our side</h1>
    <p className="mt-3">Nothing is lost. Please reload the page in a minute.</p>
  </div>
)
