import { findStock } from '../../../app/modules/stock/read-stock-levels.ts'
import { type Shop } from '../../../app/platform/shop.server.ts'
import { type TestProduct } from '../factories.ts'

export type Act = () => Promise<unknown>
/** Two acts on the same data, and what must hold after both. */
export type Rivals = {
  acts: readonly [Act, Act]
  check: (results: readonly [unknown, unknown]) => Promise<void>
}

export const isOk = (result: unknown) => (result as { ok?: boolean }).ok === true
export const onHand = async (shop: Shop, { variantId }: TestProduct) =>
  (await findStock(shop, variantId))?.onHand ?? Number.NaN
