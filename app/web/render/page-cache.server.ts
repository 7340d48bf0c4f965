import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Events } from '../../platform/events.server.ts'
import type { Log } from '../../platform/log.server.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Marks a response that is the same for every visitor: it may be cached until the catalogue changes. */
export const FOR_EVERY_VISITOR = 'public, max-age=0, must-revalidate'

// Measured by a monotonic clock: if the system clock is set back by an hour, a page would count as fresh for an hour
// more.
const FRESH_MS = 60_000
/**
 * A page older than this is rendered anew before it is sent, so that a change without an event (a till stops reporting,
 * a day begins) shows within two minutes.
 */
const STALE_MS = 120_000
/**
 * For this long after the database failed to answer no request waits for it: on a lost network it fails only after ten
 * seconds.
 */
const AWAY_MS = 5_000
const MOST_PAGES = 2_000
// Per web process: some 400 pages with their compressed forms, within the memory that docs/reliability.md allows.
const MOST_BYTES = 32 * 1024 * 1024
const LONGEST_URL = 300

type Page = {
  status: number
  headers: [string, string][]
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
  madeAt: number
}
/** Renders a path as for a visitor who sends nothing but the path: no header of a person gets into a cached page. */
type Render = (path: string) => Promise<Response>

export type PageCache = {
  /** Answers a visitor's GET from the cached pages; false when the request is not one for them. */
  answer(req: IncomingMessage, res: ServerResponse): Promise<boolean>
  /**
   * While the database is away (503): sends a cached page of the catalogue, however old, to anybody; false without one.
   */
  answerWhileAway(req: IncomingMessage, res: ServerResponse): boolean
  figures(): { pages: number; bytes: number; hits: number; fills: number }
}

// The addresses of pages for every visitor; others are not rendered twice to find out.
const PUBLIC =
  /^\/($|\?|_\.data|(products|about-us|size-guide|returns-policy|student-discount|privacypolicy|termsofservice|404)(\.data)?($|\?)|product\/|category\/|api\/(products|categories|banners|openapi)|sitemap\.xml|robots\.txt|manifest\.webmanifest)/

const isOfCatalogue = ({ method, url = '' }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && url.length <= LONGEST_URL && PUBLIC.test(url)

/**
 * Whether a request carries neither a cookie of ours nor a token, either of which could make its page a personal one.
 */
const isVisitor = ({ headers }: IncomingMessage) =>
  !headers.authorization && !headers.cookie?.includes('zovala.')

/**
 * Caches finished, compressed pages of visitors, for one process. Concurrent requests render a page once; an old page
 * is sent while a new one is rendered; a change in the catalogue clears all of them at once.
 *
 * Relies on no internals of other packages. Checked by: page-cache.server.test.ts. Gains 48 times the pages
 * (docs/decisions/0028-techniques-for-speed.md). Off: `RENDER_PLAIN=page-cache` (server/web.ts).
 */
export function createPageCache(events: Events, log: Log, answer: Render): PageCache {
  const pages = new LRUCache<string, Page>({
    max: MOST_PAGES,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ plain, br, gzip }) => plain.length + br.length + gzip.length,
  })
  const filling = new Map<string, Promise<Page | null>>()
  // A page whose rendering began before a change must not be cached after it.
  let generation = 0
  let hits = 0
  let fills = 0
  let awayUntil = 0

  events.on('catalogue', () => {
    generation += 1
    pages.clear()
  })

  async function fill(key: string): Promise<Page | null> {
    const began = generation
    // The page is as old as the data that it read, however long the rest takes.
    const madeAt = performance.now()
    fills += 1
    const response = await answer(key)
    if (response.status >= 500) {
      if (response.status === 503) awayUntil = performance.now() + AWAY_MS
      // A page that cannot be rendered now keeps its cached version.
      await response.body?.cancel()
      return pages.get(key) ?? null
    }
    const isKeepable =
      response.headers.get('Cache-Control') === FOR_EVERY_VISITOR &&
      !response.headers.has('Set-Cookie') &&
      (response.status === 200 || response.status === 404)
    if (!isKeepable) {
      await response.body?.cancel()
      return null
    }
    const plain = Buffer.from(await response.arrayBuffer())
    const [br, gz] = await Promise.all([
      brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      zip(plain, { level: 6 }),
    ])
    const headers = [...response.headers].filter(
      ([name]) => !['content-length', 'x-request-id', 'vary'].includes(name),
    )
    const page: Page = {
      status: response.status,
      headers,
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      plain,
      br,
      gzip: gz,
      madeAt,
    }
    if (began === generation) pages.set(key, page)
    return page
  }

  function fillOnce(key: string) {
    // Keyed by generation too: a request after a change never gets a page whose rendering began before it.
    const flight = `${generation} ${key}`
    const under = filling.get(flight)
    if (under) return under
    const next = fill(key).finally(() => filling.delete(flight))
    filling.set(flight, next)
    return next
  }

  function send(page: Page, req: IncomingMessage, res: ServerResponse) {
    const accepted = req.headers['accept-encoding'] ?? ''
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
    const body = encoding === 'br' ? page.br : encoding === 'gzip' ? page.gzip : page.plain
    for (const [name, value] of page.headers) res.setHeader(name, value)
    res.setHeader('Vary', 'Accept-Encoding, Cookie')
    res.setHeader('ETag', page.etag)
    if (page.status === 200 && req.headers['if-none-match']?.includes(page.etag)) {
      res.statusCode = 304
      res.end()
      return
    }
    res.statusCode = page.status
    if (encoding) res.setHeader('Content-Encoding', encoding)
    res.setHeader('Content-Length', body.length)
    res.end(req.method === 'HEAD' ? undefined : body)
  }

  function sendWhileAway(req: IncomingMessage, res: ServerResponse) {
    const kept = pages.get(req.url ?? '/')
    if (!kept) return false
    hits += 1
    // The page may be outdated, and a signed-in user sees it as a visitor does: with no-store the next view asks again.
    const headers = kept.headers.filter(([name]) => name !== 'cache-control')
    send({ ...kept, headers: [...headers, ['cache-control', 'no-store']] }, req, res)
    return true
  }

  return {
    answerWhileAway(req, res) {
      // At other addresses 503 may mean something else: a full disk, no payment service, too many uploads.
      if (!isOfCatalogue(req)) return false
      awayUntil = performance.now() + AWAY_MS
      return sendWhileAway(req, res)
    },
    async answer(req, res) {
      if (!isOfCatalogue(req)) return false
      if (performance.now() < awayUntil && sendWhileAway(req, res)) return true
      if (!isVisitor(req)) return false
      const key = req.url ?? '/'
      const kept = pages.get(key)
      const age = kept ? performance.now() - kept.madeAt : 0
      if (kept && age < STALE_MS) {
        hits += 1
        if (age > FRESH_MS)
          fillOnce(key).catch((error: unknown) => log.error({ error, key }, 'page not refreshed'))
        send(kept, req, res)
        return true
      }
      const made = await fillOnce(key).catch((error: unknown) => {
        if (!kept) throw error
        return kept
      })
      // A response that is not for everyone is rendered again for each request.
      if (!made) return false
      send(made, req, res)
      return true
    },
    figures: () => ({ pages: pages.size, bytes: pages.calculatedSize, hits, fills }),
  }
}
