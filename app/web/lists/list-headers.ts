import { NO_STORE } from '../no-store.ts'
import { headersForEveryVisitor } from '../page-headers.ts'

/** For a loader's answer that must not be cached, because a part of the page could not be read. */
export const NOT_KEPT = { headers: NO_STORE }

/** `headers` of a page for every visitor, unless its loader forbids caching this answer. */
export function listHeaders(all: { parentHeaders: Headers; loaderHeaders: Headers }) {
  const own = all.loaderHeaders.get('Cache-Control')
  return own ? { 'Cache-Control': own } : headersForEveryVisitor(all)
}
