import type { Shop } from '../platform/shop.server.ts'
import type { PlainReason, Refusal } from '../rules/messages/refusals.ts'

/** Does an act of the back office. One that breaks is logged, and refused in its screen's own words (docs/product.md, Screens). */
export async function attempt<T, R extends PlainReason>(
  { log }: Pick<Shop, 'log'>,
  reason: R,
  act: () => Promise<T>,
): Promise<T | Refusal<R>> {
  try {
    return await act()
  } catch (error) {
    log.error({ error }, reason)
    return { ok: false, reason } as Refusal<R>
  }
}
