import { settings } from '../../rules/settings/settings.ts'
import { FOR_EVERY_VISITOR } from '../../web/render/page-cache.server.ts'

export const loader = () =>
  Response.json(
    {
      name: settings().name,
      short_name: settings().name,
      description: settings().description,
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#faf5ec',
      theme_color: '#faf5ec',
      lang: 'en',
      icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
    },
    {
      headers: {
        'Content-Type': 'application/manifest+json',
        'Cache-Control': FOR_EVERY_VISITOR,
      },
    },
  )
