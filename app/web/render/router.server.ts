import { createRequestHandler, type ServerBuild } from 'react-router'
import type { Shop } from '../../platform/shop.server.ts'
import { isPlain } from '../../rules/plain.ts'
import { isStaffRoute, shopTableOf } from '../../rules/route-tables.ts'
import type { RequestDetails } from '../context.ts'

/** The built pages have their own copy of the keys of `context`: what opens one comes from there (entry.server.tsx). */
type Entry = { openRequestContext: typeof import('../context.ts').openRequestContext }

const STAFF_PATH = /^\/(admin|pos)([/.]|$)/i

/** What programs ask for: its addresses have no page among them, not even for what is unknown. */
const isApiRoute = (id: string) =>
  id === 'root' || id.startsWith('routes/api/') || id === 'routes/payments/process-payment'
const API_PATH = /^\/(api\/|functions\/process-payment$)/

/**
 * Shoppers are looked up in a table without the staff's routes, programs in one of theirs alone: the router tries its
 * routes one by one, several times for a request, and most of the table is the staff's. Their browsers get the table
 * without them as well, and go to the staff's screens by whole pages (`leadingTo` in web/toasts.ts).
 *
 * Relies on `routes` and `assets.routes` of react-router's `ServerBuild` (8.4) being all that it looks up. Checked
 * by: tests/http/guards.test.ts and tests/http/door.test.ts ask every address through it,
 * tests/http/weight.test.ts reads the browser's table. Off: `RENDER_PLAIN=shop-routes`. Gains 25 % of a rendered
 * category page (docs/decisions/0028-techniques-for-speed.md).
 */
function withRoutes(build: ServerBuild, has: (id: string) => boolean): ServerBuild {
  const only = <R>(routes: Record<string, R>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => has(id)))
  const { routes, assets } = build
  const url = shopTableOf(assets.url)
  return { ...build, routes: only(routes), assets: { ...assets, url, routes: only(assets.routes) } }
}

/**
 * The router as a function of a request and who sends it; what may be written was decided before (handle.server.ts).
 */
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
    // The router compares with the address that it sees, which a proxy may have changed.
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
