import type { WayOrExchange } from './back-in-cash.tsx'

/**
 * The reason of a return and how it is paid. Each proposes the other until the cashier chooses it: Exchange means a
 * piece that does not fit, not a faulty one, which would be written off.
 */
export function whyBack<R extends string>(
  chosen: { reason: R | null; way: WayOrExchange | null },
  { first, exchange }: { first: R; exchange: R },
): { reason: R; way: WayOrExchange } {
  const reason = chosen.reason ?? (chosen.way === 'exchange' ? exchange : first)
  return { reason, way: chosen.way ?? (reason === exchange ? 'exchange' : 'cash') }
}
