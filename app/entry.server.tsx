import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { shopContext } from './web/context.ts'
import { finishPage, OWN_SCRIPT } from './web/finish-page.server.ts'
import { pagePolicy } from './web/security-headers.server.ts'

export { openRequestContext } from './web/context.ts'

/** Renders a whole document: it is cached, compressed and given its policy as one piece. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  const rendered = await new Promise<Buffer>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={OWN_SCRIPT} />,
      {
        nonce: OWN_SCRIPT,
        // Whole means in place: a part sent after the page and moved in by a script needs that script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          pipe(gather(resolve))
        },
        onShellError: reject,
        onError(error) {
          loadContext.get(shopContext).log.error({ error }, 'page failed to render')
        },
      },
    )
    request.signal.addEventListener('abort', () => abort(), { once: true })
  })
  const isStaff = routerContext.staticHandlerContext.matches.some(({ route }) =>
    /^(routes\/(admin|till)\/|till$)/.test(route.id),
  )
  const { page, scriptHashes } = finishPage(rendered, { isStaff })
  const { config } = loadContext.get(shopContext)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set(
    'Content-Security-Policy',
    pagePolicy(scriptHashes, config.s3 ? new URL(config.s3.publicUrl).origin : null),
  )
  return new Response(request.method === 'HEAD' ? null : page, { status, headers })
}

/** Takes the whole page as one piece. */
function gather(done: (page: Buffer) => void) {
  const parts: Buffer[] = []
  return new Writable({
    write(part: Buffer, _encoding, next) {
      parts.push(part)
      next()
    },
    final(next) {
      done(Buffer.concat(parts))
      next()
    },
  })
}

/** A bug in a loader or action: logged once, with what was asked; refusals never come here. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted) return
  // An address or method that is not there is the asker's mistake.
  if (isRouteErrorResponse(error) && error.status < 500) return
  context
    .get(shopContext)
    .log.error(
      { error, method: request.method, path: new URL(request.url).pathname },
      'request failed',
    )
}
