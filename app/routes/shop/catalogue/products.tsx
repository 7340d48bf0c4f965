import { data } from 'react-router'
import { countChoices } from '../../../modules/catalogue/filter-counts.ts'
import { listProducts } from '../../../modules/catalogue/list-products.ts'
import { listAddresses, readPage, titleOfPage } from '../../../rules/catalogue/list-pages.ts'
import { parseProductFilters, productQuery } from '../../../rules/catalogue/product-filters.ts'
import { SHOP_SORTS } from '../../../rules/catalogue/products.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { Breadcrumbs } from '../../../ui/shop/breadcrumbs.tsx'
import { FilterButton } from '../../../ui/shop/catalogue/filters/filter-panel.tsx'
import {
  isNarrowable,
  NarrowedProducts,
} from '../../../ui/shop/catalogue/filters/narrowed-products.tsx'
import { countProducts, ListHead } from '../../../ui/shop/catalogue/list-head.tsx'
import { Corrected, NearProducts } from '../../../ui/shop/catalogue/near-products.tsx'
import { ProductPages } from '../../../ui/shop/catalogue/product-pages.tsx'
import { SortLinks, ViewLinks } from '../../../ui/shop/catalogue/product-sorts.tsx'
import { EmptyPlace } from '../../../ui/shop/empty-place.tsx'
import { shopContext } from '../../../web/context.ts'
import { findVisitor } from '../../../web/guards.ts'
import { listHeaders, NOT_KEPT } from '../../../web/lists/list-headers.ts'
import { pageMeta } from '../../../web/page-meta.ts'
import { readOne, readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/products'
import { readNearest } from './read-nearest.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const visitor = await findVisitor(context)
  const params = new URL(request.url).searchParams
  const filter = parseProductFilters(params)
  const { cursor, number } = readPage(params)
  const [page, counted] = await Promise.all([
    readPart(shop, 'products', () => listProducts(shop, filter, visitor?.userId ?? null, cursor)),
    readOne(shop, 'filter', () => countChoices(shop, filter)),
  ])
  const near = page?.total === 0 ? await readNearest(shop, filter, visitor?.userId ?? null) : null
  const view: 'grid' | 'list' = params.get('view') === 'list' ? 'list' : 'grid'
  const addresses = listAddresses(`${shop.config.baseUrl}/products`, productQuery(filter), {
    cursor,
    number,
    next: page?.next ?? null,
  })
  const counts = counted === 'failed' ? null : counted
  return data(
    { page, near, counts, filter, cursor, number, view, addresses },
    page && counted !== 'failed' ? {} : NOT_KEPT,
  )
}

export const headers = listHeaders

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: titleOfPage(
      loaderData?.filter.search ? `“${loaderData.filter.search}”` : 'All Products',
      loaderData?.number ?? 1,
    ),
    description: settings().description,
    ...(loaderData?.addresses ?? { url: '' }),
  })

export default function Products({ loaderData }: Route.ComponentProps) {
  const { page, near, counts, filter, cursor, number, view } = loaderData
  const kept = { view: view === 'list' ? 'list' : null }
  const hrefOf = (changes: Parameters<typeof productQuery>[1], extra = kept) =>
    `/products${productQuery(filter, changes, extra)}`
  const query = productQuery(filter, {}, kept)
  const list = { filter, counts, hrefOf }
  const isEmpty = page?.total === 0
  return (
    <div className="mx-auto max-w-7xl px-4 py-4 md:py-6">
      <Breadcrumbs trail={[{ name: 'Home', to: '/' }]} here="All Products" />
      <ListHead
        title={filter.search ? <>Search: “{filter.search}”</> : 'All Products'}
        count={page && countProducts(page.total)}
        views={
          <ViewLinks
            current={view}
            hrefOf={(next) => hrefOf({}, { view: next === 'list' ? 'list' : null })}
          />
        }
      />
      <div className="mt-2 flex items-center gap-2 md:mt-4">
        {isNarrowable(list, isEmpty) ? (
          <FilterButton list={list} className="shrink-0 max-md:px-3" />
        ) : null}
        <SortLinks
          sorts={SHOP_SORTS}
          current={filter.sort}
          hrefOf={(sort) => hrefOf({ sort })}
          className="-mr-4 min-w-0 grow pr-4"
        />
      </div>
      <NarrowedProducts list={list} path="/products" isEmpty={isEmpty} hasButton={false}>
        {page === null ? (
          <EmptyPlace>Error loading products.</EmptyPlace>
        ) : page.products.length === 0 ? (
          <>
            <EmptyPlace action={<ButtonLink to="/products">Show all products</ButtonLink>}>
              No products found.
            </EmptyPlace>
            <NearProducts near={near} search={filter.search} view={view} />
          </>
        ) : (
          <>
            {page.isCorrected ? <Corrected search={filter.search} /> : null}
            <ProductPages
              key={query + cursor}
              first={page}
              path="/products"
              query={query}
              view={view}
              number={number}
            />
          </>
        )}
      </NarrowedProducts>
    </div>
  )
}
