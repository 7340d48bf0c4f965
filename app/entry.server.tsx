import { type EntryContext, isRouteErrorResponse, type RouterContextProvider } from 'react-router'
import { isUnavailable } from './platform/unavailable.server.ts'
import { isStaffPath } from './rules/accounts/roles.ts'
import { requestContext, shopContext } from './web/context.ts'
import { renderDocument } from './web/render/document.server.tsx'
import './web/render/fragment-cache.server.ts'
import { FOR_EVERY_VISITOR } from './web/render/page-cache.server.ts'
import { pagePolicy } from './web/security-headers.server.ts'

export { openRequestContext } from './web/context.ts'

type Handle = { startsAtOnce?: boolean; hasBanners?: boolean }

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  const { config, log } = loadContext.get(shopContext)
  const { page, scriptHashes, isBroken } = await renderDocument(
    entryContext,
    request.url,
    kindOf(entryContext, headers),
  )
  if (isBroken) log.error({ path: new URL(request.url).pathname }, 'a part failed to render')
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set(
    'Content-Security-Policy',
    pagePolicy(scriptHashes, {
      pictureOrigin: config.s3 ? new URL(config.s3.publicUrl).origin : null,
      isStaffs: isStaffPath(new URL(request.url).pathname),
    }),
  )
  return new Response(request.method === 'HEAD' ? null : page, { status, headers })
}

/**
 * A page that is the same for every visitor needs no scripts before the first action and `waits`, unless its route has
 * `handle.startsAtOnce`.
 */
function kindOf({ staticHandlerContext, routeModules }: EntryContext, headers: Headers) {
  const handles = staticHandlerContext.matches.map(
    ({ route }) => (routeModules[route.id]?.handle ?? {}) as Handle,
  )
  return {
    waits:
      headers.get('Cache-Control') === FOR_EVERY_VISITOR &&
      !handles.some(({ startsAtOnce }) => startsAtOnce),
    hasBanners: handles.some(({ hasBanners }) => hasBanners),
  }
}

/** Handles a bug in a loader or action: logged once, with method and path. Refusals never come here. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted) return
  // An unknown address or method is the client's mistake.
  if (isRouteErrorResponse(error) && error.status < 500) return
  if (isUnavailable(error)) context.get(requestContext).failure.isUnavailable = true
  context
    .get(shopContext)
    .log.error(
      { error, method: request.method, path: new URL(request.url).pathname },
      'request failed',
    )
}
