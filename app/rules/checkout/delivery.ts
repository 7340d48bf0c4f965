import { type Courier, type Days, DISTRICTS, PICKUP_ID, ZONE_NAMES, type Zone } from '../../shop.ts'
import { isDistrict } from '../orders/orders.ts'
import { deliverySettings } from '../settings/settings.ts'
import { DISTRICT_FIELD, readDistrictCookie } from './chosen-district.ts'
import { arrivesOn, type DayRange } from './delivery-days.ts'

// Found anew each time: what is made here once would stay in every script that takes something from this file.
const zoneOf = (district: string) =>
  isDistrict(district) ? deliverySettings().areas[district] : null

/** Whether the shop delivers to a district, as staff have set it. */
export const isDelivered = (district: string) => zoneOf(district) !== null

/** The districts to which the shop delivers, by their names; of one zone, or all. */
export const listDelivered = (zone?: Zone) =>
  DISTRICTS.filter((one) => (zone ? zoneOf(one) === zone : isDelivered(one)))

/**
 * The working days in which a courier reaches a district; null where it does not go. The shop itself is in its own
 * town; couriers that were saved before zones could be set may have its days at another zone.
 */
export function daysTo({ id, days }: Pick<Courier, 'id' | 'days'>, district: string): Days | null {
  const zone = zoneOf(district)
  const there = (zone && days[zone]) ?? null
  return id === PICKUP_ID ? (days.town ?? there ?? Object.values(days)[0] ?? null) : there
}

/** Where a parcel waits until it is collected. */
export type Place = { name: string; address: string; town: string; district: string }

type WithDepots = Pick<Courier, 'id' | 'depots'>

/**
 * All depots of a courier, also in districts to which the shop delivers no more: a request that is sent again finds its
 * order by one, and a new order to one is refused where it is priced.
 */
export const everyPlaceOf = ({ depots }: WithDepots): Place[] =>
  Object.entries(depots).flatMap(([district, some]) =>
    some.map(([name, address, town]) => ({ name, address, town, district })),
  )

/** The depots of a courier in districts to which the shop delivers; the shop itself for who collects it there. */
export const placesOf = (courier: WithDepots): Place[] =>
  everyPlaceOf(courier).filter(({ district }) => courier.id === PICKUP_ID || isDelivered(district))

/** A place as the order keeps it, and as forms send it: a courier may call its depot in each town alike. */
export const formatPlace = ({ name, address, town }: Pick<Place, 'name' | 'address' | 'town'>) =>
  `${name}, ${address}, ${town}`

/**
 * Where the customer of a courier collects the parcel: at the depot that is named, at the shop always; null for the
 * door, undefined for a depot that the courier does not have. A depot is named by its place, or by its name alone where
 * no second one has it.
 */
export function findPlace(
  courier: Courier,
  depot: string,
  places = placesOf(courier),
): Place | null | undefined {
  if (courier.id === PICKUP_ID) return places[0]
  if (depot === '') return null
  const named = places.filter(({ name }) => name === depot)
  return (
    places.find((place) => formatPlace(place) === depot) ??
    (named.length === 1 ? named[0] : undefined)
  )
}

/** The same among all depots of a courier, after those in districts to which the shop delivers. */
export const findAnyPlace = (courier: Courier, depot: string) =>
  findPlace(courier, depot) ?? findPlace(courier, depot, everyPlaceOf(courier))

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
  return ZONE_NAMES.flatMap((zone) => {
    const districts = listDelivered(zone)
    if (districts.length === 0) return []
    const [best] = couriers
      .filter(({ id }) => id !== PICKUP_ID)
      .flatMap((courier) => {
        const days = courier.days[zone]
        return days
          ? [{ districts, price: courier.price, days: arrivesOn(now, days, shipsFrom) }]
          : []
      })
      .sort((a, b) => a.price - b.price || (a.days.to < b.days.to ? -1 : 1))
    return best ? [best] : []
  })
}

/**
 * The district of a request's address, else the one that its device stores; null for none to which the shop delivers.
 */
export function readChosenDistrict({ url, headers }: Pick<Request, 'url' | 'headers'>) {
  const known = [
    new URL(url).searchParams.get(DISTRICT_FIELD) ?? '',
    readDistrictCookie(headers.get('Cookie') ?? ''),
  ]
  return known.find(isDelivered) ?? null
}

/** A courier as the checkout offers it: when it arrives in which zone, and where it is collected. */
export type OfferedCourier = Pick<Courier, 'id' | 'name' | 'price'> & {
  isPickup: boolean
  days: Partial<Record<string, DayRange>>
  places: Place[]
}

/** A courier's days by zone; of what is collected at the shop those alone that count. */
function daysByZone(courier: Courier): Courier['days'] {
  const [shop] = courier.id === PICKUP_ID ? placesOf(courier) : []
  const days = shop && daysTo(courier, shop.district)
  return days ? { town: days } : courier.days
}

/**
 * All couriers with their days for what is ordered now and leaves on `shipsFrom` at the earliest, and the zone of each
 * district to which the shop delivers.
 */
export const offerCouriers = (now: Date, shipsFrom: string | null = null) => ({
  zones: Object.fromEntries(listDelivered().map((one) => [one, zoneOf(one)])) as Record<
    string,
    string
  >,
  couriers: activeCouriers().map(
    (courier: Courier): OfferedCourier => ({
      id: courier.id,
      name: courier.name,
      price: courier.price,
      isPickup: courier.id === PICKUP_ID,
      days: Object.fromEntries(
        Object.entries(daysByZone(courier)).map(([zone, days]) => [
          zone,
          arrivesOn(now, days, shipsFrom),
        ]),
      ),
      places: placesOf(courier),
    }),
  ),
})
