import type { Shop } from '../platform/shop.server.ts'
import type { Reason } from '../rules/messages/words.ts'

/** Does an act of the back office. One that breaks is logged, and refused in its screen's own words (docs/product.md, Screens). */
export async function attempt<T, R extends Reason>(
  { log }: Pick<Shop, 'log'>,
  reason: R,
  act: () => Promise<T>,
): Promise<T | { ok: false; reason: R }> {
  try {
    return await act()
  } catch (error) {
    log.error({ error }, reason)
    return { ok: false, reason }
  }
}
