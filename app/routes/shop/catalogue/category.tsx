import { data, Form, redirect } from 'react-router'
import { countChoices } from '../../../modules/catalogue/filter-counts.ts'
import { findCategory } from '../../../modules/catalogue/find-category.ts'
import { listProducts } from '../../../modules/catalogue/list-products.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { isUnavailable } from '../../../platform/unavailable.server.ts'
import { listAddresses, readPage, titleOfPage } from '../../../rules/catalogue/list-pages.ts'
import {
  type ProductFilter,
  parseProductFilters,
  productQuery,
  readSlug,
} from '../../../rules/catalogue/product-filters.ts'
import { CATEGORY_SORTS } from '../../../rules/catalogue/products.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Button } from '../../../ui/kit/button.tsx'
import { SelectField, TextField } from '../../../ui/kit/field.tsx'
import { Link } from '../../../ui/kit/link.tsx'
import { Breadcrumbs } from '../../../ui/shop/breadcrumbs.tsx'
import { FilterButton } from '../../../ui/shop/catalogue/filters/filter-panel.tsx'
import {
  isNarrowable,
  NarrowedProducts,
} from '../../../ui/shop/catalogue/filters/narrowed-products.tsx'
import { countProducts, ListHead } from '../../../ui/shop/catalogue/list-head.tsx'
import { Corrected, NearProducts } from '../../../ui/shop/catalogue/near-products.tsx'
import { ProductPages } from '../../../ui/shop/catalogue/product-pages.tsx'
import { ViewLinks } from '../../../ui/shop/catalogue/product-sorts.tsx'
import { ContinueShopping } from '../../../ui/shop/continue-shopping.tsx'
import { EmptyPlace } from '../../../ui/shop/empty-place.tsx'
import { shopContext } from '../../../web/context.ts'
import { findVisitor } from '../../../web/guards.ts'
import { listHeaders, NOT_KEPT } from '../../../web/lists/list-headers.ts'
import { pageMeta } from '../../../web/page-meta.ts'
import { readOne, readTwice } from '../../../web/read-part.ts'
import type { Route } from './+types/category'
import { readNearest } from './read-nearest.ts'

const SORT_WORDS = {
  name: 'Name A-Z',
  'price-asc': 'Price low to high',
  'price-desc': 'Price high to low',
  newest: 'Newest First',
}

/** On a phone the boxes explain themselves: their labels would push the products off the first screen. */
const WORDLESS = 'max-md:[&>label]:sr-only'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const userId = (await findVisitor(context))?.userId ?? null
  const slug = readSlug(params.slug)
  if (!slug) throw redirect('/404')
  const { searchParams } = new URL(request.url)
  const asked = parseProductFilters(searchParams, 'name')
  const filter = { ...asked, categories: [slug] }
  const { cursor, number } = readPage(searchParams)
  const counting = readCounts(shop, filter)
  const [category, page] = await readCategory(shop, slug, () =>
    listProducts(shop, filter, userId, cursor),
  )
  if (!category) throw redirect('/404')
  const view = readView(searchParams)
  const query = productQuery(asked, { categories: [] }, {}, 'name')
  const url = `${shop.config.baseUrl}/category/${slug}`
  const addresses = listAddresses(url, query, { cursor, number, next: page.next })
  const near = page.total === 0 ? await readNearest(shop, filter, userId) : null
  const { counts, init } = await counting
  return data({ category, page, near, counts, filter, cursor, number, view, addresses }, init)
}

/** Without counts the page is shown, but not cached. */
async function readCounts(shop: Shop, filter: ProductFilter) {
  const counts = await readOne(shop, 'filter', () => countChoices(shop, filter))
  return counts === 'failed' ? { counts: null, init: NOT_KEPT } : { counts, init: {} }
}

const readView = (searchParams: URLSearchParams): 'grid' | 'list' =>
  searchParams.get('view') === 'list' ? 'list' : 'grid'

/** Redirects to /404 on error or unknown category (docs/product.md, Categories), but not while the database is away. */
const readCategory = <T,>(shop: Shop, slug: string, readProducts: () => Promise<T>) =>
  readTwice(() =>
    Promise.all([
      shop.cached(`category ${slug}`, () => findCategory(shop.db, slug)),
      readProducts(),
    ]),
  ).catch((error: unknown) => {
    shop.log.error({ error }, 'category not read')
    // While the database is away, nobody knows whether the category exists: 503, or the cached page.
    if (isUnavailable(error)) throw error
    throw redirect('/404')
  })

export const headers = listHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const name = loaderData?.category.name ?? ''
  return pageMeta({
    title: titleOfPage(name, loaderData?.number ?? 1),
    description: `${name} at ${settings().name}, ${settings().location}: delivered by courier.`,
    ...(loaderData?.addresses ?? { url: '' }),
    image: loaderData?.page.products[0]?.picture?.src
      ? new URL(loaderData.page.products[0].picture.src, loaderData.addresses.url).href
      : undefined,
  })
}

export default function Category({ loaderData }: Route.ComponentProps) {
  const { category, page, near, counts, filter, cursor, number, view } = loaderData
  const path = `/category/${category.slug}`
  const queryWith = (extra: Record<string, string | null>) =>
    productQuery(filter, { categories: [] }, extra, 'name')
  const kept = { view: view === 'list' ? 'list' : null }
  const query = queryWith(kept)
  const hrefOf = (changes: Partial<typeof filter>) =>
    `${path}${productQuery(filter, { ...changes, categories: [] }, kept, 'name')}`
  const list = { filter, counts, hrefOf }
  const chosen = new URLSearchParams(hrefOf({ search: '', sort: 'name' }).slice(path.length))
  const { parent } = category
  return (
    <div className="mx-auto max-w-7xl px-4 py-4 md:py-6">
      <Breadcrumbs
        trail={[
          { name: 'Home', to: '/' },
          ...(parent ? [{ name: parent.name, to: `/category/${parent.slug}` }] : []),
        ]}
        here={category.name}
      />
      <ListHead
        title={category.name}
        count={countProducts(page.total, filter.search)}
        views={
          <ViewLinks
            current={view}
            hrefOf={(next) => `${path}${queryWith({ view: next === 'list' ? 'list' : null })}`}
          />
        }
      >
        {category.children.length > 0 ? (
          <ul
            aria-label="Subcategories"
            className="swipe-row -mx-4 mt-2 gap-2 px-4 py-1 md:mx-0 md:flex-wrap md:px-0"
          >
            {category.children.map((child) => (
              <li key={child.slug} className="shrink-0">
                <Link
                  to={`/category/${child.slug}`}
                  className="inline-flex min-h-11 items-center rounded-full border border-edge bg-sheet px-4 text-sm font-semibold hover:bg-sand"
                >
                  {child.name}
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
      </ListHead>
      {/* One row on a phone: its products begin below it. */}
      <search className="mt-2 block md:mt-4">
        <Form
          key={query}
          action={path}
          preventScrollReset
          data-lean
          className="flex flex-wrap items-end gap-2 md:gap-x-4"
        >
          <TextField
            label={`Search in ${category.name}`}
            placeholder="Search"
            name="search"
            type="search"
            maxLength={100}
            defaultValue={filter.search}
            className={`${WORDLESS} min-w-24 flex-1 md:min-w-40`}
          />
          <SelectField
            label="Sort by"
            className={`${WORDLESS} max-md:w-32`}
            name="sort"
            defaultValue={filter.sort}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          >
            {CATEGORY_SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {SORT_WORDS[sort]}
              </option>
            ))}
          </SelectField>
          {[...chosen].map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          {/* On a phone the keyboard submits the search, and a choice submits itself. */}
          <Button className="max-md:[@media(scripting:enabled)]:hidden">Apply</Button>
          {isNarrowable(list, page.total === 0) ? (
            <FilterButton list={list} className="max-md:px-3" />
          ) : null}
        </Form>
      </search>
      <NarrowedProducts list={list} path={path} isEmpty={page.total === 0} hasButton={false}>
        {page.products.length === 0 ? (
          <>
            <EmptyPlace action={<ContinueShopping to="/" />}>No products found.</EmptyPlace>
            <NearProducts near={near} search={filter.search} view={view} />
          </>
        ) : (
          <>
            {page.isCorrected ? <Corrected search={filter.search} /> : null}
            <ProductPages key={query + cursor} first={page} {...{ path, query, view, number }} />
          </>
        )}
      </NarrowedProducts>
    </div>
  )
}
