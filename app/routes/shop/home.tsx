import type { ReactNode } from 'react'
import { data } from 'react-router'
import { listBanners } from '../../modules/banners/list-banners.ts'
import { countChoices } from '../../modules/catalogue/filter-counts.ts'
import { listNavigation } from '../../modules/catalogue/list-navigation.ts'
import { listFeatured, listNearFeatured } from '../../modules/catalogue/list-products.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { bannerLink, type ShownBanner } from '../../rules/banners/banners.ts'
import { tagSubcategories } from '../../rules/catalogue/categories.ts'
import { type ProductFilter, parseProductFilters } from '../../rules/catalogue/product-filters.ts'
import { settings } from '../../rules/settings/settings.ts'
import { Blurbs } from '../../ui/shop/banners/blurbs.tsx'
import { Hero } from '../../ui/shop/banners/hero.tsx'
import { CategoryCards } from '../../ui/shop/catalogue/category-cards.tsx'
import { Featured, type View } from '../../ui/shop/catalogue/featured.tsx'
import { RecentlyViewed } from '../../ui/shop/catalogue/recent/recently-viewed.tsx'
import { EmptyPlace } from '../../ui/shop/empty-place.tsx'
import { shopContext } from '../../web/context.ts'
import { findVisitor } from '../../web/guards.ts'
import { listHeaders, NOT_KEPT } from '../../web/lists/list-headers.ts'
import { pageMeta } from '../../web/page-meta.ts'
import { readOne, readPart } from '../../web/read-part.ts'
import type { Route } from './+types/home'

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const params = new URL(request.url).searchParams
  const filter = parseProductFilters(params)
  const view: View = params.get('view') === 'list' ? 'list' : 'grid'
  const userId = (await findVisitor(context))?.userId ?? null
  const [banners, categories, products, counted] = await Promise.all([
    readPart(shop, 'banners', () => listBanners(shop)),
    readPart(shop, 'categories', () => listNavigation(shop)),
    readPart(shop, 'featured products', () => listFeatured(shop, filter, userId)),
    readOne(shop, 'filter', () => countChoices(shop, filter, { isFeatured: true })),
  ])
  const near = products?.length === 0 ? await readNear(shop, filter, userId) : null
  const counts = counted === 'failed' ? null : counted
  const linked = (banners ?? []).map(withLink)
  const tagged = categories && tagSubcategories(categories)
  const now = shop.now().getTime()
  const url = `${shop.config.baseUrl}/`
  const isWhole = banners && categories && products && counted !== 'failed'
  return data(
    { banners: linked, categories: tagged, products, near, counts, filter, view, now, url },
    isWhole ? {} : NOT_KEPT,
  )
}

const readNear = (shop: Shop, filter: ProductFilter, userId: string | null) =>
  readPart(shop, 'near products', () => listNearFeatured(shop, filter, userId))

const withLink = (banner: ShownBanner) => ({ ...banner, link: bannerLink(banner.linkUrl) })

export const headers = listHeaders
export const handle = { hasBanners: true }

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: settings().tagline,
    description: settings().description,
    url: loaderData?.url ?? '',
  })

export default function Home({ loaderData }: Route.ComponentProps) {
  const { banners, categories, products, near, counts, filter, view, now } = loaderData
  return (
    <>
      <h1 className="sr-only">
        {settings().name}: {settings().tagline}
      </h1>
      <Hero banners={banners} now={now} />
      <Blurbs />
      <Section id="categories">
        <h2 id="categories-title" className="mb-5 text-2xl md:mb-6 md:text-4xl">
          Shop by Category
        </h2>
        {categories === null ? (
          <EmptyPlace>Error loading categories.</EmptyPlace>
        ) : categories.length === 0 ? (
          <EmptyPlace>No categories found.</EmptyPlace>
        ) : (
          <CategoryCards categories={categories} />
        )}
      </Section>
      <Section id="products">
        <Featured {...{ products, near, counts, filter, view }} />
      </Section>
      <RecentlyViewed />
    </>
  )
}

const Section = ({ id, children }: { id: string; children: ReactNode }) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className="mx-auto max-w-7xl px-4 pt-14 md:pt-20"
  >
    {children}
  </section>
)
