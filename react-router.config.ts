import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // A screen is one file: what fails to come fails as a whole, and can be asked for again (web/render/connection-recovery.ts).
  splitRouteModules: false,
  // The whole route table with the first page: no request for it before each new screen.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
