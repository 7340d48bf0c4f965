import { z } from 'zod'
import { readLocalTime } from '../local-time.ts'
import { formatAmount, LARGEST_AMOUNT } from '../money.ts'
import { type DiscountErrors, type DiscountValues, LONGEST_CODE } from './discount-values.ts'
import { DISCOUNT_TYPES, normalizeCode } from './discounts.ts'

/** What the table keeps for free shipping, whose value is never asked or shown: it wants one above 0. */
const NO_VALUE = 1

/** A number as it was typed; 0 for nothing and for what is none. */
const amountOf = (text: string) => {
  const amount = Number(text.trim())
  return Number.isFinite(amount) ? amount : 0
}

function explainValue(type: string, value: number) {
  if (value <= 0) return 'Discount value must be greater than 0'
  if (type === 'percentage' && value > 100) return 'Percentage discount cannot exceed 100%'
  if (!Number.isInteger(value))
    return `Please use whole ${type === 'percentage' ? 'percent' : 'kwacha'}.`
  return value > LARGEST_AMOUNT ? `Please use at most ${formatAmount(LARGEST_AMOUNT)}.` : null
}

/** 0 or less is no limit (docs/product.md, Discounts). */
const limit = (unit: string) =>
  z.string().transform((text, context) => {
    // `5,000` must not mean that there is no limit.
    if (!Number.isFinite(Number(text.trim()))) context.addIssue(`Please use ${unit}.`)
    const value = amountOf(text)
    if (value <= 0) return null
    if (!Number.isInteger(value)) context.addIssue(`Please use ${unit}.`)
    else if (value > LARGEST_AMOUNT)
      context.addIssue(`Please use at most ${formatAmount(LARGEST_AMOUNT)}.`)
    return value
  })

const moment = z.string().transform((text, context) => {
  const at = readLocalTime(text.trim())
  if (text.trim() !== '' && !at) context.addIssue('Please choose a day and a time.')
  return at
})

const form = z.object({
  code: z
    .string()
    .transform(normalizeCode)
    .refine((code) => code !== '', { error: 'Discount code is required', abort: true })
    .refine((code) => code.length <= LONGEST_CODE, {
      error: `Please use at most ${LONGEST_CODE} characters.`,
    })
    .refine((code) => /^[^\s\p{C}]*$/u.test(code), {
      error: 'Please use no spaces: customers type the code by hand.',
    }),
  type: z.enum(DISCOUNT_TYPES, { error: 'Please choose a type.' }),
  minimumAmount: limit('whole kwacha'),
  maximumUses: limit('a whole number'),
  startsAt: moment,
  expiresAt: moment,
  isActive: z.string().transform((value) => value === 'true'),
})

export type DiscountEdit = z.output<typeof form> & { value: number }

/** A code as it was typed, or a sentence beside each field that is not right (docs/product.md, Discounts). */
export function readDiscount(
  values: DiscountValues,
): { ok: true; edit: DiscountEdit } | { ok: false; errors: DiscountErrors } {
  const read = form.safeParse(values)
  const errors: DiscountErrors = {}
  for (const { path, message } of read.error?.issues ?? [])
    errors[path[0] as keyof DiscountValues] ??= message

  const { type } = values
  const value = type === 'free_shipping' ? NO_VALUE : amountOf(values.value)
  const wrong = explainValue(type, value)
  if (wrong) errors.value = wrong
  const starts = readLocalTime(values.startsAt)
  const expires = readLocalTime(values.expiresAt)
  if (starts && expires && expires <= starts) errors.expiresAt = 'It must expire after it starts.'

  if (!read.success || Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, edit: { ...read.data, value } }
}
