import { data } from 'react-router'
import { countChoices } from '../../../modules/catalogue/filter-counts.ts'
import {
  addToWishlist,
  listWishlist,
  removeFromWishlist,
} from '../../../modules/catalogue/wishlist.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import {
  countFilters,
  type ProductFilter,
  parseProductFilters,
  productQuery,
} from '../../../rules/catalogue/product-filters.ts'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { unlisted } from '../../../ui/kit/meta.ts'
import { NarrowedProducts } from '../../../ui/shop/catalogue/filters/narrowed-products.tsx'
import { ProductPages } from '../../../ui/shop/catalogue/product-pages.tsx'
import { ContinueShopping } from '../../../ui/shop/continue-shopping.tsx'
import { EmptyPlace } from '../../../ui/shop/empty-place.tsx'
import { shopContext } from '../../../web/context.ts'
import { readForm, readValues } from '../../../web/forms/read-form.ts'
import { findSender, readReturnPath, requireCustomer } from '../../../web/guards.ts'
import { readPart } from '../../../web/read-part.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/wishlist'

export async function loader(args: Route.LoaderArgs) {
  const { userId } = await requireCustomer(args)
  const shop = args.context.get(shopContext)
  const params = new URL(args.request.url).searchParams
  const cursor = params.get('cursor')
  const filter = readFilter(params)
  const page = await readPart(shop, 'wishlist', () => listWishlist(shop, userId, filter, cursor))
  // With one product there is nothing to filter.
  const hasFilter = countFilters(filter) > 0 || (page?.total ?? 0) > 1
  const counts = hasFilter
    ? await readPart(shop, 'filter', () => countChoices(shop, filter, { wishedBy: userId }))
    : null
  const headers = { 'Cache-Control': 'private, no-cache' }
  return data({ page, filter, counts, hasFilter, cursor }, { headers })
}

/** The filters that the panel offers: without search words, and in a fixed order. */
const readFilter = (params: URLSearchParams): ProductFilter => ({
  ...parseProductFilters(params),
  search: '',
  categories: [],
  sort: 'newest',
})

/** The action of every heart in the shop: `add` or `remove` names a product, `back` the page to return to. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const typed = readValues(form, ['add', 'remove', 'back'])
  const back = readReturnPath(typed.back) ?? '/wishlist'
  const visitor = await findSender(context, form)
  if (!visitor) {
    const to = `/auth?then=${encodeURIComponent(back)}`
    return redirectWith(context, to, badToast('sign-in-for-wishlist'))
  }
  const reason = typed.remove ? 'wishlist-removing-failed' : 'wishlist-adding-failed'
  const toast = await change(shop, visitor.userId, typed).catch((error: unknown) => {
    shop.log.error({ error }, 'wishlist not changed')
    return badToast(reason)
  })
  return redirectWith(context, back, toast)
}

async function change(shop: Shop, userId: string, typed: { add: string; remove: string }) {
  if (typed.remove) {
    await removeFromWishlist(shop.db, userId, typed.remove)
    return goodToast('removed-from-wishlist')
  }
  const added = await addToWishlist(shop.db, userId, typed.add)
  return added.ok ? goodToast('added-to-wishlist', { product: added.productName }) : badToast(added)
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = () => unlisted('My Wishlist')

export default function Wishlist({ loaderData }: Route.ComponentProps) {
  const { page, filter, counts, hasFilter, cursor } = loaderData
  const hrefOf = (changes: Partial<ProductFilter>) => `/wishlist${productQuery(filter, changes)}`
  const query = productQuery(filter)
  return (
    <div className="mx-auto max-w-7xl px-4 py-6 md:py-10">
      <h1 className="mb-4 text-4xl md:text-5xl">My Wishlist</h1>
      <NarrowedProducts list={{ filter, counts, hrefOf }} path="/wishlist" isEmpty={!hasFilter}>
        {page === null ? (
          <EmptyPlace>Error loading wishlist.</EmptyPlace>
        ) : page.products.length > 0 ? (
          <ProductPages
            key={`${query} ${cursor} ${page.total}`}
            first={page}
            path="/wishlist"
            query={query}
            view="grid"
          />
        ) : query ? (
          <EmptyPlace action={<ButtonLink to="/wishlist">Show the whole wishlist</ButtonLink>}>
            No products found.
          </EmptyPlace>
        ) : (
          <EmptyPlace action={<ContinueShopping />}>No items in your wishlist.</EmptyPlace>
        )}
      </NarrowedProducts>
    </div>
  )
}
