import { text } from 'node:stream/consumers'
import { renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { OWN_SCRIPT } from './finish-page.server.ts'

/**
 * The script with which the router's streamed pages hand over their last data (its StreamTransfer). The data cannot
 * close the script tag, because `<` is escaped.
 */
export const writeHandOver = (loaded: string) =>
  `window.__reactRouterContext.streamController.enqueue(${JSON.stringify(loaded).replaceAll('<', '\\u003c')});window.__reactRouterContext.streamController.close()`

/**
 * Renders a document in one go. A stream comes in pieces of two kilobytes, with a second round of rendering for the
 * loader data.
 *
 * Relies on how react-router 8.4 hands the loader data over (`serverHandoffStream`, `streamController`), and on no part
 * of a page suspending.
 * Checked by: one-piece.server.test.ts, and by the browser tests, in which no page would become live.
 * Gains 23 % of a rendered category page (docs/decisions/0028-techniques-for-speed.md). Off: `RENDER_PLAIN=one-piece`.
 */
export async function renderOnePiece(
  { serverHandoffStream, ...context }: EntryContext,
  url: string,
) {
  const page = renderToString(<ServerRouter context={context} url={url} nonce={OWN_SCRIPT} />)
  const loaded = serverHandoffStream && (await text(serverHandoffStream))
  return { page: `<!DOCTYPE html>${page}`, handOver: loaded ? writeHandOver(loaded) : '' }
}
