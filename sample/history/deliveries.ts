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

/** The unit cost of a product, derived from its price. */
const costOf = (price: number) => Math.round((price * 0.45) / 500) * 500

export type Brought = {
  expectedOn: string | null
  /** The units of each size that arrive. */
  units: ReadonlyMap<string, number>
  /** More units of the first size were ordered than arrive; of a delivery that has not arrived, all are missing. */
  missing: number
}

/** Adds the supplier of the sample shop. */
export async function addSupplier(shop: Shop, staff: Actor) {
  const edit = { name: 'Limbe Tailors', phone: '+265999002001', note: null, isActive: true }
  return done(await supplierActs.create(shop.db, staff, edit)).id
}

/** A delivery as staff enter it: ordered with its costs, and booked into stock with the units that have arrived. */
export async function bringIn(
  { db }: Shop,
  staff: Actor,
  sold: readonly Sold[],
  supplierId: string,
  { expectedOn, units, missing }: Brought,
) {
  const { id } = await startDelivery(db, staff)
  const edit = (typed: Partial<Pick<DeliveryEdit, 'units' | 'costs'>>): DeliveryEdit => ({
    supplierId: { was: null, sent: [supplierId], is: supplierId },
    note: { was: '', is: '' },
    expectedOn: { was: null, sent: [expectedOn], is: expectedOn },
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
