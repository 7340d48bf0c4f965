import type { Tx } from '../../../db/open.server.ts'
import type { TillReviewReason } from '../../../rules/till/till-events.ts'
import { refundNeedsApproval } from '../../../rules/till/till-sale.ts'
import { widestLimits } from '../../settings/former-limits.ts'
import type { Approved } from '../devices/approve.ts'
import type { Origin } from '../events/event-origin.ts'
import { askSecond } from './own-return.ts'

type RefundToApprove = {
  /** Kwacha: what was refunded of this receipt before, what is refunded now, and how much of that in money. */
  refunded: number
  amount: number
  inMoney: number
  at: Date
  openedAt: Date | undefined
  approved: Approved | null
  now: Date
}

/**
 * Checks the approval of a refund that its cashier may not give alone, for its sum or because the sale is their own.
 * `by`: who approved; null when nobody had to or nobody did. `doubt`: why a person is to look at it. `isSeenLater`: it
 * is reviewed only because who runs the shop made the sale themselves; a code that it goes on can be spent before.
 */
export async function checkRefundApproval(
  db: Tx,
  origin: Origin,
  sale: Parameters<typeof askSecond>[2],
  { refunded, amount, inMoney, at, openedAt, approved, now }: RefundToApprove,
): Promise<{ by: string | null; doubt: TillReviewReason | null; isSeenLater: boolean }> {
  const { role, userId } = origin
  const givenBack = refunded + amount
  const isAbove =
    refundNeedsApproval(role, givenBack) &&
    refundNeedsApproval(role, givenBack, await widestLimits(db, { at, openedAt }, now))
  const second = await askSecond(db, origin, sale, { refunded, amount, inMoney })
  const needsOther = second !== 'nobody'
  const byOther = approved?.by === userId ? null : approved
  const isSeenLater = second === 'looks' && !isAbove
  if (!isAbove && !needsOther) return { by: null, doubt: null, isSeenLater }
  const by = (isAbove ? approved : byOther)?.by ?? null
  if ((isAbove && !approved) || (needsOther && !byOther))
    return { by, doubt: 'refund-unapproved', isSeenLater }
  return { by, doubt: approved?.isLive ? null : 'approved-offline', isSeenLater }
}
