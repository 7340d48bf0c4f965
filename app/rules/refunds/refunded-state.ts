/** How much of what was sold has been given back. */
export const REFUNDED_STATES = ['refunded', 'partially-refunded'] as const
export type RefundedState = (typeof REFUNDED_STATES)[number]

/** `refundedOfTotal`: without what had been paid above the total. */
export function refundedStateOf({
  totalAmount,
  coveredAmount,
  refundedOfTotal,
}: {
  totalAmount: number
  coveredAmount: number
  refundedOfTotal: number
}): RefundedState | null {
  if (refundedOfTotal <= 0) return null
  return refundedOfTotal >= totalAmount + coveredAmount ? 'refunded' : 'partially-refunded'
}
