import { and, desc, eq, gt } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { auditLog } from '../../db/tables.server.ts'
import { limitSettings } from '../../rules/settings/settings.ts'
import type { TillLimits } from '../../rules/till/till-sale.ts'

const DAY_MS = 86_400_000
/** How long a till may be out of touch and work by the limits that it last received. */
const LEARNT_WITHIN = DAY_MS
/** Limits of longer ago never count, even when a clock was set back. */
const LONGEST_AGO = 30 * DAY_MS
const MOST_CHANGES = 100

/**
 * The widest cashier limits that a till could know when it did something at this time: those that were valid within a
 * day before, or since. A cashier is not at fault for what an offline till allowed under them. Nothing in a shift
 * happened before the shift's opening as first received: a clock that is set back later brings back no former limits.
 */
export async function widestLimits(
  db: Db | Tx,
  { at, openedAt = at }: { at: Date; openedAt?: Date | undefined },
  now: Date,
): Promise<TillLimits> {
  const done = Math.max(at.getTime(), openedAt.getTime())
  const since = new Date(Math.max(done - LEARNT_WITHIN, now.getTime() - LONGEST_AGO))
  // The audit log has the limits from before each change.
  const changes = await db
    .select({ before: auditLog.before })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, 'settings'),
        eq(auditLog.label, 'limits'),
        gt(auditLog.createdAt, since),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(MOST_CHANGES)
  const held = changes.map(({ before }) => before as Partial<TillLimits> | null)
  const widest = (field: keyof TillLimits) =>
    Math.max(limitSettings()[field], ...held.map((before) => before?.[field] ?? 0))
  return {
    cashierDiscountPercent: widest('cashierDiscountPercent'),
    refundAlone: widest('refundAlone'),
  }
}
