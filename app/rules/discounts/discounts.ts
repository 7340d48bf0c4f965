import { percentOf } from '../money.ts'

export const DISCOUNT_TYPES = ['percentage', 'fixed', 'free_shipping'] as const
export type DiscountType = (typeof DISCOUNT_TYPES)[number]

export type Discount = {
  code: string
  type: DiscountType
  value: number
  isActive: boolean
  startsAt: Date | null
  expiresAt: Date | null
  minimumAmount: number | null
  maximumUses: number | null
  usedCount: number
}

export type DiscountRefusal =
  | { ok: false; reason: 'discount-invalid' | 'discount-expired' | 'discount-not-started' }
  | { ok: false; reason: 'discount-minimum'; minimum: number }
  | { ok: false; reason: 'discount-used-up' }

/** Codes are compared upper-cased (docs/product.md, Checking a code). */
export const normalizeCode = (text: string) => text.trim().toUpperCase()

/** Whether a code may be used on a cart total (kwacha), checked in the order of docs/product.md, Checking a code. */
export function checkDiscount<D extends Discount>(
  discount: D | undefined,
  cartSubtotal: number,
  now: Date,
): { ok: true; discount: D } | DiscountRefusal {
  if (!discount?.isActive) return { ok: false, reason: 'discount-invalid' }
  if (discount.expiresAt && discount.expiresAt <= now)
    return { ok: false, reason: 'discount-expired' }
  if (discount.startsAt && discount.startsAt > now)
    return { ok: false, reason: 'discount-not-started' }
  const minimum = discount.minimumAmount ?? 0
  if (cartSubtotal < minimum) return { ok: false, reason: 'discount-minimum', minimum }
  if (discount.maximumUses !== null && discount.usedCount >= discount.maximumUses)
    return { ok: false, reason: 'discount-used-up' }
  return { ok: true, discount }
}

/**
 * The discount in kwacha: percentage of the total, fixed up to the total, free_shipping 0 (docs/product.md, Checking a
 * code).
 */
export function discountAmount(discount: Pick<Discount, 'type' | 'value'>, cartSubtotal: number) {
  if (discount.type === 'percentage') return percentOf(cartSubtotal, discount.value)
  if (discount.type === 'fixed') return Math.min(discount.value, cartSubtotal)
  return 0
}

export const DISCOUNT_FLAGS = ['Active', 'Inactive', 'Expired', 'Not Started'] as const
export type DiscountFlag = (typeof DISCOUNT_FLAGS)[number]

/**
 * The badges of a code (docs/product.md, Checking a code): its switch, and whether its time is over or has not started.
 */
export function discountFlags(
  { isActive, startsAt, expiresAt }: Pick<Discount, 'isActive' | 'startsAt' | 'expiresAt'>,
  now: Date,
): DiscountFlag[] {
  return [
    isActive ? 'Active' : 'Inactive',
    ...(expiresAt && expiresAt <= now ? (['Expired'] as const) : []),
    ...(startsAt && startsAt > now ? (['Not Started'] as const) : []),
  ]
}
