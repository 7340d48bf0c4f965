import type { Db } from '../../db/open.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { deliveryWays } from '../../rules/checkout/delivery.ts'
import { leavesOn } from '../../rules/checkout/delivery-days.ts'
import { writeLocalTime } from '../../rules/local-time.ts'
import { formatWeekdays } from '../../rules/messages/checkout/delivery.ts'
import { deliverySettings, snapshot } from '../../rules/settings/settings.ts'
import { listAddresses } from '../accounts/addresses.ts'

/**
 * What delivery costs at least, and how long it takes, to every district to which the shop delivers; `district` is the
 * one that is shown first.
 */
export type DeliveryOffer = {
  district: string
  ways: { districts: readonly string[]; price: number; days: string }[]
}

type DeliveryQuery = {
  chosen: string | null
  userId: string | null
  /** What was pre-ordered leaves on that day at the earliest. */
  shipsFrom?: string | null
}

/**
 * Delivery as products and the cart tell of it: to the chosen district, else where the account's parcels go, else where
 * the shop is.
 */
export async function offerDelivery(
  shop: Pick<Shop, 'db' | 'now' | 'cached'>,
  { chosen, userId, shipsFrom = null }: DeliveryQuery,
): Promise<DeliveryOffer> {
  const now = shop.now()
  const today = writeLocalTime(now).slice(0, 'yyyy-mm-dd'.length)
  const key = `delivery ${snapshot().revision} ${today} ${leavesOn(now)} ${shipsFrom}`
  return {
    district:
      chosen ??
      (userId && (await findHome(shop.db, userId))) ??
      deliverySettings().areas.shopDistrict,
    // Hundreds of days are counted for it, the same on each page until an order leaves later.
    ways: await shop.cached(key, async () =>
      deliveryWays(now, undefined, shipsFrom).map(({ days, ...way }) => ({
        ...way,
        days: formatWeekdays(days, today),
      })),
    ),
  }
}

/** The same for each day that a variant may be pre-ordered for. */
export function offerLater(
  shop: Pick<Shop, 'db' | 'now' | 'cached'>,
  query: Omit<DeliveryQuery, 'shipsFrom'>,
  variants: readonly { preorder?: { from: string } | null }[],
) {
  const days = new Set(variants.flatMap(({ preorder }) => preorder?.from ?? []))
  return Promise.all(
    [...days].map(async (from) => ({
      from,
      offer: await offerDelivery(shop, { ...query, shipsFrom: from }),
    })),
  )
}

/** Where the account's parcels go. */
async function findHome(db: Db, userId: string) {
  const home = (await listAddresses(db, userId)).find((one) => one.isDelivered)
  return home?.district
}
