import { z } from 'zod'
import { errorsByField, optionalMoment, textField } from '../form-fields.ts'
import { priceChangeErrors } from '../messages/pricing/pricing.ts'
import { LARGEST_PRICE, plainAmount } from '../money.ts'
import {
  LONGEST_CHANGE_NAME,
  LOWEST_PRICE,
  PRICE_CHANGE_KINDS,
  type PriceRule,
  type PriceSpan,
} from './price-changes.ts'

export const PRICE_CHANGE_FIELDS = ['name', 'kind', 'value', 'from', 'until'] as const
export type PriceChangeValues = Record<(typeof PRICE_CHANGE_FIELDS)[number], string>
export type PriceChangeErrors = Partial<Record<keyof PriceChangeValues, string>>
export type PriceChangeEdit = PriceRule & PriceSpan & { name: string }

const form = z.object({
  name: textField(LONGEST_CHANGE_NAME).min(1, priceChangeErrors['name-missing']),
  kind: z.enum(PRICE_CHANGE_KINDS, { error: priceChangeErrors['kind-missing'] }),
  value: z
    .string()
    .transform(plainAmount)
    .refine((text) => /^\d+$/.test(text.trim()), { error: priceChangeErrors['value-bad'] })
    .transform(Number),
  from: optionalMoment,
  until: optionalMoment,
})

function explainValue({ kind, value }: PriceRule) {
  if (kind === 'percent' && (value < 1 || value > 99)) return priceChangeErrors['percent-bad']
  if (kind === 'price' && value < LOWEST_PRICE) return priceChangeErrors['price-low']
  return value < 1 || value > LARGEST_PRICE ? priceChangeErrors['value-bad'] : null
}

const MINUTE_MS = 60_000

/** A price change as typed, or a message for each invalid field. Without a start it begins now. */
export function readPriceChange(
  values: PriceChangeValues,
  now: Date,
): { ok: true; edit: PriceChangeEdit } | { ok: false; errors: PriceChangeErrors } {
  const read = form.safeParse(values)
  if (!read.success) return { ok: false, errors: errorsByField(read.error) }
  const { from, until, ...rest } = read.data
  const errors: PriceChangeErrors = {}
  const wrong = explainValue(rest)
  if (wrong) errors.value = wrong
  // A form has no seconds: the current minute counts as not past.
  if (from && from.getTime() < now.getTime() - MINUTE_MS)
    errors.from = priceChangeErrors['start-past']
  const startsAt = from ?? now
  if (until && until <= startsAt) errors.until = priceChangeErrors['end-before-start']
  return Object.keys(errors).length > 0
    ? { ok: false, errors }
    : { ok: true, edit: { ...rest, startsAt, endsAt: until } }
}
