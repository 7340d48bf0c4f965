import type { CheckoutValues } from '../../../../rules/checkout/checkout.ts'
import { formatPlace, type OfferedCourier } from '../../../../rules/checkout/delivery.ts'

/** The delivery fields of the checkout. */
export type ChosenDelivery = Pick<CheckoutValues, 'courierId' | 'depot' | 'district'>

/** Reads what is chosen in the form now. */
export function readChosen(form: HTMLFormElement): ChosenDelivery {
  const sent = new FormData(form)
  const text = (name: string) => {
    const value = sent.get(name)
    return typeof value === 'string' ? value : ''
  }
  const courierId = text('courier')
  return { courierId, depot: text(`depot.${courierId}`), district: text('district') }
}

/** The days until an order can be collected at the shop: there is one entry, wherever the shop is. */
const firstOf = (days: OfferedCourier['days']) => Object.values(days)[0]

/** The couriers of the shop, the zone of each district that it delivers to, and its own district. */
export type OfferedDelivery = {
  couriers: readonly OfferedCourier[]
  zones: Record<string, string>
  shopDistrict: string
}

/**
 * The couriers that deliver there and in how many days, and where a parcel is collected. Until a district is chosen the
 * days are those to the shop's own, as on the products' pages.
 */
export function deliveryOf(
  chosen: ChosenDelivery,
  { couriers, zones, shopDistrict }: OfferedDelivery,
) {
  const zone = zones[chosen.district]
  const offered = couriers.filter(({ days, isPickup }) =>
    isPickup ? firstOf(days) : zone === undefined || days[zone] !== undefined,
  )
  const courier = offered.find(({ id }) => id === chosen.courierId) ?? null
  const placeOf = ({ id, isPickup, places }: OfferedCourier) =>
    isPickup
      ? places[0]
      : places.find((place) => id === chosen.courierId && formatPlace(place) === chosen.depot)
  const daysTo = chosen.district || shopDistrict
  return {
    chosen,
    offered,
    daysTo,
    courier,
    /** Where the parcel is collected; undefined when it is delivered to the door. */
    place: courier && placeOf(courier),
    daysOf: (one: OfferedCourier) => {
      if (one.isPickup) return firstOf(one.days)
      const there = zones[placeOf(one)?.district ?? daysTo]
      return there === undefined ? undefined : one.days[there]
    },
  }
}
