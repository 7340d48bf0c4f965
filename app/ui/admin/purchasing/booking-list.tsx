import { Tag } from 'lucide-react'
import { formatDateTime } from '../../../rules/dates.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import type { DeliveryBooking } from '../../../rules/purchasing/deliveries.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { ConfirmForm } from '../form/confirm-form.tsx'

/**
 * What was booked into stock, when and by whom; labels can be printed for each booking, and it can be reversed while
 * all its units are in stock.
 */
export const BookingList = ({ bookings }: { bookings: readonly DeliveryBooking[] }) => (
  <ul>
    {bookings.map(({ id, at, by, units, cost, reversedAt }) => (
      <li
        key={id}
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-2 first:border-t-0"
      >
        <p className="min-w-0">
          <strong>
            {formatAmount(units)} {units === 1 ? 'unit' : 'units'}
          </strong>
          {cost === null ? null : ` for ${formatKwacha(cost)}`}
          <span className="block text-sm text-quiet wrap-anywhere">
            {[formatDateTime(new Date(at)), by].filter(Boolean).join(', ')}
          </span>
          {reversedAt ? (
            <span className="block text-sm font-semibold">
              Taken back {formatDateTime(new Date(reversedAt))}
            </span>
          ) : null}
        </p>
        {reversedAt ? null : (
          <span className="on-screen flex flex-wrap gap-2">
            <ButtonLink to={`/admin/labels?booking=${id}`}>
              <Tag aria-hidden size={18} /> Labels
            </ButtonLink>
            <ConfirmForm
              fields={{ intent: `reverse:${id}` }}
              title={`Take back ${formatAmount(units)} ${units === 1 ? 'unit' : 'units'}?`}
              text="These units leave the stock again. Correct the delivery, and book it once more."
              act="Take back"
            >
              Take back
            </ConfirmForm>
          </span>
        )}
      </li>
    ))}
  </ul>
)
