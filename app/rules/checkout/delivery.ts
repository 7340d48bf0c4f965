import { type Courier, type Days, DISTRICTS, PICKUP_ID, ZONE_NAMES, type Zone } from '../../shop.ts'
import { isDistrict } from '../orders/orders.ts'
import { deliverySettings } from '../settings/settings.ts'
import { DISTRICT_FIELD, readDistrictCookie } from './chosen-district.ts'
import { arrivesOn, type DayRange } from './delivery-days.ts'

// Looked up each time: a map that is made once would stay in every script that imports from this file.
const zoneOf = (district: string) =>
  isDistrict(district) ? deliverySettings().areas[district] : null

/** Whether the shop delivers to a district, as staff have set it. */
export const isDelivered = (district: string) => zoneOf(district) !== null

/** The names of the districts to which the shop delivers, in one zone or in all. */
export const listDelivered = (zone?: Zone) =>
  DISTRICTS.filter((one) => (zone ? zoneOf(one) === zone : isDelivered(one)))

/**
 * The working days in which a courier reaches a district; null when it does not go there. Pickup at the shop takes the
 * days of the shop's own town; a courier that was saved before zones could be set may have its days at another zone.
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
 * All depots of a courier, including those in districts to which the shop no longer delivers: a repeated request finds
 * its order by its depot, and pricing refuses a new order to such a depot.
 */
export const everyPlaceOf = ({ depots }: WithDepots): Place[] =>
  Object.entries(depots).flatMap(([district, some]) =>
    some.map(([name, address, town]) => ({ name, address, town, district })),
  )

/** The depots of a courier in districts to which the shop delivers; for pickup the shop itself. */
export const placesOf = (courier: WithDepots): Place[] =>
  everyPlaceOf(courier).filter(({ district }) => courier.id === PICKUP_ID || isDelivered(district))

/** A place as the order stores it and forms send it: a courier may use one name for its depots in several towns. */
export const formatPlace = ({ name, address, town }: Pick<Place, 'name' | 'address' | 'town'>) =>
  `${name}, ${address}, ${town}`

/**
 * Where the customer collects the parcel: the named depot, or for pickup always the shop; null for delivery to the
 * door, undefined for a depot that the courier does not have. A depot is named by its place, or by its name alone when
 * no other depot of the courier has that name.
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

/** Searches all depots of a courier, those in districts to which the shop delivers first. */
export const findAnyPlace = (courier: Courier, depot: string) =>
  findPlace(courier, depot) ?? findPlace(courier, depot, everyPlaceOf(courier))

/** The address of an order that is collected. */
export const addressOfPlace = ({ name, address, town, district }: Place) => ({
  address: `${name}, ${address}`,
  city: town,
  district,
})

/** The cheapest way to the districts of a zone, in kwacha, with the days of the fastest courier at that price. */
export type DeliveryWay = { districts: readonly string[]; price: number; days: DayRange }

/** The couriers that take new orders; collection at the shop only with its place, or every such order is refused. */
export const activeCouriers = () =>
  deliverySettings().couriers.filter(
    (one) => one.isActive && (one.id !== PICKUP_ID || placesOf(one).length > 0),
  )

/** The delivery way for each reachable zone, for an order placed now. */
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
      .sort((a, b) => a.price - b.price || a.days.to.localeCompare(b.days.to))
    return best ? [best] : []
  })
}

/**
 * The district in a request's address, or else the one that its device stores; null when the shop delivers to neither.
 */
export function readChosenDistrict({ url, headers }: Pick<Request, 'url' | 'headers'>) {
  const known = [
    new URL(url).searchParams.get(DISTRICT_FIELD) ?? '',
    readDistrictCookie(headers.get('Cookie') ?? ''),
  ]
  return known.find(isDelivered) ?? null
}

/** A courier as the checkout offers it: its arrival days by zone, and its places for collection. */
export type OfferedCourier = Pick<Courier, 'id' | 'name' | 'price'> & {
  isPickup: boolean
  days: Partial<Record<string, DayRange>>
  places: Place[]
}

/** A courier's days by zone; for pickup only the days that apply to the shop's own district. */
function daysByZone(courier: Courier): Courier['days'] {
  const [shop] = placesOf(courier)
  const days = courier.id === PICKUP_ID && shop && daysTo(courier, shop.district)
  return days ? { town: days } : courier.days
}

/**
 * All couriers with their arrival days for an order placed now that leaves on `shipsFrom` at the earliest, the zone of
 * each district to which the shop delivers, and the shop's own district.
 */
export const offerCouriers = (now: Date, shipsFrom: string | null = null) => ({
  shopDistrict: deliverySettings().areas.shopDistrict as string,
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
