import type { Shop } from '../../app/platform/shop.server.ts'

/** One step of the history at one moment. */
export type Step = { at: Date; act: (shop: Shop) => Promise<void> }

/** Throws when the shop refused an act, because the history would have a hole. */
export function done<T extends { ok: boolean }>(result: T): Extract<T, { ok: true }> {
  if (!result.ok) throw new Error(`The history of the sample shop: ${JSON.stringify(result)}`)
  return result as Extract<T, { ok: true }>
}
