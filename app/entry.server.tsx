import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { isUnavailable } from './platform/unavailable.server.ts'
import { isPlain } from './rules/plain.ts'
import { fragmentWith } from './ui/render/fragment.ts'
import { loadedParts } from './ui/render/lazy.ts'
import { requestContext, shopContext } from './web/context.ts'
import { finishPage, OWN_SCRIPT } from './web/render/finish-page.server.ts'
import { pagePolicy } from './web/security-headers.server.ts'
import { isStaffRoute } from './web/staff-routes.ts'

export { openRequestContext } from './web/context.ts'

// One star makes every letter of a page two bytes wide in memory, and the page twice as slow to write: what
// is rendered beforehand has its own signs by number. Only the way through bytes makes its letters narrow again.
const BEYOND_LATIN = /[\u0100-\u{10ffff}]/gu
const byNumber = (sign: string) => `&#${sign.codePointAt(0)};`
const narrow = (html: string) =>
  isPlain('narrow-text')
    ? html
    : Buffer.from(html.replace(BEYOND_LATIN, byNumber), 'latin1').toString('latin1')
if (!isPlain('fragments'))
  fragmentWith((part) => narrow(renderToString(part)), new LRUCache<string, string>({ max: 1_000 }))

/** The document as the router's documentation streams it, waited for as a whole. */
const renderStream = (page: ReactNode) =>
  new Promise<string>((resolve, reject) => {
    const stream = renderToPipeableStream(page, {
      onAllReady() {
        void text(stream.pipe(new PassThrough())).then(resolve, reject)
      },
      onShellError: reject,
    })
  })

/**
 * Renders a whole document: it is cached, compressed and given its policy as one piece. In one go: rendered as
 * a stream it takes a tenth longer, in pieces of two kilobytes and with a second round for the router's data.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  await loadedParts()
  const { config, log } = loadContext.get(shopContext)
  const { serverHandoffStream, ...routerContext } = entryContext
  const isStreamed = isPlain('one-piece')
  const loaded = serverHandoffStream && !isStreamed ? await text(serverHandoffStream) : ''
  const page = (
    <ServerRouter
      context={isStreamed ? entryContext : routerContext}
      url={request.url}
      nonce={OWN_SCRIPT}
    />
  )
  const rendered = isStreamed ? await renderStream(page) : `<!DOCTYPE html>${renderToString(page)}`
  // React's mark of a part that threw (`<!--$!-->`): the browser will try it once more.
  if (rendered.includes('$!-->'))
    log.error({ path: new URL(request.url).pathname }, 'a part failed to render')
  const isStaff = routerContext.staticHandlerContext.matches.some(({ route }) =>
    isStaffRoute(route.id),
  )
  const finished = finishPage(rendered, { loaded, isStaff })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set(
    'Content-Security-Policy',
    pagePolicy(finished.scriptHashes, config.s3 ? new URL(config.s3.publicUrl).origin : null),
  )
  return new Response(request.method === 'HEAD' ? null : finished.page, { status, headers })
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
