import { formatAmount, formatKwacha, SMALLEST_PAYMENT } from '../../money.ts'
import { error, type Messages, type Sentences } from '../message.ts'

/** Refusals of scheduled prices. */
export const pricingRefusals = {
  'prices-none': error('No price would change, so nothing was planned.'),
  'prices-many': ({ most }: { most: number }) =>
    error(
      `One change has at most ${formatAmount(most)} products. Please narrow the list, and plan it in parts.`,
    ),
  'prices-differ': error(
    'Prices or products have changed since this was shown. Nothing was planned: please look at the new prices.',
  ),
  'prices-overlap': ({ names }: { names: string }) =>
    error(`Another change holds at that time, so nothing was planned: ${names}.`),
  'price-change-over': error('This change is over or cancelled already. Nothing was changed.'),
} satisfies Messages

/** Their HTTP statuses. */
export const pricingStatuses = {
  'prices-none': 400,
  'prices-many': 400,
  'prices-differ': 409,
  'prices-overlap': 409,
  'price-change-over': 409,
} as const

/** Notices of scheduled prices. */
export const pricingNotices = {
  'prices-planned': ({ count }: { count: number }) => ({
    title: `Planned for ${formatAmount(count)} ${count === 1 ? 'product' : 'products'}`,
  }),
  'price-change-cancelled': { title: 'Change cancelled', description: 'No price was touched.' },
  'price-change-stopped': {
    title: 'Change is being stopped',
    description: 'The earlier prices come back, except where a price was edited meanwhile.',
  },
} satisfies Messages

/** Messages beside the fields of a scheduled price. */
export const priceChangeErrors = {
  'name-missing': 'Please give it a name, such as “Independence Day sale”.',
  'kind-missing': 'Please choose what happens to the prices.',
  'value-bad': 'Please use a whole number, like 12,500.',
  'percent-bad': 'Please use 1 to 99 percent.',
  'price-low': `A price is at least ${formatKwacha(SMALLEST_PAYMENT)}.`,
  'start-past': 'This time has passed. Leave it empty to begin at once.',
  'end-before-start': 'It must end after it begins.',
} satisfies Sentences
