import { settings } from '../../../rules/settings/settings.ts'
import { FOR_EVERY_VISITOR } from '../../../web/render/page-cache.server.ts'

/** `GET /admin/pos/app.webmanifest`: the till as an app of its own on the counter's device. */
export const loader = () =>
  Response.json(
    {
      name: `${settings().name} Till`,
      short_name: 'Till',
      id: '/admin/pos',
      start_url: '/admin/pos',
      scope: '/admin/pos',
      display: 'standalone',
      background_color: '#faf5ec',
      theme_color: '#faf5ec',
      lang: 'en',
      icons: [
        { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
        { src: '/icon-180.png', sizes: '180x180', type: 'image/png', purpose: 'any' },
      ],
    },
    {
      headers: {
        'Content-Type': 'application/manifest+json',
        'Cache-Control': FOR_EVERY_VISITOR,
      },
    },
  )
