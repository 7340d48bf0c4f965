import { COURIERS, type Courier, type Days, ZONES, type Zone } from '../../shop.ts'
import { isDistrict } from '../orders/orders.ts'
import { DISTRICT_FIELD, readDistrictCookie } from './chosen-district.ts'
import { arrivesOn, type DayRange } from './delivery-days.ts'

const ZONE_OF = new Map<string, Zone>(
  Object.entries(ZONES).flatMap(([zone, districts]) =>
    districts.map((district) => [district, zone as Zone] as const),
  ),
)

/** The working days in which a courier reaches a district; null where it does not go. */
export function daysTo(courier: Pick<Courier, 'days'>, district: string): Days | null {
  const zone = ZONE_OF.get(district)
  return (zone && courier.days[zone]) ?? null
}

/** Those who deliver to a district, with their days. */
export const couriersTo = (district: string, couriers: readonly Courier[] = COURIERS) =>
  couriers.flatMap((courier) => {
    const days = daysTo(courier, district)
    return days ? [{ ...courier, days }] : []
  })

/** The cheapest way to the districts of a zone, in kwacha, and the days of the soonest who asks for no more. */
export type DeliveryWay = { districts: readonly string[]; price: number; days: DayRange }

/** How each district is reached that is reached at all, for what is ordered now. */
export function deliveryWays(
  now: Date,
  couriers: readonly Courier[] = COURIERS,
): readonly DeliveryWay[] {
  return Object.values(ZONES).flatMap((districts) => {
    const [best] = couriersTo(districts[0], couriers)
      .map(({ price, days }) => ({ districts, price, days: arrivesOn(now, days) }))
      .sort((a, b) => a.price - b.price || (a.days.to < b.days.to ? -1 : 1))
    return best ? [best] : []
  })
}

/** The district of a request's address, else the one that its device remembers; null for none that is known. */
export function readChosenDistrict({ url, headers }: Pick<Request, 'url' | 'headers'>) {
  const told = [
    new URL(url).searchParams.get(DISTRICT_FIELD) ?? '',
    readDistrictCookie(headers.get('Cookie') ?? ''),
  ]
  return told.find(isDistrict) ?? null
}
