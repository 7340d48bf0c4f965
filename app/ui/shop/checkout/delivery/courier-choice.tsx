import { formatPlace, type OfferedCourier } from '../../../../rules/checkout/delivery.ts'
import type { DayRange } from '../../../../rules/checkout/delivery-days.ts'
import type { Quote } from '../../../../rules/checkout/quote.ts'
import { formatDays } from '../../../../rules/messages/checkout/delivery.ts'
import { formatKwacha } from '../../../../rules/money.ts'
import { settings } from '../../../../rules/settings/settings.ts'
import { SelectField } from '../../../kit/field.tsx'
import { Section } from '../section.tsx'
import type { ChosenDelivery } from './chosen-delivery.ts'

/**
 * The couriers with their days, and where a parcel is collected. Each shows the order's total with it, so that
 * customers without scripts see what they pay before they press Pay.
 */
export function CourierChoice({
  couriers,
  chosen,
  daysTo,
  daysOf,
  quoteWith,
}: {
  couriers: readonly OfferedCourier[]
  chosen: ChosenDelivery
  daysTo: string
  daysOf: (courier: OfferedCourier) => DayRange | undefined
  quoteWith: (courier: OfferedCourier) => Quote
}) {
  return (
    <Section title="Courier service" id="courier">
      <fieldset className="min-w-0">
        <legend className="sr-only">Courier service</legend>
        <p className="-mt-1 mb-2 text-sm text-quiet md:-mt-2 md:mb-3">
          Days to {daysTo}
          {chosen.district ? '.' : ' until you choose yours.'}
        </p>
        <div className="grid grid-cols-1 gap-x-2 sm:grid-cols-2">
          {couriers.map((courier) => (
            <CourierCard
              key={courier.id}
              courier={courier}
              chosen={chosen}
              days={daysOf(courier)}
              quote={quoteWith(courier)}
            />
          ))}
        </div>
      </fieldset>
    </Section>
  )
}

function CourierCard({
  courier,
  chosen,
  days,
  quote,
}: {
  courier: OfferedCourier
  chosen: ChosenDelivery
  days: DayRange | undefined
  quote: Quote
}) {
  const { id, name, price, places, isPickup } = courier
  const isFree = quote.isFreeDelivery || price === 0
  const [shop] = isPickup ? places : []
  return (
    // Two that stand beside each other are as high, whatever is chosen below one of them.
    <div className="group sm:row-span-2 sm:grid sm:grid-rows-subgrid">
      <label className="mb-1.5 flex min-h-14 flex-wrap content-center items-center gap-x-3 rounded-card border border-edge bg-sheet px-4 py-1.5 hover:bg-sand has-checked:border-lake has-checked:bg-lake-wash has-checked:outline-2 has-checked:-outline-offset-2 has-checked:outline-lake has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-lake">
        <input
          type="radio"
          name="courier"
          value={id}
          required
          defaultChecked={id === chosen.courierId}
          className="size-5 shrink-0 accent-lake"
        />
        <span className="min-w-0 grow basis-24 leading-tight font-semibold">{name}</span>
        <span className="ml-auto font-semibold whitespace-nowrap tabular-nums">
          {isFree ? 'Free' : formatKwacha(price)}
        </span>
        <span className="flex basis-full flex-wrap gap-x-3 pl-8 text-sm text-quiet">
          {days ? (
            <span>
              {isPickup ? 'Ready ' : ''}
              {formatDays(days)}{' '}
            </span>
          ) : null}
          {quote.isFreeDelivery ? null : <span>Total {formatKwacha(quote.total)}</span>}
        </span>
        {shop ? (
          <span className="basis-full pl-8 text-sm text-quiet">
            {shop.address}, {shop.town}. Open {settings().openingHours}.
          </span>
        ) : null}
      </label>
      <input type="hidden" name={`seen_total.${id}`} value={quote.total} />
      {isPickup || places.length === 0 ? null : (
        <SelectField
          label={`${name} brings it`}
          name={`depot.${id}`}
          defaultValue={id === chosen.courierId ? chosen.depot : ''}
          className="mb-2 hidden text-sm group-has-[input:checked]:block"
        >
          <option value="">to the door</option>
          {nearestFirst(places, chosen.district).map((place) => (
            <option key={`${place.district}, ${formatPlace(place)}`} value={formatPlace(place)}>
              to {formatPlace(place)}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}

const nearestFirst = (places: OfferedCourier['places'], district: string) => [
  ...places.filter((place) => place.district === district),
  ...places.filter((place) => place.district !== district),
]
