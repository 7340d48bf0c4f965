import type { Actor } from '../../app/modules/audit/record-audit.ts'
import { bookDelivery } from '../../app/modules/purchasing/book-delivery.ts'
import { addToDelivery, startDelivery } from '../../app/modules/purchasing/change-delivery.ts'
import { expectDelivery } from '../../app/modules/purchasing/end-delivery.ts'
import { listDeliveryLines } from '../../app/modules/purchasing/read-deliveries.ts'
import { supplierActs } from '../../app/modules/purchasing/suppliers.ts'
import type { Shop } from '../../app/platform/shop.server.ts'
import type { DeliveryEdit, TypedNumber } from '../../app/rules/purchasing/delivery-form.ts'
import type { Sold } from './plan.ts'
import { done } from './steps.ts'

/** What a piece costs the shop, of its price. */
const costOf = (price: number) => Math.round((price * 0.45) / 500) * 500

export type Brought = {
  expectedOn: string | null
  /** Of each size, what comes. */
  units: ReadonlyMap<string, number>
  /** More of the first size that was ordered than comes; of one that has not come at all, all is. */
  missing: number
}

/** Who sews for the sample shop. */
export async function addSupplier(shop: Shop, staff: Actor) {
  const edit = { name: 'Limbe Tailors', phone: '+265999002001', note: null, isActive: true }
  return done(await supplierActs.create(shop.db, staff, edit)).id
}

/** A delivery as staff type it: ordered with its costs, and booked into stock with what has come of it. */
export async function bringIn(
  { db }: Shop,
  staff: Actor,
  sold: readonly Sold[],
  supplierId: string,
  { expectedOn, units, missing }: Brought,
) {
  const { id } = await startDelivery(db, staff)
  const edit = (typed: Partial<Pick<DeliveryEdit, 'units' | 'costs'>>): DeliveryEdit => ({
    supplierId,
    note: '',
    expectedOn,
    units: new Map<number, TypedNumber>(),
    costs: new Map<string, TypedNumber>(),
    ...typed,
  })
  const coming = sold.filter(({ variantId }) => (units.get(variantId) ?? 0) > 0)
  const costs = new Map(
    coming.map(({ productId, price }) => [productId, { was: null, is: costOf(price) }]),
  )
  for (const productId of costs.keys())
    done(await addToDelivery(db, staff, id, edit({}), { productId, scanned: null }))
  const typed = async (numberOf: (variantId: string) => number) =>
    new Map(
      (await listDeliveryLines(db, id)).map((line) => [
        line.id,
        { was: line.arriving, is: numberOf(line.variantId) },
      ]),
    )
  const comes = (variantId: string) => units.get(variantId) ?? 0
  const ordered = await typed(
    (variantId) => comes(variantId) + (variantId === coming[0]?.variantId ? missing : 0),
  )
  done(await expectDelivery(db, staff, id, edit({ units: ordered, costs })))
  return async (shop: Shop) =>
    void done(await bookDelivery(shop.db, staff, id, edit({ units: await typed(comes) }), false))
}
