import { isWholeAmount, LARGEST_AMOUNT, SMALLEST_PAYMENT } from '../money.ts'
import type { PolicySettings } from '../settings/groups.ts'
import { settings } from '../settings/settings.ts'

/** In kwacha. */
export type VoucherBounds = { from: number; upTo: number }

/** The smallest and the largest sum of a voucher sold on the web or at the till, in kwacha, by the current settings. */
export function voucherBounds(): VoucherBounds {
  // A till that has been offline since an older release has settings without these bounds.
  const policy: Partial<PolicySettings> = settings()
  const { voucherFrom = SMALLEST_PAYMENT, voucherUpTo = LARGEST_AMOUNT } = policy
  return { from: voucherFrom, upTo: voucherUpTo }
}

/** Whether the shop sells a voucher of this amount, by the current settings or by other bounds. */
export function isVoucherSum(amount: number, { from, upTo } = voucherBounds()): boolean {
  return isWholeAmount(amount) && amount >= from && amount <= upTo
}
