import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { isStaffRoute, shopTableOf } from './app/rules/route-tables.ts'
import { writeStripped } from './server/bootstrap/stripped.mjs'

/** How react-router 8.4 writes the browser's table of routes. */
const TABLE = /^window\.__reactRouterManifest=(\{.*\});$/s

/**
 * The table once more without the staff's routes, for shoppers' pages (web/render/router.server.ts): they are seven
 * parts in ten of it, which no shopper's browser looks up.
 */
function writeShopTable(folder: string) {
  for (const name of readdirSync(folder).filter((one) => /^manifest-/.test(one))) {
    const written = TABLE.exec(readFileSync(join(folder, name), 'utf8'))?.[1]
    if (!written) continue
    const table = JSON.parse(written) as { url: string; routes: Record<string, unknown> }
    const url = shopTableOf(table.url)
    if (url === table.url) throw new Error(`The table of routes has another name: ${url}`)
    const routes = Object.entries(table.routes).filter(([id]) => !isStaffRoute(id))
    const text = JSON.stringify({ ...table, url, routes: Object.fromEntries(routes) })
    writeFileSync(join(folder, basename(url)), `window.__reactRouterManifest=${text};`)
    return
  }
  throw new Error('The build wrote no table of routes.')
}

export default {
  ssr: true,
  // A screen is one file: what fails to come fails as a whole, and can be asked for again
  // (web/render/connection-recovery.ts).
  splitRouteModules: false,
  // The whole route table with the first page: no request for it before each new screen.
  routeDiscovery: { mode: 'initial' },
  buildEnd({ reactRouterConfig }) {
    writeShopTable(join(reactRouterConfig.buildDirectory, 'client', 'assets'))
    writeStripped()
  },
} satisfies Config
