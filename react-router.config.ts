import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { writeShopManifest } from './app/web/render/shop-manifest.server.ts'

export default {
  ssr: true,
  // A screen is one file: what fails to come fails as a whole, and can be asked for again (web/render/connection-recovery.ts).
  splitRouteModules: false,
  // The whole route table with the first page: no request for it before each new screen.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ viteConfig, reactRouterConfig }) {
    await writeShopManifest(
      join(reactRouterConfig.buildDirectory, 'client', viteConfig.build.assetsDir),
    )
  },
} satisfies Config
