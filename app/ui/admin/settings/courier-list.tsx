import { everyPlaceOf, formatPlace } from '../../../rules/checkout/delivery.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { isPickupId, type ShopCourier } from '../../../rules/settings/delivery-groups.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { Badge } from '../badge.tsx'
import { groupPath } from './settings-groups.tsx'

const LIST = groupPath('couriers')

/** The place of pickup, to which orders and emails send customers; how many depots another courier has. */
const placesText = (courier: ShopCourier) => {
  const places = everyPlaceOf(courier)
  if (isPickupId(courier.id))
    return places[0] ? formatPlace(places[0]) : 'not offered: its place is missing'
  const count = places.length
  return count === 0 ? 'to the door only' : count === 1 ? '1 depot' : `${count} depots`
}

/** The couriers of the shop, each linking to its form. */
export const CourierList = ({
  couriers,
  mayChange,
}: {
  couriers: readonly ShopCourier[]
  mayChange: boolean
}) => (
  <div className="max-w-3xl">
    <ul className="divide-y divide-line rounded-card border border-line bg-sheet">
      {couriers.map((courier) => (
        <li key={courier.id} className="flex flex-wrap items-center gap-x-4 px-4 py-2">
          <Link
            to={`${LIST}&edit=${courier.id}`}
            className="inline-flex min-h-11 min-w-0 items-center font-semibold wrap-anywhere text-lake hover:underline"
          >
            {courier.name}
          </Link>
          <Badge tone={courier.isActive ? 'good' : 'plain'}>
            {courier.isActive ? 'On' : 'Off'}
          </Badge>
          <span className="text-quiet tabular-nums max-sm:w-full max-sm:pb-2 sm:ml-auto">
            {formatKwacha(courier.price)}, {placesText(courier)}
          </span>
        </li>
      ))}
    </ul>
    {mayChange ? (
      <ButtonLink to={`${LIST}&new`} tone="lake" className="mt-4">
        Add Courier
      </ButtonLink>
    ) : null}
  </div>
)
