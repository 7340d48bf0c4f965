import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPlain } from '../../rules/plain.ts'
import { isOutsideShopTable } from './staff-routes.ts'

const START = 'window.__reactRouterManifest='
const MACHINES = /^routes\/(api|operations|payments|site)\//

type Route = Record<string, unknown> & {
  parentId?: string
  hasDefaultExport: boolean
  css?: string[] | undefined
}
type Manifest = { url: string; routes: Record<string, Route> }

/**
 * The table of routes for the shop's own pages, beside the whole one: a shopper does not pay for the back office's
 * table of contents (the first visit's script is counted in bytes). The build writes it, and pages name it in place
 * of the whole one.
 *
 * Relies on the file `manifest-….js` of a build of react-router 8.4, its fields, and that pages name it.
 * Checked by: tests/http/weight.test.ts, `a shopper does not pay for the routes of the staff; the staff have them all`.
 * Gains 3 KB of 108, which the limit of 105 needs (docs/decisions/0028-techniques-for-speed.md). Off: `RENDER_PLAIN=shop-manifest`.
 */
export async function writeShopManifest(folder: string) {
  for (const name of await readdir(folder)) {
    if (!/^manifest-[\w-]+\.js$/.test(name)) continue
    const text = await readFile(join(folder, name), 'utf8')
    if (!text.startsWith(START)) continue
    const manifest = JSON.parse(text.slice(START.length).replace(/;\s*$/, '')) as Manifest
    const staff = new Set(Object.keys(manifest.routes).filter(isOutsideShopTable))
    manifest.routes = Object.fromEntries(
      Object.entries(manifest.routes).filter(
        ([id, route]) =>
          !staff.has(id) &&
          !staff.has(route.parentId ?? '') &&
          (route.hasDefaultExport || !MACHINES.test(id)),
      ),
    )
    // For `<Link prefetch>` only, which the shop does not use: it would cost people's data.
    const everywhere = manifest.routes.root?.css ?? []
    for (const [id, route] of Object.entries(manifest.routes)) {
      route.imports = []
      // Styles that the root brings need not be named by each screen.
      if (id !== 'root') route.css = route.css?.filter((file) => !everywhere.includes(file))
      // What is missing is read as false.
      for (const [name, value] of Object.entries(route)) if (value === false) delete route[name]
    }
    const shop = name.replace(/\.js$/, '.shop.js')
    // Where the router has its table from: it would fetch the whole one besides.
    manifest.url = manifest.url.replace(name, shop)
    await writeFile(join(folder, shop), `${START}${JSON.stringify(manifest)};`)
  }
}

/** Within a page's own scripts: the shop's table in place of the whole one. */
export const nameShopManifest = (text: string) =>
  isPlain('shop-manifest') ? text : text.replace(/(\/assets\/manifest-[\w-]+)\.js/g, '$1.shop.js')
