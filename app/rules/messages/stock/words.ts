import { formatAmount } from '../../money.ts'
import type { CountState } from '../../stock/counts.ts'
import type { MovementKind } from '../../stock/stock.ts'
import type { AdjustReason, StockChange } from '../../stock/stock-changes.ts'

/** The kinds of movements in the ledger. */
export const KIND_WORDS: Record<MovementKind, string> = {
  opening: 'Opening stock',
  reservation: 'Held for payment',
  release: 'Hold released',
  sale: 'Sold online',
  pos_sale: 'Sold at the till',
  return: 'Returned',
  received: 'Received',
  adjustment: 'Adjusted',
}

/** The states of a stock-take. */
export const COUNT_WORDS: Record<CountState, string> = {
  open: 'Open',
  booked: 'Booked',
  cancelled: 'Cancelled',
}

/** The reasons for a stock correction, as choices of a form. */
const ADJUST_REASONS: Record<AdjustReason, string> = {
  counted: 'Counted: there are this many',
  damaged: 'Damaged: take off',
  lost: 'Lost: take off',
  found: 'Found: add',
  returned: 'Returned by customer: add',
  'other-more': 'Other: add',
  'other-less': 'Other: take off',
}
export const REASON_CHOICES = Object.entries(ADJUST_REASONS)

/** The label of the quantity of a product without variants. */
export const PLAIN = 'On hand'

const MOST_NAMED = 4

/** The result of a stock change, in words: `Chitenje Wrap Dress (M, Red): 15 on hand.`. */
export function describeChanges(product: string, changes: readonly StockChange[]) {
  const given = changes.reduce((sum, one) => sum + (one.given ?? 0), 0)
  const waited = given > 0 ? ` ${formatAmount(given)} went to customers who had pre-ordered.` : ''
  return describeLevels(product, changes) + waited
}

function describeLevels(product: string, changes: readonly StockChange[]) {
  const [only] = changes
  if (changes.length === 1 && only)
    return only.name === PLAIN
      ? `${product}: ${formatAmount(only.after)} on hand.`
      : `${product} (${only.name}): ${formatAmount(only.after)} on hand.`
  const named = changes
    .slice(0, MOST_NAMED)
    .map(({ name, after }) => `${name}: ${formatAmount(after)}`)
  const more = changes.length - named.length
  return `${product}, on hand now: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
}
