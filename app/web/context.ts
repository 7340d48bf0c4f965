import { createContext, RouterContextProvider } from 'react-router'
import type { Visitor } from '../modules/accounts/find-visitor.ts'
import type { Shop } from '../platform/shop.server.ts'
import { networkOf } from '../rules/network.ts'
import type { Metrics } from './metrics.server.ts'

export type { Visitor }

export type RequestDetails = {
  id: string
  ip: string
  /** The signed-in person, looked up at most once a request. */
  findVisitor(): Promise<Visitor | null>
  /** Cookies that the answer must carry (a refreshed session). */
  responseHeaders: Headers
  /** Set when the database or the disk was unavailable or overloaded for this request: the answer is a 503. */
  failure: { isUnavailable: boolean }
  /** The counters of this process. */
  metrics: Metrics
}

/**
 * The arguments of every loader and action, for code that several routes share; a route's own code uses its
 * generated `Route.*Args`.
 */
export type RequestArgs = { request: Request; context: Readonly<RouterContextProvider> }

export const shopContext = createContext<Shop>()
export const requestContext = createContext<RequestDetails>()

/** The network and the browser of a request, for the log of an account. */
export const deviceOf = ({
  request,
  context,
}: {
  request: Request
  context: Readonly<RouterContextProvider>
}) => ({
  ip: networkOf(context.get(requestContext).ip),
  userAgent: request.headers.get('user-agent'),
})

/** What loaders and actions of one request find in `context`. */
export function openRequestContext(shop: Shop, facts: RequestDetails) {
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  context.set(requestContext, facts)
  return context
}
