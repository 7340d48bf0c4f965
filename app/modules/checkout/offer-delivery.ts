import type { Db } from '../../db/open.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { deliveryWays } from '../../rules/checkout/delivery.ts'
import { leavesOn } from '../../rules/checkout/delivery-days.ts'
import { writeLocalTime } from '../../rules/local-time.ts'
import { formatWeekdays } from '../../rules/messages/checkout/delivery.ts'
import { deliverySettings, snapshot } from '../../rules/settings/settings.ts'
import { listAddresses } from '../accounts/addresses.ts'

/** The lowest price and the days of delivery to every district of the shop; `district` is the one shown first. */
export type DeliveryOffer = {
  district: string
  ways: { districts: readonly string[]; price: number; days: string }[]
}

type DeliveryQuery = {
  chosen: string | null
  userId: string | null
  /** The earliest day on which a pre-ordered item leaves. */
  shipsFrom?: string | null
}

/**
 * The delivery that product pages and the cart show: to the chosen district, otherwise to the account's home,
 * otherwise to the shop's district.
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
    // Cached: it counts through hundreds of days, and is the same on every page until orders would leave later.
    ways: await shop.cached(key, async () =>
      deliveryWays(now, undefined, shipsFrom).map(({ days, ...way }) => ({
        ...way,
        days: formatWeekdays(days, today),
      })),
    ),
  }
}

/** The offer for each day from which a variant ships as a pre-order. */
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

/** The district to which the account's parcels go. */
async function findHome(db: Db, userId: string) {
  const home = (await listAddresses(db, userId)).find((one) => one.isDelivered)
  return home?.district
}
