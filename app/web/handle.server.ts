import type { ServerBuild } from 'react-router'
import { findVisitor } from '../modules/accounts/find-visitor.ts'
import { IP_HEADER } from '../platform/auth/auth-fields.server.ts'
import { withSettings } from '../platform/current-settings.server.ts'
import { readPool } from '../platform/health.server.ts'
import { allowedOrigins, type Shop } from '../platform/shop.server.ts'
import { isUnavailable } from '../platform/unavailable.server.ts'
import { isStaffPath } from '../rules/accounts/roles.ts'
import {
  generalRefusals,
  type RequestProblem,
  requestErrors,
  requestStatuses,
} from '../rules/messages/general.ts'
import { formatRefusal } from '../rules/messages/refusals.ts'
import { statusOf } from '../rules/messages/statuses.ts'
import { METHODS } from '../rules/methods.ts'
import { networkOf } from '../rules/network.ts'
import { BUILD_HEADER } from '../rules/route-tables.ts'
import type { RequestDetails, Visitor } from './context.ts'
import { createMetrics, type Metrics } from './metrics.server.ts'
import { createRouter } from './render/router.server.ts'
import { addSecurityHeaders } from './security-headers.server.ts'

export type Connection = { ip: string; id: string }
export type Handler = (request: Request, connection: Connection) => Promise<Response>

// The provider's redirect and webhook come from another origin; neither proves a payment (docs/payments.md).
const FROM_ELSEWHERE = /^\/(webhooks\/|payments\/return\/)/

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  })

const refuse = (problem: RequestProblem, headers?: Record<string, string>) =>
  plain(requestStatuses[problem], requestErrors[problem], headers)

const { description: WENT_WRONG } = generalRefusals.unexpected
/** Paths for programs, which read `{ error }`. */
const FOR_PROGRAMS = /^\/(api|functions|admin\/(pos|pictures))\//

/**
 * The answer to a failed request: a page keeps its body, which explains the failure; anything else gets a sentence of
 * ours instead of the router's. 503 while the database or the disk is unavailable, because a retry may succeed.
 */
function failureResponse(request: Request, response: Response, isUnavailable: boolean): Response {
  const status = isUnavailable ? statusOf('unavailable') : response.status
  const type = response.headers.get('Content-Type')
  const headers = new Headers(response.headers)
  if (type && !type.startsWith('text/plain'))
    return new Response(response.body, { status, headers })
  const { description } = formatRefusal('unavailable')
  const text = (isUnavailable && description) || WENT_WRONG
  const isForProgram = FOR_PROGRAMS.test(`${new URL(request.url).pathname}/`)
  headers.set('Content-Type', isForProgram ? 'application/json' : 'text/plain; charset=utf-8')
  headers.set('Cache-Control', 'no-store')
  const body = isForProgram ? JSON.stringify({ error: text }) : `${text}\n`
  return new Response(body, { status, headers })
}

/**
 * Whether a write comes from our own pages, or from a program without cookies, which is no browser. Every current
 * browser sends the origin of a write with cookies.
 */
function mayWrite({ headers }: Request, origins: string[]) {
  const origin = headers.get('origin')
  if (origin) return origins.includes(origin)
  const site = headers.get('sec-fetch-site')
  return site === null ? !headers.has('cookie') : site === 'same-origin' || site === 'none'
}

/**
 * The whole shop as a function: checks the request, calls the routes, adds the headers, writes the log. The request
 * already has the shop's own address (server/request.ts).
 */
export function createHandler(
  build: ServerBuild,
  shop: Shop,
  metrics: Metrics = createMetrics({ pool: () => readPool(shop) }),
): Handler {
  const ask = createRouter(build, shop)
  const origins = allowedOrigins(shop.config.baseUrl)
  const isHttps = shop.config.baseUrl.startsWith('https:')

  async function pass(
    request: Request,
    connection: Connection,
    responseHeaders: Headers,
    failure: RequestDetails['failure'],
  ) {
    const { pathname } = new URL(request.url)
    if (!METHODS.has(request.method))
      return refuse('method-unknown', { Allow: [...METHODS].join(', ') })
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
    const isFromElsewhere = FROM_ELSEWHERE.test(pathname)
    if (isWrite && !isFromElsewhere && !mayWrite(request, origins)) return refuse('other-site')

    const { headers } = request
    headers.set(IP_HEADER, networkOf(connection.ip))
    let visitor: Promise<Visitor | null> | undefined
    const details: RequestDetails = {
      id: connection.id,
      ip: connection.ip,
      responseHeaders,
      failure,
      metrics,
      findVisitor: () =>
        (visitor ??= findVisitor(shop, headers).then((found) => {
          for (const cookie of found.cookies) responseHeaders.append('Set-Cookie', cookie)
          return found.visitor
        })),
    }
    return ask(request, details, isWrite && !isFromElsewhere)
  }

  return (request, connection) => withSettings(() => answer(request, connection))

  async function answer(request: Request, connection: Connection) {
    const started = performance.now()
    const extra = new Headers()
    const failure = { isUnavailable: false }
    let response: Response
    try {
      response = await pass(request, connection, extra, failure)
    } catch (error) {
      shop.log.error({ error, id: connection.id }, 'request failed')
      if (isUnavailable(error)) failure.isUnavailable = true
      response = plain(statusOf('unexpected'), WENT_WRONG)
    }
    if (response.status === 500)
      response = failureResponse(request, response, failure.isUnavailable)
    const headers = new Headers(response.headers)
    // Of two cookies with one name the last counts, so the cookies of the act go last.
    headers.delete('Set-Cookie')
    for (const cookie of [...extra.getSetCookie(), ...response.headers.getSetCookie()])
      headers.append('Set-Cookie', cookie)
    const { pathname } = new URL(request.url)
    addSecurityHeaders(headers, { isHttps, isStaffs: isStaffPath(pathname) })
    // For the scripts of a page, which may be of another build.
    if (pathname.endsWith('.data')) headers.set(BUILD_HEADER, build.assets.version)
    headers.set('X-Request-Id', connection.id)
    if (response.status === 503 && failure.isUnavailable) headers.set('Retry-After', '5')
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache')
    if (
      headers.get('Content-Type')?.startsWith('text/html') ||
      headers.get('Content-Type')?.includes('turbo')
    )
      headers.append('Vary', 'Cookie')
    const took = performance.now() - started
    metrics.count(response.status, took)
    shop.log.info(
      {
        id: connection.id,
        method: request.method,
        path: pathname,
        status: response.status,
        ms: Math.round(took),
      },
      'request',
    )
    return new Response(response.body, {
      status: response.status,
      statusText: response.statusText,
      headers,
    })
  }
}
