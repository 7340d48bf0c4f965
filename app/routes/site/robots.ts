import { shopContext } from '../../web/context.ts'
import { FOR_EVERY_VISITOR } from '../../web/render/page-cache.server.ts'
import type { Route } from './+types/robots'

const PRIVATE = [
  '/admin',
  '/pos',
  '/cart',
  '/checkout',
  '/orders',
  '/handover',
  '/wishlist',
  '/auth',
  '/invitation',
  '/api',
  '/dev',
]

export function loader({ context }: Route.LoaderArgs) {
  const { baseUrl } = context.get(shopContext).config
  const lines = [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${baseUrl}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': FOR_EVERY_VISITOR },
  })
}
