import { writeLocalTime } from '../local-time.ts'
import type { Discount } from './discounts.ts'

/** The fields of a discount code's form, as text. */
export type DiscountValues = Record<
  | 'code'
  | 'type'
  | 'value'
  | 'minimumAmount'
  | 'maximumUses'
  | 'startsAt'
  | 'expiresAt'
  | 'isActive',
  string
>
export type DiscountErrors = Partial<Record<keyof DiscountValues, string>>

/** The longest code that a customer can type at the checkout. */
export const LONGEST_CODE = 50

/** A code's form values; null makes those of a new one. Free shipping shows no value. */
export const discountValues = (discount: Omit<Discount, 'usedCount'> | null): DiscountValues => ({
  code: discount?.code ?? '',
  type: discount?.type ?? 'percentage',
  value: discount && discount.type !== 'free_shipping' ? String(discount.value) : '',
  minimumAmount: String(discount?.minimumAmount ?? ''),
  maximumUses: String(discount?.maximumUses ?? ''),
  startsAt: writeLocalTime(discount?.startsAt ?? null),
  expiresAt: writeLocalTime(discount?.expiresAt ?? null),
  isActive: String(discount?.isActive ?? true),
})
