import { createContext, RouterContextProvider } from 'react-router'
import type { Shop } from '../platform/shop.server.ts'
import type { Role } from '../rules/accounts/roles.ts'
import type { Metrics } from './metrics.server.ts'

export type Visitor = { userId: string; name: string; email: string; role: Role }

export type RequestDetails = {
  id: string
  ip: string
  /** The signed-in person, looked up at most once a request. */
  findVisitor(): Promise<Visitor | null>
  /** Cookies that the answer must carry (a refreshed session). */
  responseHeaders: Headers
  /** Set when the database or the disk could not be used for it: the answer is a 503. */
  failure: { isUnavailable: boolean }
  /** What this process counts. */
  metrics: Metrics
}

export const shopContext = createContext<Shop>()
export const requestContext = createContext<RequestDetails>()

/** What loaders and actions of one request find in `context`. */
export function openRequestContext(shop: Shop, facts: RequestDetails) {
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  context.set(requestContext, facts)
  return context
}
