import { text } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { isUnavailable } from './platform/unavailable.server.ts'
import { fragmentWith } from './ui/kit/fragment.ts'
import { loadedParts } from './ui/kit/lazy.ts'
import { requestContext, shopContext } from './web/context.ts'
import { finishPage, OWN_SCRIPT } from './web/render/finish-page.server.ts'
import { pagePolicy } from './web/security-headers.server.ts'
import { isStaffRoute } from './web/staff-routes.ts'

export { openRequestContext } from './web/context.ts'

// One star makes every letter of a page two bytes wide in memory, and the page twice as slow to write: what
// is rendered beforehand has its own signs by number. Only the way through bytes makes its letters narrow again.
const BEYOND_LATIN = /[\u0100-\u{10ffff}]/gu
const byNumber = (sign: string) => `&#${sign.codePointAt(0)};`
fragmentWith(
  (part) =>
    Buffer.from(renderToString(part).replace(BEYOND_LATIN, byNumber), 'latin1').toString('latin1'),
  new LRUCache<string, string>({ max: 1_000 }),
)

/**
 * Renders a whole document: it is cached, compressed and given its policy as one piece. In one go: rendered as
 * a stream it takes a tenth longer, in pieces of two kilobytes and with a second round for the router's data.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...routerContext }: EntryContext,
  loadContext: RouterContextProvider,
) {
  await loadedParts()
  const { config, log } = loadContext.get(shopContext)
  const loaded = serverHandoffStream ? await text(serverHandoffStream) : ''
  const rendered = `<!DOCTYPE html>${renderToString(
    <ServerRouter context={routerContext} url={request.url} nonce={OWN_SCRIPT} />,
  )}`
  // React's mark of a part that threw (`<!--$!-->`): the browser will try it once more.
  if (rendered.includes('$!-->'))
    log.error({ path: new URL(request.url).pathname }, 'a part failed to render')
  const isStaff = routerContext.staticHandlerContext.matches.some(({ route }) =>
    isStaffRoute(route.id),
  )
  const { page, scriptHashes } = finishPage(rendered, { loaded, isStaff })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set(
    'Content-Security-Policy',
    pagePolicy(scriptHashes, config.s3 ? new URL(config.s3.publicUrl).origin : null),
  )
  return new Response(request.method === 'HEAD' ? null : page, { status, headers })
}

/** A bug in a loader or action: logged once, with what was asked; refusals never come here. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted) return
  // An address or method that is not there is the asker's mistake.
  if (isRouteErrorResponse(error) && error.status < 500) return
  if (isUnavailable(error)) context.get(requestContext).failure.isUnavailable = true
  context
    .get(shopContext)
    .log.error(
      { error, method: request.method, path: new URL(request.url).pathname },
      'request failed',
    )
}
