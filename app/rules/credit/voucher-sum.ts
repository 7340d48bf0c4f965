import { isWholeAmount, LARGEST_AMOUNT, SMALLEST_PAYMENT } from '../money.ts'
import type { PolicySettings } from '../settings/groups.ts'
import { settings } from '../settings/settings.ts'

/**
 * The smallest and the largest sum of a voucher that is bought, on the web or at the till, in kwacha; as it is set now.
 */
export function voucherBounds(): { from: number; upTo: number } {
  // A till that got its settings from an older release, and is offline since, knows none.
  const policy: Partial<PolicySettings> = settings()
  const { voucherFrom = SMALLEST_PAYMENT, voucherUpTo = LARGEST_AMOUNT } = policy
  return { from: voucherFrom, upTo: voucherUpTo }
}

/** Whether the shop sells a voucher of this amount. */
export function isVoucherSum(amount: number): boolean {
  const { from, upTo } = voucherBounds()
  return isWholeAmount(amount) && amount >= from && amount <= upTo
}
