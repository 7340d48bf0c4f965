import type { WayOrExchange } from './back-in-cash.tsx'

/**
 * Why something comes back and what goes out for it. Each tells the other until somebody chooses it: who presses
 * Exchange has a piece that does not fit, and not one that is faulty, which would be written off.
 */
export function whyBack<R extends string>(
  chosen: { reason: R | null; way: WayOrExchange | null },
  { first, exchange }: { first: R; exchange: R },
): { reason: R; way: WayOrExchange } {
  const reason = chosen.reason ?? (chosen.way === 'exchange' ? exchange : first)
  return { reason, way: chosen.way ?? (reason === exchange ? 'exchange' : 'cash') }
}
