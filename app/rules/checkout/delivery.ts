import { type Courier, type Days, PICKUP_ID, ZONES, type Zone } from '../../shop.ts'
import { isDistrict } from '../orders/orders.ts'
import { deliverySettings } from '../settings/settings.ts'
import { DISTRICT_FIELD, readDistrictCookie } from './chosen-district.ts'
import { arrivesOn, type DayRange } from './delivery-days.ts'

// Found anew each time: what is made here once would stay in every script that takes something from this file.
const zoneOf = (district: string) =>
  (Object.keys(ZONES) as Zone[]).find((zone) =>
    (ZONES[zone] as readonly string[]).includes(district),
  )

/** The working days in which a courier reaches a district; null where it does not go. */
export function daysTo(courier: Pick<Courier, 'days'>, district: string): Days | null {
  const zone = zoneOf(district)
  return (zone && courier.days[zone]) ?? null
}

/** Where a parcel waits until it is collected. */
export type Place = { name: string; address: string; town: string; district: string }

/** The depots of a courier; the shop itself for who collects it there. */
export const placesOf = ({ depots }: Pick<Courier, 'depots'>): Place[] =>
  Object.entries(depots).flatMap(([district, some]) =>
    some.map(([name, address, town]) => ({ name, address, town, district })),
  )

/** A place as the order keeps it. */
export const formatPlace = ({ name, address, town }: Place) => `${name}, ${address}, ${town}`

/**
 * Where the customer of a courier collects the parcel: at the depot of that name, at the shop always; null for the
 * door, undefined for a depot that the courier does not have.
 */
export function findPlace(courier: Courier, name: string): Place | null | undefined {
  const places = placesOf(courier)
  if (courier.id === PICKUP_ID) return places[0]
  return name === '' ? null : places.find((place) => place.name === name)
}

/** What an order that is collected has for an address. */
export const addressOfPlace = ({ name, address, town, district }: Place) => ({
  address: `${name}, ${address}`,
  city: town,
  district,
})

/** The cheapest way to the districts of a zone, in kwacha, and the days of the soonest who asks for no more. */
export type DeliveryWay = { districts: readonly string[]; price: number; days: DayRange }

/** Those that take new orders. */
const activeCouriers = () => deliverySettings().couriers.filter(({ isActive }) => isActive)

/** How each district is reached that is reached at all, for what is ordered now. */
export function deliveryWays(
  now: Date,
  couriers: readonly Courier[] = activeCouriers(),
  shipsFrom: string | null = null,
): readonly DeliveryWay[] {
  return Object.values(ZONES).flatMap((districts) => {
    const [best] = couriers
      .filter(({ id }) => id !== PICKUP_ID)
      .flatMap((courier) => {
        const days = daysTo(courier, districts[0])
        return days
          ? [{ districts, price: courier.price, days: arrivesOn(now, days, shipsFrom) }]
          : []
      })
      .sort((a, b) => a.price - b.price || (a.days.to < b.days.to ? -1 : 1))
    return best ? [best] : []
  })
}

/** The district of a request's address, else the one that its device remembers; null for none that is known. */
export function readChosenDistrict({ url, headers }: Pick<Request, 'url' | 'headers'>) {
  const known = [
    new URL(url).searchParams.get(DISTRICT_FIELD) ?? '',
    readDistrictCookie(headers.get('Cookie') ?? ''),
  ]
  return known.find(isDistrict) ?? null
}

/** A courier as the checkout offers it: when it arrives in which zone, and where it is collected. */
export type OfferedCourier = Pick<Courier, 'id' | 'name' | 'price'> & {
  isPickup: boolean
  days: Partial<Record<string, DayRange>>
  places: Place[]
}

/** All couriers with their days for what is ordered now and leaves on `shipsFrom` at the earliest, and the zone of each district. */
export const offerCouriers = (now: Date, shipsFrom: string | null = null) => ({
  zones: Object.fromEntries(
    Object.entries(ZONES).flatMap(([zone, districts]) => districts.map((one) => [one, zone])),
  ) as Record<string, string>,
  couriers: activeCouriers().map(
    (courier: Courier): OfferedCourier => ({
      id: courier.id,
      name: courier.name,
      price: courier.price,
      isPickup: courier.id === PICKUP_ID,
      days: Object.fromEntries(
        Object.entries(courier.days).map(([zone, days]) => [zone, arrivesOn(now, days, shipsFrom)]),
      ),
      places: placesOf(courier),
    }),
  ),
})
