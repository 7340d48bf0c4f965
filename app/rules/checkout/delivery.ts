import { COURIERS, type Courier, type Days, ZONES, type Zone } from '../../shop.ts'

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
