import type { Conflict } from '../conflict.ts'
import { fieldErrors } from '../messages/general.ts'
import { adjustmentErrors } from '../messages/stock/stock.ts'
import type { StockCause } from './stock.ts'

/** Why a person corrects the stock; `way` says what the typed units do to it. */
const REASONS = {
  counted: { cause: 'counted', way: 'is' },
  damaged: { cause: 'damaged', way: 'less' },
  lost: { cause: 'lost', way: 'less' },
  found: { cause: 'found', way: 'more' },
  returned: {
    cause: 'returned-by-customer',
    way: 'more',
  },
  'other-more': { cause: 'other', way: 'more' },
  'other-less': { cause: 'other', way: 'less' },
} as const
export type AdjustReason = keyof typeof REASONS

const isReason = (text: string): text is AdjustReason => Object.hasOwn(REASONS, text)

/** The most units in one step: more would be a mistake of a person or of a scanner. */
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

/** A correction as typed, and the stock level that was shown beside it. */
export type TypedAdjustment = { reason: string; units: string; note: string; seen: string }
export type Adjustment = {
  kind: AdjustReason
  difference: number
  cause: StockCause
  /** A person's own words. */
  reason: string | null
}
export type AdjustmentErrors = Partial<Record<'reason' | 'units' | 'note', string>>

const UNITS_ERROR = adjustmentErrors['units-bad']({ most: MOST_UNITS })

/**
 * The change that a correction makes to the stock level that was shown, so that later sales stay counted; or a message
 * for each invalid field. A count may be 0, and may equal the shown level.
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

/** The stock level after a correction; null while the typed correction is not valid. */
export function previewAdjustment(typed: TypedAdjustment): number | null {
  const checked = checkAdjustment({ ...typed, note: typed.note || 'later' })
  return checked.ok ? Number(typed.seen) + checked.adjustment.difference : null
}

/** The stock level of a variant before and after a change. */
export type StockChange = {
  name: string
  before: number
  after: number
  /** The received units that went to customers who had pre-ordered. */
  given?: number
}

/** A refused form about stock: the typed values, their faults, and the conflict when somebody else was faster. */
export type StockResult = {
  intent: 'receive' | 'adjust' | 'preorders'
  values: Record<string, string>
  errors: Record<string, string>
  conflict?: Conflict
}
