import { listForSitemap } from '../../modules/catalogue/public-products.ts'
import { shopContext } from '../../web/context.ts'
import { FOR_EVERY_VISITOR } from '../../web/render/page-cache.server.ts'
import type { Route } from './+types/sitemap'

const STATIC = [
  '/',
  '/products',
  '/about-us',
  '/size-guide',
  '/returns-policy',
  '/gift-voucher',
  '/student-discount',
  '/privacypolicy',
  '/termsofservice',
]

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { products, categories } = await listForSitemap(shop)
  // Slugs are letters, digits and hyphens: nothing in these addresses needs escaping.
  const entry = (path: string, changedAt?: Date) =>
    `<url><loc>${shop.config.baseUrl}${path}</loc>${changedAt ? `<lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod>` : ''}</url>`
  const entries = [
    ...STATIC.map((path) => entry(path)),
    ...categories.map(({ slug }) => entry(`/category/${slug}`)),
    ...products.map(({ slug, changedAt }) => entry(`/product/${slug}`, changedAt)),
  ]
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
  return new Response(xml, {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': FOR_EVERY_VISITOR,
    },
  })
}
