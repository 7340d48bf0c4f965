import { formatAmount } from '../../money.ts'
import { error, type Messages, type Sentences } from '../message.ts'

/** Refusals of deliveries and suppliers. */
export const purchasingRefusals = {
  'delivery-done': error('This delivery is booked or closed already. Nothing was changed.'),
  'delivery-edited': error(
    'Somebody else changed this delivery meanwhile. Nothing was booked: please look at it again.',
  ),
  'delivery-empty': error('No units are entered, so nothing was booked.'),
  'delivery-full': ({ most }: { most: number }) =>
    error(`A delivery has at most ${formatAmount(most)} sizes. Please begin another one.`),
  'delivery-gone': ({ product }: { product: string }) =>
    error(`${product} is no longer sold in this size. Please set it to nothing.`),
  'delivery-sold': ({ product, available }: { product: string; available: number }) =>
    error(
      `Only ${formatAmount(available)} of ${product} are left, so the booking cannot be taken back. Correct the stock of what is wrong instead.`,
    ),
  'booking-reversed': error('This booking was taken back already.'),
  'supplier-taken': error('There is a supplier of this name.'),
  'supplier-used': error('This supplier has deliveries. Switch it off instead.'),
} satisfies Messages

/** Their HTTP statuses. */
export const purchasingStatuses = {
  'delivery-done': 409,
  'delivery-edited': 409,
  'delivery-empty': 400,
  'delivery-full': 400,
  'delivery-gone': 409,
  'delivery-sold': 409,
  'booking-reversed': 409,
  'supplier-taken': 409,
  'supplier-used': 409,
} as const

/** Notices of deliveries and suppliers. */
export const purchasingNotices = {
  'delivery-saved': { title: 'Delivery saved' },
  'delivery-saved-but': ({ count }: { count: number }) => ({
    title: 'Saved, but for some fields',
    description: `Somebody else had changed ${formatAmount(count)} of them. Theirs stand: please look again.`,
  }),
  'delivery-expected': { title: 'Delivery is expected' },
  'delivery-booked': ({ units, given }: { units: number; given: number }) => ({
    title: `${formatAmount(units)} ${units === 1 ? 'unit' : 'units'} booked into stock`,
    description:
      given > 0
        ? `${formatAmount(given)} of them went to customers who had pre-ordered.`
        : 'Labels for them are ready to print.',
  }),
  'delivery-closed': { title: 'Delivery closed' },
  'delivery-discarded': { title: 'Draft discarded' },
  'booking-taken-back': { title: 'Booking taken back' },
  'supplier-saved': { title: 'Supplier saved' },
  'supplier-deleted': { title: 'Supplier deleted' },
} satisfies Messages

/** Messages beside the fields of a delivery or a supplier. */
export const deliveryErrors = {
  'units-bad': 'Please enter whole numbers of units.',
  'cost-bad': 'Please use a whole number of kwacha for a cost, like 12,500.',
  'day-bad': 'Please choose a day.',
  'name-missing': 'Please give the supplier a name.',
} satisfies Sentences
