import type { CheckoutValues } from '../../../../rules/checkout/checkout.ts'
import { formatPlace, type OfferedCourier } from '../../../../rules/checkout/delivery.ts'

/** What the fields of the checkout say of the delivery. */
export type ChosenDelivery = Pick<CheckoutValues, 'courierId' | 'depot' | 'district'>

/** What is chosen in the form at this moment. */
export function readChosen(form: HTMLFormElement): ChosenDelivery {
  const sent = new FormData(form)
  const text = (name: string) => {
    const value = sent.get(name)
    return typeof value === 'string' ? value : ''
  }
  const courierId = text('courier')
  return { courierId, depot: text(`depot.${courierId}`), district: text('district') }
}

/** The days of what is collected at the shop: it has one entry, wherever the shop lies. */
const firstOf = (days: OfferedCourier['days']) => Object.values(days)[0]

/** Who goes there and when, and where it is collected. */
export function deliveryOf(
  chosen: ChosenDelivery,
  { couriers, zones }: { couriers: readonly OfferedCourier[]; zones: Record<string, string> },
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
  return {
    chosen,
    offered,
    courier,
    /** Where it is collected; nothing for the door. */
    place: courier && placeOf(courier),
    daysOf: (one: OfferedCourier) => {
      if (one.isPickup) return firstOf(one.days)
      const there = zones[placeOf(one)?.district ?? chosen.district]
      return there === undefined ? undefined : one.days[there]
    },
  }
}
