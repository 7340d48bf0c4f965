import type { RefundStatus, RefundWay } from './refunds.ts'

/**
 * staff: whoever runs the shop. second-person: one of them who did not request the refund, and whose own order it is
 * not. provider: its answer about a payout.
 */
export const REFUND_ACTORS = ['staff', 'second-person', 'provider'] as const
export type RefundActor = (typeof REFUND_ACTORS)[number]

/** The stamp that a step sets. */
type Stamp = 'approvedAt' | 'endedAt'

type Row = {
  by: RefundActor
  from: readonly RefundStatus[]
  to: RefundStatus
  stamp: Stamp | null
  /** The ways of refunding that have this step; all ways when absent. */
  ways?: readonly RefundWay[]
  /** The refund is complete: the customer is emailed, the order's history has it, and the shop's debt is settled. */
  isGiven?: boolean
}

/** Every step of a refund (docs/product.md, Refunds). Any other step is refused. */
const ROWS: readonly Row[] = [
  { by: 'second-person', from: ['awaiting'], to: 'requested', stamp: 'approvedAt' },
  { by: 'staff', from: ['awaiting', 'requested'], to: 'cancelled', stamp: 'endedAt' },
  {
    by: 'staff',
    from: ['requested'],
    to: 'done',
    stamp: 'endedAt',
    ways: ['bank', 'dashboard', 'cash', 'credit'],
    isGiven: true,
  },
  // Also a second payout, after the provider reported that the first one failed.
  { by: 'staff', from: ['requested', 'failed'], to: 'sent', stamp: null, ways: ['wallet'] },
  { by: 'staff', from: ['failed'], to: 'cancelled', stamp: 'endedAt', ways: ['wallet'] },
  // A person has checked: the provider does not know the payout.
  { by: 'staff', from: ['sent'], to: 'failed', stamp: 'endedAt', ways: ['wallet'] },
  { by: 'provider', from: ['sent'], to: 'failed', stamp: 'endedAt', ways: ['wallet'] },
  // A payout that had failed arrived after all.
  {
    by: 'provider',
    from: ['sent', 'failed', 'cancelled'],
    to: 'done',
    stamp: 'endedAt',
    ways: ['wallet'],
    isGiven: true,
  },
]

export type RefundTransition = Omit<Row, 'from' | 'ways'>

/** The step of this actor with a refund; null when there is none. */
export function findRefundTransition(
  by: RefundActor,
  refund: { status: RefundStatus; way: RefundWay },
  to: RefundStatus,
): RefundTransition | null {
  const row = ROWS.find(
    (row) =>
      row.by === by &&
      row.to === to &&
      row.from.includes(refund.status) &&
      (row.ways === undefined || row.ways.includes(refund.way)),
  )
  if (!row) return null
  const { from: _, ways: __, ...step } = row
  return step
}
