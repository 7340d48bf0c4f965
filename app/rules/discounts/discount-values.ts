import { writeLocalTime } from '../local-time.ts'
import type { Discount } from './discounts.ts'

/** What the form of a code holds, as text. */
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

/** A code as its form shows it; null is a new one. Free shipping has no value to show. */
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
