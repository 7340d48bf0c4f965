import { formatAmount } from '../../money.ts'
import type { StockCause } from '../../stock/stock.ts'
import type { StockChange } from '../../stock/stock-changes.ts'
import { error, type Messages, type Sentences } from '../message.ts'
import { formatDay } from './preorders.ts'
import { describeChanges } from './words.ts'

/** Refusals of stock. */
export const stockRefusals = {
  'count-over': error('This stock-take is booked or cancelled already. Nothing was changed.'),
  'count-below-zero': ({ product, available }: { product: string; available: number }) =>
    error(
      `Only ${formatAmount(available)} of ${product} are left by now, fewer than the count takes off. Count it again; nothing was booked.`,
    ),
  'count-again': ({ product }: { product: string }) =>
    error(`${product} was corrected by another count since. Count it again; nothing was booked.`),
  'stock-changing-failed': error('Failed to change the stock'),
  'stock-below-zero': ({ available }: { available: number }) =>
    error(
      `Only ${formatAmount(available)} are on the shelf, so no more can be taken off. Nothing was changed.`,
    ),
  'out-of-stock': ({
    product = 'A product',
    available,
  }: {
    product?: string
    available: number
  }) => ({
    title: available === 0 ? 'Sold out' : 'Not enough in stock',
    description:
      available === 0
        ? `${product} has just sold out. Please remove it from your cart.`
        : `Only ${formatAmount(available)} of ${product} are left. Please change the quantity in your cart.`,
  }),
  'preorder-below-owed': ({ variant, owed }: { variant: string; owed: number }) =>
    error(
      `${formatAmount(owed)} of ${variant || 'it'} are owed already, so the number cannot be smaller. Leave both fields empty to offer no more.`,
    ),
  'preorder-changed': ({
    product = 'A product',
    from,
  }: {
    product?: string
    from: string | null
  }) => ({
    title: !from ? 'No pre-order any more' : 'A pre-order now',
    description: !from
      ? `${product} is in stock by now, so nothing has to wait for it. Nothing is paid. Please look at your order again, and press Pay if that suits you.`
      : `${product} is not in stock now. You can pre-order it: it ships from ${formatDay(from)}, and the whole order with it. Nothing is paid. Please look at your order again, and press Pay if that suits you.`,
  }),
} satisfies Messages

/** Their HTTP statuses. */
export const stockStatuses = {
  'count-over': 409,
  'count-again': 409,
  'count-below-zero': 409,
  'stock-changing-failed': 500,
  'stock-below-zero': 409,
  'out-of-stock': 409,
  'preorder-changed': 409,
  'preorder-below-owed': 409,
} as const

/** Messages beside the fields of a form that allows pre-orders. */
export const preorderErrors = {
  'limit-bad': 'How many? A whole number from 1 to 999, or nothing in both fields.',
  'day-bad': 'From which day does it ship?',
  'day-over': 'That day is over. Choose one that lies ahead.',
} satisfies Sentences

/** Notices of stock. */
export const stockNotices = {
  'count-noted': ({ product, units }: { product: string; units: number }) => ({
    title: `${product}: ${formatAmount(units)} noted`,
  }),
  'count-booked': ({ changed }: { changed: number }) => ({
    title: 'Stock-take booked',
    description:
      changed === 0
        ? 'All was as it should be.'
        : `${formatAmount(changed)} ${changed === 1 ? 'size' : 'sizes'} corrected.`,
  }),
  'count-cancelled': { title: 'Stock-take cancelled' },
  'stock-changed': ({
    product,
    changes,
  }: {
    product: string
    changes: readonly StockChange[]
  }) => ({ title: 'Stock updated', description: describeChanges(product, changes) }),
  'preorders-allowed': ({ product }: { product: string }) => ({
    title: 'Pre-orders saved',
    description: `Shoppers see it at ${product} now.`,
  }),
} satisfies Messages

const CAUSES: Record<StockCause, string> = {
  'not-paid-in-time': 'Not paid in time',
  'payment-failed': 'Payment was cancelled or failed',
  'cancelled-by-shop': 'Cancelled by the shop',
  'cancelled-by-customer': 'Cancelled by the customer',
  'not-paid': 'Not paid',
  'taken-back': 'Taken back',
  'product-edited': 'Edited on the product page',
  counted: 'Counted',
  damaged: 'Damaged',
  lost: 'Lost',
  found: 'Found',
  'returned-by-customer': 'Returned by customer',
  other: 'Other',
}

/** Why a quantity changed, with a person's own words; null when only the kind of movement explains it. */
export const formatStockReason = (line: { cause: StockCause | null; reason: string | null }) =>
  [line.cause && CAUSES[line.cause], line.reason].filter(Boolean).join(': ') || null

/** Messages beside the fields of a stock correction. */
export const adjustmentErrors = {
  'reason-missing': 'Please choose a reason.',
  'note-missing': 'Please say why.',
  'units-bad': ({ most }: { most: number }) =>
    `Please enter a whole number from 1 to ${formatAmount(most)}.`,
  'number-not-seen': 'Please reload the page and count.',
  'no-number': 'Please enter a whole number.',
  'nothing-received': 'Please enter how many came in.',
} satisfies Sentences

/** Messages beside the sizes of a stock-take. */
export const countErrors = {
  'units-bad': 'Please enter whole numbers of units. Nothing was noted yet.',
  'nothing-counted': 'Please enter how many were counted, 0 for none.',
} satisfies Sentences
