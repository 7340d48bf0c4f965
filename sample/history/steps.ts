import type { Shop } from '../../app/platform/shop.server.ts'

/** What happens in the history at one moment. */
export type Step = { at: Date; act: (shop: Shop) => Promise<void> }

/** An act that the shop refused would leave a hole in the history. */
export function done<T extends { ok: boolean }>(result: T): Extract<T, { ok: true }> {
  if (!result.ok) throw new Error(`The history of the sample shop: ${JSON.stringify(result)}`)
  return result as Extract<T, { ok: true }>
}
