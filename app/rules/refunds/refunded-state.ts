/** How much of what was sold has been given back. */
export const REFUNDED_STATES = ['refunded', 'partially-refunded'] as const
export type RefundedState = (typeof REFUNDED_STATES)[number]

/**
 * `refundedOfTotal`: without what had been paid above the total. `came`: what came for the order at all, which is less
 * where too little was paid or a code has its part again: no more than that can go back.
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
