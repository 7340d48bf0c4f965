import { z } from 'zod'
import { errorsByField, optionalMoment, switchField } from '../form-fields.ts'
import { readLocalTime } from '../local-time.ts'
import { discountErrors } from '../messages/discounts/discounts.ts'
import { fieldErrors } from '../messages/general.ts'
import { LARGEST_AMOUNT } from '../money.ts'
import { type DiscountErrors, type DiscountValues, LONGEST_CODE } from './discount-values.ts'
import { DISCOUNT_TYPES, normalizeCode } from './discounts.ts'

/** The value that free shipping has in the table: no form shows it, but the table requires one above 0. */
const NO_VALUE = 1

const TOO_MUCH = fieldErrors['too-much']({ most: LARGEST_AMOUNT })

/** A number as typed; 0 for a blank and for any other text. */
const amountOf = (text: string) => {
  const amount = Number(text)
  return Number.isFinite(amount) ? amount : 0
}

function explainValue(type: string, value: number) {
  if (value <= 0) return discountErrors['value-missing']
  if (type === 'percentage' && value > 100) return discountErrors['value-above-100']
  if (!Number.isInteger(value))
    return discountErrors[type === 'percentage' ? 'whole-percent' : 'whole-kwacha']
  return value > LARGEST_AMOUNT ? TOO_MUCH : null
}

/** 0 or less is no limit (docs/product.md, Discounts). */
const limit = (notWhole: string) =>
  z.string().transform((text, context) => {
    // `5,000` is not a number here, and must not turn into "no limit".
    if (!Number.isFinite(Number(text))) context.addIssue(notWhole)
    const value = amountOf(text)
    if (value <= 0) return null
    if (!Number.isInteger(value)) context.addIssue(notWhole)
    else if (value > LARGEST_AMOUNT) context.addIssue(TOO_MUCH)
    return value
  })

const form = z.object({
  code: z
    .string()
    .transform(normalizeCode)
    .refine((code) => code !== '', { error: discountErrors['code-missing'], abort: true })
    .refine((code) => code.length <= LONGEST_CODE, {
      error: fieldErrors['too-long']({ most: LONGEST_CODE }),
    })
    .refine((code) => /^[^\s\p{C}]*$/u.test(code), {
      error: discountErrors['code-spaces'],
    }),
  type: z.enum(DISCOUNT_TYPES, { error: discountErrors['type-missing'] }),
  minimumAmount: limit(discountErrors['whole-kwacha']),
  maximumUses: limit(discountErrors['whole-number']),
  startsAt: optionalMoment,
  expiresAt: optionalMoment,
  isActive: switchField,
})

export type DiscountEdit = z.output<typeof form> & { value: number }

/** A code as typed, or a message for each invalid field (docs/product.md, Discounts). */
export function readDiscount(
  values: DiscountValues,
): { ok: true; edit: DiscountEdit } | { ok: false; errors: DiscountErrors } {
  const read = form.safeParse(values)
  const errors: DiscountErrors = errorsByField(read.error)

  const { type } = values
  const value = type === 'free_shipping' ? NO_VALUE : amountOf(values.value)
  const wrong = explainValue(type, value)
  if (wrong) errors.value = wrong
  const starts = readLocalTime(values.startsAt.trim())
  const expires = readLocalTime(values.expiresAt.trim())
  if (starts && expires && expires <= starts) errors.expiresAt = discountErrors['end-before-start']

  if (!read.success || Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, edit: { ...read.data, value } }
}
