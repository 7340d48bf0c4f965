/** How much of an order was refunded. */
export const REFUNDED_STATES = ['refunded', 'partially-refunded'] as const
export type RefundedState = (typeof REFUNDED_STATES)[number]

/**
 * Whether an order is refunded in full or in part; null when nothing was. `refundedOfTotal`: without what had been paid
 * above the total. `came`: everything paid for the order, which limits the refund. It is less than the total when too
 * little was paid, or when a code got its part back.
 */
export function refundedStateOf({
  totalAmount,
  coveredAmount,
  came,
  refundedOfTotal,
}: {
  totalAmount: number
  coveredAmount: number
  came: number
  refundedOfTotal: number
}): RefundedState | null {
  if (refundedOfTotal <= 0) return null
  const most = Math.min(totalAmount + coveredAmount, came)
  return refundedOfTotal >= most ? 'refunded' : 'partially-refunded'
}
