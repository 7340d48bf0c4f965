import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isIP, Server, type Socket } from 'node:net'
import type { Config } from '../app/platform/config.server.ts'
import type { Log } from '../app/platform/log.server.ts'
import { generalRefusals, listenerErrors, requestErrors } from '../app/rules/messages/general.ts'
import { METHODS } from '../app/rules/methods.ts'
import type { Handler } from '../app/web/handle.server.ts'
import type { PageCache } from '../app/web/render/page-cache.server.ts'
import { HTTPS_ONLY, NO_PAGE_POLICY } from '../app/web/security-headers.server.ts'
import { findClientAddress } from './client-address.ts'
import type { Assets } from './files/assets.ts'
import { answerStoredFile } from './files/stored-files.ts'
import { readRequest } from './request.ts'
import { answerPlainly, sendResponse } from './respond.ts'

const ALLOW = [...METHODS].join(', ')
const LONGEST_URL = 8 * 1024
const LONGEST_HEADERS = 32 * 1024
const DRAIN_MS = 10_000
/** How long an idle keep-alive connection stays open for its next request, whose answer then closes it. */
const GRACE_MS = 10_000
const LONGEST_LEAVE_MS = 60_000

type Answers = (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>

export type ShopServerOptions = {
  config: Config
  log: Log
  handle: Handler
  assets?: Assets
  cache?: Pick<PageCache, 'answer' | 'answerWhileAway'>
  /** Runs before everything else (the development server's own files). */
  before?: Answers
  attach?: (http: ReturnType<typeof createServer>) => void
}

/**
 * Creates the HTTP server: limits and plain refusals first, then built files and cached pages, then the shop itself.
 */
export function createShopServer(options: ShopServerOptions) {
  const { config, log, handle } = options
  const { host: ownHost, protocol } = new URL(config.baseUrl)
  const isHttps = protocol === 'https:'
  const eventStreams = new Set<ServerResponse>()
  const answering = new Set<ServerResponse>()
  let isLeaving = false

  const http = createServer(
    {
      maxHeaderSize: LONGEST_HEADERS,
      headersTimeout: 15_000,
      // A 32 MB upload over a slow connection takes minutes; the limits for headers and keep-alive end silent
      // connections.
      requestTimeout: 600_000,
      connectionsCheckingInterval: 5000,
      // Longer than the minute for which proxies keep connections, so that a proxy never uses one that is being closed.
      keepAliveTimeout: 65_000,
      insecureHTTPParser: false,
    },
    (req, res) => {
      serve(req, res).catch((error: unknown) => {
        log.error({ error }, 'request failed')
        answerPlainly(res, 500, generalRefusals.unexpected.description)
        // An answer that was cut off closes its connection, because otherwise its reader would wait for the rest.
        if (!res.writableEnded) res.destroy()
      })
    },
  )
  http.on('clientError', refuseMalformed)
  options.attach?.(http)

  async function serve(req: IncomingMessage, res: ServerResponse) {
    const started = performance.now()
    const id = randomUUID()
    const ip = findClientAddress(req, config.trustProxy)
    const url = req.url ?? ''
    const path = url.split('?', 1)[0] ?? ''
    let isLogged = false
    // Nobody reports a picture or a script by its number, and a page asks for up to ten of them at once.
    if (!/^\/(assets|files)\//.test(path)) res.setHeader('X-Request-Id', id)
    if (isLeaving) res.setHeader('Connection', 'close')
    answering.add(res)
    res.setHeader('Content-Security-Policy', NO_PAGE_POLICY)
    if (isHttps) res.setHeader('Strict-Transport-Security', HTTPS_ONLY)
    // Other origins may show the shop's pictures (emails, shared links), and nothing else.
    const isPicture = path.startsWith('/files/')
    res.setHeader('Cross-Origin-Resource-Policy', isPicture ? 'cross-origin' : 'same-origin')
    res.on('close', () => {
      answering.delete(res)
      // The handler logs its own requests.
      if (isLogged) return
      const ms = Math.round(performance.now() - started)
      log.info({ id, method: req.method, path, status: res.statusCode, ms }, 'request')
    })

    if (url.length > LONGEST_URL) return answerPlainly(res, 414, listenerErrors['address-too-long'])
    if (req.method === 'OPTIONS') return answerPlainly(res, 204, '', { Allow: ALLOW })
    if (!METHODS.has(req.method ?? ''))
      return answerPlainly(res, 405, requestErrors['method-unknown'], { Allow: ALLOW })
    if (!/^\/(?![/\\])/.test(url) || !isDecodable(path))
      return answerPlainly(res, 400, listenerErrors['address-unreadable'])

    if (!isProbe(path) && !isOwnHost(req.headers.host, ownHost))
      return answerPlainly(res, 421, listenerErrors['other-host'](config))

    if (options.before && (await options.before(req, res))) return
    if (req.method === 'GET' || req.method === 'HEAD') {
      if (options.assets && (await options.assets.answer(req, res, path))) return
      if (path.startsWith('/files/') && !config.s3)
        return answerStoredFile(req, res, config.dataDir, path)
      if (options.cache && (await options.cache.answer(req, res))) return
    }

    const request = readRequest(req, res, config.baseUrl)
    if (!request) return
    isLogged = true
    const response = await handle(request, { ip, id })
    // The body was too long, or its sender left while the shop read it.
    if (res.headersSent || res.destroyed) return void response.body?.cancel().catch(() => {})
    if (response.status === 503 && options.cache?.answerWhileAway(req, res))
      return void response.body?.cancel()
    await sendResponse(req, res, response, eventStreams)
  }

  /** Accepts no new requests, finishes the running ones (10 s at most), ends event streams at once. */
  async function close() {
    const closed = new Promise<void>((resolve) => http.close(() => resolve()))
    for (const stream of eventStreams) stream.end()
    http.closeIdleConnections()
    const idle = setInterval(() => http.closeIdleConnections(), 100)
    const timer = setTimeout(() => http.closeAllConnections(), DRAIN_MS)
    await closed
    clearInterval(idle)
    clearTimeout(timer)
  }

  /**
   * For a process whose successor accepts the new connections: each answer announces that its connection closes, so
   * that no client sends a request on a closing connection. Connections that stay silent are closed after 10 s,
   * unfinished requests after a minute.
   */
  async function leave() {
    isLeaving = true
    for (const res of answering) if (!res.headersSent) res.setHeader('Connection', 'close')
    // Not the HTTP server's own `close`, which starts by closing silent connections.
    const closed = new Promise<void>((resolve) =>
      Server.prototype.close.call(http, () => resolve()),
    )
    const since = Date.now()
    const tidy = setInterval(() => {
      for (const stream of eventStreams) stream.end()
      if (Date.now() - since > GRACE_MS) http.closeIdleConnections()
      if (Date.now() - since > LONGEST_LEAVE_MS) http.closeAllConnections()
    }, 100)
    await closed
    clearInterval(tidy)
  }

  return { http, close, leave }
}

const isProbe = (path: string) => path === '/healthz' || path === '/readyz'

/**
 * Whether the Host header may be this shop's. A foreign page whose host name was pointed here (DNS rebinding) still
 * sends that name. IP addresses and `localhost` cannot be pointed elsewhere; a client without a Host header is no
 * browser.
 */
function isOwnHost(host: string | undefined, own: string) {
  if (host === undefined || host === own) return true
  const url = URL.parse(`http://${host}`)
  if (!url) return false
  const name = url.hostname.replace(/^\[|\]$/g, '')
  return name === 'localhost' || isIP(name) > 0 || name === new URL(`http://${own}`).hostname
}

function isDecodable(path: string) {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

// A request that Node's parser refuses never becomes a request object: the answer is written by hand.
function refuseMalformed(error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket) {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, text, extra] = describeMalformed(error)
  const body = `${text}\n`
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n${extra}\r\n${body}`,
  )
}

function describeMalformed({
  code,
  rawPacket,
}: NodeJS.ErrnoException & { rawPacket?: Buffer }): [string, string, string] {
  if (code === 'HPE_INVALID_METHOD')
    return ['405 Method Not Allowed', requestErrors['method-unknown'], `Allow: ${ALLOW}\r\n`]
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return ['408 Request Timeout', listenerErrors['request-too-slow'], '']
  if (code === 'HPE_HEADER_OVERFLOW') {
    return rawPacket?.includes('\r\n')
      ? ['431 Request Header Fields Too Large', listenerErrors['headers-too-large'], '']
      : ['414 URI Too Long', listenerErrors['address-too-long'], '']
  }
  return ['400 Bad Request', listenerErrors['request-unreadable'], '']
}
