import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { isPlain } from '../../rules/plain.ts'
import { finishPage, OWN_SCRIPT } from './finish-page.server.ts'
import { loadedParts } from './lazy.ts'
import { isStaffRoute } from './staff-routes.ts'

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
 * A whole document, for it is cached, compressed and given its policy as one piece. `isBroken` when a part of it
 * threw: the browser will try that once more.
 */
export async function renderDocument(context: EntryContext, url: string) {
  await loadedParts()
  const { serverHandoffStream, ...withoutStream } = context
  const isStreamed = isPlain('one-piece')
  const loaded = serverHandoffStream && !isStreamed ? await text(serverHandoffStream) : ''
  const page = (
    <ServerRouter context={isStreamed ? context : withoutStream} url={url} nonce={OWN_SCRIPT} />
  )
  const rendered = isStreamed ? await renderStream(page) : `<!DOCTYPE html>${renderToString(page)}`
  const isStaff = context.staticHandlerContext.matches.some(({ route }) => isStaffRoute(route.id))
  // React's mark of a part that threw (`<!--$!-->`).
  return { ...finishPage(rendered, { loaded, isStaff }), isBroken: rendered.includes('$!-->') }
}
