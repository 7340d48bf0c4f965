import { createRequestHandler, type ServerBuild } from 'react-router'
import type { Shop } from '../../platform/shop.server.ts'
import { isPlain } from '../../rules/plain.ts'
import { isStaffRoute, shopTableOf } from '../../rules/route-tables.ts'
import type { RequestDetails } from '../context.ts'

/**
 * The built pages have their own copy of the keys of `context`, so the function that opens one comes from their entry
 * (entry.server.tsx).
 */
type Entry = { openRequestContext: typeof import('../context.ts').openRequestContext }

const STAFF_PATH = /^\/(admin|pos)([/.]|$)/i

/** Routes that programs request: none of their addresses shows a page, not even an unknown one. */
const isApiRoute = (id: string) =>
  id === 'root' || id.startsWith('routes/api/') || id === 'routes/payments/process-payment'
const API_PATH = /^\/(api\/|functions\/process-payment$)/

/**
 * Shoppers' requests are matched in a table without the staff's routes, programs' requests in a table of API routes:
 * the router tries its routes one by one, several times for a request, and most of the table is the staff's. Shoppers'
 * browsers also get the table without them, and open the staff's screens by full page loads (`leadingTo` in
 * web/toasts.ts).
 *
 * Relies on `routes` and `assets.routes` of react-router's `ServerBuild` (8.4) being all that it looks up. Checked by:
 * tests/http/guards.test.ts and tests/http/door.test.ts request every address through it, tests/http/weight.test.ts
 * reads the browser's table. Off: `RENDER_PLAIN=shop-routes`. Gains 25 % of a rendered category page
 * (docs/decisions/0028-techniques-for-speed.md).
 */
function withRoutes(build: ServerBuild, has: (id: string) => boolean): ServerBuild {
  const only = <R>(routes: Record<string, R>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => has(id)))
  const { routes, assets } = build
  const url = shopTableOf(assets.url)
  return { ...build, routes: only(routes), assets: { ...assets, url, routes: only(assets.routes) } }
}

/** The router as a function of a request and its sender; handle.server.ts has already decided whether it may write. */
export function createRouter(build: ServerBuild, shop: Shop) {
  const mode = process.env['NODE_ENV']
  const answerStaff = createRequestHandler(build, mode)
  const answerBy = (has: (id: string) => boolean) =>
    isPlain('shop-routes') ? answerStaff : createRequestHandler(withRoutes(build, has), mode)
  const answerShoppers = answerBy((id) => !isStaffRoute(id))
  const answerPrograms = answerBy(isApiRoute)
  const { openRequestContext } = build.entry.module as unknown as Entry
  const { origin } = new URL(shop.config.baseUrl)

  return (request: Request, details: RequestDetails, isOwnWrite: boolean) => {
    const { headers } = request
    // The router compares the origin with the address that it sees, which a proxy may have changed.
    headers.delete('origin')
    if (isOwnWrite) headers.set('origin', origin)
    const { pathname } = new URL(request.url)
    const answer = STAFF_PATH.test(pathname)
      ? answerStaff
      : API_PATH.test(pathname)
        ? answerPrograms
        : answerShoppers
    return answer(request, openRequestContext(shop, details))
  }
}
