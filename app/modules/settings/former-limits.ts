import { and, desc, eq, gt } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { auditLog } from '../../db/tables.server.ts'
import { limitSettings } from '../../rules/settings/settings.ts'
import type { TillLimits } from '../../rules/till/till-sale.ts'

const DAY_MS = 86_400_000
/** How long a till may be out of touch and go by what it was told last. */
const LEARNT_WITHIN = DAY_MS
/** A clock that was set back opens the limits of no other year. */
const LONGEST_AGO = 30 * DAY_MS
const MOST_CHANGES = 100

/**
 * The widest limits of a cashier that a till could know of when it did something at this time: those that held within a
 * day before, or since. What it did under them, without a network, is no fault of who stood there. Nothing of a shift
 * was done before that was opened, as it was received first: a clock that is set back later opens no former limits.
 */
export async function widestLimits(
  db: Db | Tx,
  { at, openedAt = at }: { at: Date; openedAt?: Date | undefined },
  now: Date,
): Promise<TillLimits> {
  const done = Math.max(at.getTime(), openedAt.getTime())
  const since = new Date(Math.max(done - LEARNT_WITHIN, now.getTime() - LONGEST_AGO))
  // The log has what stood there before each change.
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
