import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import {
  keyTrials,
  orders,
  payments,
  posSales,
  products,
  savedSettings,
  tills,
} from '../../db/tables.server.ts'
import type { Services } from '../../platform/services.server.ts'
import { FIRST_STEPS, type FirstStep } from '../../rules/reports/first-steps.ts'
import { isPickupId, type ShopCourier } from '../../rules/settings/delivery-groups.ts'
import { deliverySettings, settings } from '../../rules/settings/settings.ts'
import { valuesOf } from '../settings/list-settings.ts'

const isSaved = (group: string) =>
  sql`exists (select from ${savedSettings} where "group" = ${group} and values is not null)`

/**
 * Whether pickup sends customers to the place of the shop's file, although the shop's name or address is another by
 * now.
 */
function isPickupElsewhere() {
  const contact = valuesOf('contact', null)
  const placeIn = (couriers: readonly ShopCourier[]) =>
    couriers.find(({ id, isActive }) => isActive && isPickupId(id))?.depots
  const place = placeIn(deliverySettings().couriers)
  const { name, address } = settings()
  return (
    place !== undefined &&
    isDeepStrictEqual(place, placeIn(valuesOf('couriers', null).couriers)) &&
    !isDeepStrictEqual([name, address], [contact.name, contact.address])
  )
}

/**
 * Which first steps are done, by the database's content and not by a tick; null for the sample shop, and for a shop
 * that has sold something.
 */
export async function readFirstSteps({
  db,
  config,
  payments: { name: provider },
}: Pick<Services, 'db' | 'config' | 'payments'>): Promise<
  { step: FirstStep; isDone: boolean }[] | null
> {
  if (config.sampleShop) return null
  const facts: Record<FirstStep, ReturnType<typeof sql>> = {
    contact: isSaved('contact'),
    couriers: isPickupElsewhere() ? sql`false` : isSaved('couriers'),
    product: sql`exists (select from ${products} where status = 'active' and archived_at is null)`,
    // Without keys, or with keys of another provider, nobody can pay.
    payments:
      config.payments === 'off'
        ? sql`false`
        : sql`exists (select from ${keyTrials} where status = 'paid' and provider = ${provider})
            or exists (select from ${payments} where status = 'paid' and provider = ${provider})`,
    till: sql`exists (select from ${tills} where retired_at is null)`,
    sale: sql`exists (select from ${orders} where paid_at is not null)
      or exists (select from ${posSales} where payment_status = 'completed')`,
  }
  const columns = FIRST_STEPS.map((step) => sql`(${facts[step]}) as ${sql.identifier(step)}`)
  const { rows } = await db.execute<Record<FirstStep, boolean>>(
    sql`select ${sql.join(columns, sql`, `)}`,
  )
  const [done] = rows
  if (!done || done.sale) return null
  return FIRST_STEPS.map((step) => ({ step, isDone: done[step] }))
}
