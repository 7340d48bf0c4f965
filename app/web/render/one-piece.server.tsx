import { text } from 'node:stream/consumers'
import { renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { OWN_SCRIPT } from './finish-page.server.ts'

/** What the router's streamed pages say with their last pieces (its StreamTransfer). It cannot end its script. */
export const writeHandOver = (loaded: string) =>
  `window.__reactRouterContext.streamController.enqueue(${JSON.stringify(loaded).replaceAll('<', '\\u003c')});window.__reactRouterContext.streamController.close()`

/**
 * A document rendered in one go. As a stream it comes in pieces of two kilobytes, with a second round of rendering
 * for what the loaders read.
 *
 * Relies on how react-router 8.4 hands that over (`serverHandoffStream`, `streamController`), and on no part of a page
 * waiting within it.
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
