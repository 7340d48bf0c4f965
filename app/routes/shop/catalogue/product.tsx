import { redirect, type ShouldRevalidateFunctionArgs, useRouteLoaderData } from 'react-router'
import { findProduct } from '../../../modules/catalogue/find-product.ts'
import { listGoesWith } from '../../../modules/catalogue/related/list-goes-with.ts'
import { offerDelivery, offerLater } from '../../../modules/checkout/offer-delivery.ts'
import { listReviews, readSummary } from '../../../modules/reviews/list-reviews.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { readPendingItem, STOCK } from '../../../rules/catalogue/product-detail.ts'
import { readSlug } from '../../../rules/catalogue/product-filters.ts'
import { readChosenDistrict } from '../../../rules/checkout/delivery.ts'
import { ProductScreen } from '../../../ui/shop/catalogue/product/product-screen.tsx'
import { ProductRow } from '../../../ui/shop/catalogue/product-row.tsx'
import { RecentlyViewed } from '../../../ui/shop/catalogue/recent/recently-viewed.tsx'
import { ProductReviews } from '../../../ui/shop/reviews/product-reviews.tsx'
import type { ShellData } from '../../../ui/shop/shell-data.ts'
import { shopContext } from '../../../web/context.ts'
import { findVisitor } from '../../../web/guards.ts'
import { headersForEveryVisitor } from '../../../web/page-headers.ts'
import { readPart, readTwice } from '../../../web/read-part.ts'
import type { Route } from './+types/product'
import { addToCartFrom } from './product-action.ts'
import { productMeta } from './product-meta.ts'

/** An unknown slug redirects to /404 (docs/product.md, Products). */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const visitor = await findVisitor(context)
  const slug = readSlug(params.slug)
  const product = slug && (await readTwice(() => findProduct(shop, slug, visitor?.userId ?? null)))
  if (!product) throw redirect('/404')
  const { searchParams } = new URL(request.url)
  const pending = readPendingItem(product.variants, searchParams)
  const [reviews, goesWith] = await Promise.all([
    readPart(shop, 'reviews', () => readReviews(shop, product, searchParams.get('reviews'))),
    readPart(shop, 'what goes with it', () =>
      listGoesWith(shop, [product.id], visitor?.userId ?? null),
    ),
  ])
  const shown = { ...product, fits: reviews?.summary.fits ?? null }
  const asked = { chosen: readChosenDistrict(request), userId: visitor?.userId ?? null }
  const delivery = await offerDelivery(shop, asked)
  const later = await offerLater(shop, asked, product.variants)
  const { baseUrl: origin } = shop.config
  return { product: shown, reviews, goesWith, pending, delivery, later, origin }
}

/** Most products have no reviews, and run no query for them. */
async function readReviews(
  shop: Shop,
  { id, rating }: { id: string; rating: { count: number } },
  after: string | null,
) {
  if (rating.count === 0) return NO_REVIEWS
  const [summary, page] = await Promise.all([
    readSummary(shop.db, id),
    listReviews(shop, id, after),
  ])
  return { summary, page }
}
const NO_REVIEWS = { summary: { byStars: [], fits: null }, page: { rows: [], next: null } }

export const action = (args: Route.ActionArgs) => addToCartFrom(args)

/** Adding to the cart changes nothing on this page: it is reloaded only when the answer leads to the stock. */
export const shouldRevalidate = ({
  currentUrl,
  formMethod,
  formAction,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => {
  const isHere = currentUrl.pathname === nextUrl.pathname
  const isAdding = isHere && formMethod === 'POST' && formAction === nextUrl.pathname
  return isAdding ? nextUrl.hash === `#${STOCK}` : defaultShouldRevalidate
}

export const headers = headersForEveryVisitor

/** The pictures of a product turn by themselves, so its scripts load at once. */
export const handle = { startsAtOnce: true }

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? productMeta(loaderData.product, loaderData.origin, loaderData.pending.color) : []

export default function Product({ loaderData }: Route.ComponentProps) {
  const { product, pending, reviews, goesWith } = loaderData
  const around = useRouteLoaderData<{ shell: ShellData }>('routes/shop/layout')
  const toast = around?.shell.toast ?? null
  return (
    <>
      <ProductScreen
        key={product.id}
        product={product}
        pending={pending}
        delivery={loaderData.delivery}
        later={loaderData.later}
        toast={toast}
        origin={loaderData.origin}
      />
      <ProductRow id="goes-with" title="Goes well with it" products={goesWith} />
      <ProductReviews slug={product.slug} rating={product.rating} reviews={reviews} />
      <RecentlyViewed here={product.id} />
    </>
  )
}
