import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import heroBeforeScripts from 'virtual:hero-before-scripts'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { isPlain } from '../../rules/plain.ts'
import { finishPage, OWN_SCRIPT } from './finish-page.server.ts'
import { renderOnePiece } from './one-piece.server.tsx'

/** As the router's documentation streams it, waited for as a whole. */
const renderStream = (context: EntryContext, url: string) =>
  new Promise<{ page: string; handOver: string }>((resolve, reject) => {
    const page = <ServerRouter context={context} url={url} nonce={OWN_SCRIPT} />
    const stream = renderToPipeableStream(page, {
      // Large parts would follow hidden at the end, for a script to put them in their place.
      progressiveChunkSize: Infinity,
      onAllReady() {
        void text(stream.pipe(new PassThrough())).then(
          (rendered) => resolve({ page: rendered, handOver: '' }),
          reject,
        )
      },
      onShellError: reject,
      // What a part hands up to the page around it is rendered there, and a part that is broken is logged (`isBroken`):
      // the library's own way writes both on the console.
      onError() {},
    })
  })

/**
 * A whole document, for it is cached, compressed and given its policy as one piece. `waits` when it needs no scripts
 * before its visitor's first act. `isBroken` when a part of it threw: the browser will try that once more.
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
