import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import heroBeforeScripts from 'virtual:hero-before-scripts'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { isPlain } from '../../rules/plain.ts'
import { finishPage, OWN_SCRIPT } from './finish-page.server.ts'
import { renderOnePiece } from './one-piece.server.tsx'

/** Renders as a stream, as the router's documentation does, and waits for the whole document. */
const renderStream = (context: EntryContext, url: string) =>
  new Promise<{ page: string; handOver: string }>((resolve, reject) => {
    const page = <ServerRouter context={context} url={url} nonce={OWN_SCRIPT} />
    const stream = renderToPipeableStream(page, {
      // Otherwise React puts large parts hidden at the end of the document, for a script to move into place.
      progressiveChunkSize: Infinity,
      onAllReady() {
        void text(stream.pipe(new PassThrough())).then(
          (rendered) => resolve({ page: rendered, handOver: '' }),
          reject,
        )
      },
      onShellError: reject,
      // An error that a route's ErrorBoundary throws on is rendered by the boundary around it, and a part that fails is
      // logged (`isBroken`). Without this handler React writes both to the console.
      onError() {},
    })
  })

/**
 * Renders a whole document, because it is cached, compressed and given its policy in one piece. `waits`: the page needs
 * no scripts before its visitor's first action. `isBroken`: a part of it threw; the browser renders that part again.
 */
export async function renderDocument(
  context: EntryContext,
  url: string,
  { waits, hasBanners }: { waits: boolean; hasBanners: boolean },
) {
  const render = isPlain('one-piece') ? renderStream : renderOnePiece
  const { page, handOver } = await render(context, url)
  const early = waits && hasBanners ? heroBeforeScripts : ''
  return finishPage(page, { waits, early, handOver })
}
