import { createRequestHandler, type ServerBuild } from 'react-router'
import type { Shop } from '../../platform/shop.server.ts'
import { isPlain } from '../../rules/plain.ts'
import type { RequestDetails } from '../context.ts'

/** The built pages have their own copy of the keys of `context`: what opens one comes from there (entry.server.tsx). */
type Entry = { openRequestContext: typeof import('../context.ts').openRequestContext }

/** Whether a route, by its id, is of the back office or the till. */
const isStaffRoute = (id: string) => /^(routes\/(admin|till)\/|till$)/.test(id)

const STAFF_PATH = /^\/(admin|pos)([/.]|$)/i

/**
 * Shoppers and machines are looked up in a table without the staff's routes: the router tries its routes one by one,
 * several times for a request, and most of the table is the staff's.
 *
 * Relies on `routes` and `assets.routes` of react-router's `ServerBuild` (8.4) being all that it looks up.
 * Checked by: tests/http/guards.test.ts and tests/http/door.test.ts ask every address through it.
 * Off: `RENDER_PLAIN=shop-routes`. Gains 25 % of a rendered category page (docs/decisions/0028-techniques-for-speed.md).
 */
function withoutStaff(build: ServerBuild): ServerBuild {
  const others = <R>(routes: Record<string, R>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => !isStaffRoute(id)))
  const { routes, assets } = build
  return { ...build, routes: others(routes), assets: { ...assets, routes: others(assets.routes) } }
}

/** The router as a function of a request and who sends it; what may be written was decided before (handle.server.ts). */
export function createRouter(build: ServerBuild, shop: Shop) {
  const mode = process.env['NODE_ENV']
  const answerStaff = createRequestHandler(build, mode)
  const answerOthers = isPlain('shop-routes')
    ? answerStaff
    : createRequestHandler(withoutStaff(build), mode)
  const { openRequestContext } = build.entry.module as unknown as Entry
  const { origin } = new URL(shop.config.baseUrl)

  return (request: Request, details: RequestDetails, isOwnWrite: boolean) => {
    const { headers } = request
    // The router compares with the address that it sees, which a proxy may have changed.
    headers.delete('origin')
    if (isOwnWrite) headers.set('origin', origin)
    const isStaff = STAFF_PATH.test(new URL(request.url).pathname)
    return (isStaff ? answerStaff : answerOthers)(request, openRequestContext(shop, details))
  }
}
