import type { DiscountValues } from '../../discounts/discount-values.ts'
import type { Discount, DiscountType } from '../../discounts/discounts.ts'
import { formatKwacha } from '../../money.ts'

/** Labels of the fields, on the form and in the notice to a second editor. */
export const DISCOUNT_LABELS: Record<keyof DiscountValues, string> = {
  code: 'Code',
  type: 'Type',
  value: 'Value',
  minimumAmount: 'Minimum amount',
  maximumUses: 'Maximum uses',
  startsAt: 'Starts',
  expiresAt: 'Expires',
  isActive: 'Active',
}

export const DISCOUNT_TYPE_WORDS: Record<DiscountType, string> = {
  percentage: 'Percentage',
  fixed: 'Fixed Amount',
  free_shipping: 'Free Shipping',
}

/** The discount of a code, as staff read it: `10%`, `MK 5,000`. */
export function discountValueText({ type, value }: Pick<Discount, 'type' | 'value'>) {
  if (type === 'percentage') return `${value}%`
  return type === 'fixed' ? formatKwacha(value) : 'Free delivery'
}
