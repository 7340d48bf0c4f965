import { fieldErrors } from '../messages/general.ts'
import { adjustmentErrors } from '../messages/stock.ts'
import { formatAmount } from '../money.ts'
import type { MovementKind, StockCause } from './stock.ts'

/** What the ledger calls a movement. */
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

/** Why a person corrects the stock; `way` says what the typed units do to it. */
const REASONS = {
  counted: { cause: 'counted', way: 'is', choice: 'Counted: there are this many' },
  damaged: { cause: 'damaged', way: 'less', choice: 'Damaged: take off' },
  lost: { cause: 'lost', way: 'less', choice: 'Lost: take off' },
  found: { cause: 'found', way: 'more', choice: 'Found: add' },
  returned: {
    cause: 'returned-by-customer',
    way: 'more',
    choice: 'Returned by customer: add',
  },
  'other-more': { cause: 'other', way: 'more', choice: 'Other: add' },
  'other-less': { cause: 'other', way: 'less', choice: 'Other: take off' },
} as const
export type AdjustReason = keyof typeof REASONS

/** The reasons as a list to choose from. */
export const REASON_CHOICES = Object.entries(REASONS).map(
  ([value, { choice }]) => [value, choice] as const,
)
const isReason = (text: string): text is AdjustReason => Object.hasOwn(REASONS, text)

/** The most units in one step: more is a slip of the hand or of a scanner. */
export const MOST_UNITS = 99_999
export const LONGEST_NOTE = 200

/** `M, Red`; '' for a product without variants. */
export const variantName = (variant: { size: string | null; color: string | null }) =>
  [variant.size, variant.color].filter(Boolean).join(', ')

/** Whole units as a person or a scanner typed them; null for anything else. */
export function readUnits(text: string): number | null {
  const units = /^\d{1,9}$/.test(text.trim()) ? Number(text) : NaN
  return units <= MOST_UNITS ? units : null
}

/** A correction as it was typed, and the number on hand that stood beside it. */
export type TypedAdjustment = { reason: string; units: string; note: string; seen: string }
export type Adjustment = {
  kind: AdjustReason
  difference: number
  cause: StockCause
  /** In the person's own words. */
  reason: string | null
}
export type AdjustmentErrors = Partial<Record<'reason' | 'units' | 'note', string>>

const UNITS_ERROR = adjustmentErrors['units-bad']({ most: MOST_UNITS })

/**
 * The difference that a correction makes to the number that was seen, so that what was sold since stays
 * sold; or a sentence beside each field that is not right. A count may be 0 and may agree.
 */
export function checkAdjustment(
  typed: TypedAdjustment,
): { ok: true; adjustment: Adjustment } | { ok: false; errors: AdjustmentErrors } {
  const errors: AdjustmentErrors = {}
  const kind = isReason(typed.reason) ? typed.reason : null
  if (!kind) errors.reason = adjustmentErrors['reason-missing']
  const note = typed.note.trim()
  if (note === '' && kind?.startsWith('other')) errors.note = adjustmentErrors['note-missing']
  if (note.length > LONGEST_NOTE) errors.note = fieldErrors['too-long']({ most: LONGEST_NOTE })
  const units = readUnits(typed.units)
  const seen = /^\d{1,9}$/.test(typed.seen) ? Number(typed.seen) : null
  if (units === null || (units === 0 && kind !== 'counted')) errors.units = UNITS_ERROR
  else if (kind === 'counted' && seen === null) errors.units = adjustmentErrors['number-not-seen']
  if (!kind || units === null || Object.keys(errors).length > 0) return { ok: false, errors }
  const { way, cause } = REASONS[kind]
  const difference = way === 'is' ? units - (seen ?? 0) : way === 'more' ? units : -units
  return {
    ok: true,
    adjustment: { kind, difference, cause, reason: note || null },
  }
}

/** What would stand in stock after a correction; null while it is not typed well. */
export function previewAdjustment(typed: TypedAdjustment): number | null {
  const checked = checkAdjustment({ ...typed, note: typed.note || 'later' })
  return checked.ok ? Number(typed.seen) + checked.adjustment.difference : null
}

/** How many of a variant stood in stock before and after. */
export type StockChange = { name: string; before: number; after: number }

const SAID = 4

/** What was done, for the words about it: `Chitenje Wrap Dress (M, Red): 15 on hand.`. */
export function describeChanges(product: string, changes: readonly StockChange[]) {
  const [only] = changes
  if (changes.length === 1 && only)
    return only.name === PLAIN
      ? `${product}: ${formatAmount(only.after)} on hand.`
      : `${product} (${only.name}): ${formatAmount(only.after)} on hand.`
  const said = changes.slice(0, SAID).map(({ name, after }) => `${name}: ${formatAmount(after)}`)
  const more = changes.length - said.length
  return `${product}, on hand now: ${said.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
}

/** What the number of a product without variants is called. */
export const PLAIN = 'On hand'

/** A form about stock that was not taken: what was typed, what is wrong with it, who was quicker. */
export type StockResult = {
  intent: 'receive' | 'adjust'
  typed: Record<string, string>
  errors: Record<string, string>
  conflict: {
    version: number
    by: string | null
    onHand: number
    fields: { label: string; mine: string; theirs: string }[]
  } | null
}
