import { createHash, timingSafeEqual } from 'node:crypto'
import { readFigures } from '../../platform/health.server.ts'
import { requestContext, shopContext } from '../../web/context.ts'
import { jsonRequestError } from '../../web/responses.ts'
import type { Route } from './+types/metrics'

const PROXY_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'cf-connecting-ip',
  'forwarded',
  'via',
]
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

const digest = (text: string) => createHash('sha256').update(text).digest()

function mayRead(request: Request, ip: string, token: string | null) {
  const given = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token && given && timingSafeEqual(digest(given), digest(token))) return true
  // A proxy on this machine connects from loopback as well: its headers show that the request comes from elsewhere.
  const isProxied = PROXY_HEADERS.some((name) => request.headers.has(name))
  const isForHere = LOOPBACK_HOST.test(request.headers.get('host') ?? 'localhost')
  return !isProxied && isForHere && (ip === '::1' || ip.startsWith('127.'))
}

/**
 * The metrics in Prometheus's text format, on loopback or with METRICS_TOKEN; for everybody else the address does not
 * exist.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { ip, metrics } = context.get(requestContext)
  if (!mayRead(request, ip, shop.config.metricsToken)) return jsonRequestError('not-found')
  return new Response(await metrics.write(await readFigures(shop)), {
    headers: {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    },
  })
}
