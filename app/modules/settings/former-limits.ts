import { and, desc, eq, gt } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { auditLog } from '../../db/tables.server.ts'
import { type VoucherBounds, voucherBounds } from '../../rules/credit/voucher-sum.ts'
import type { PolicySettings, SettingGroup } from '../../rules/settings/groups.ts'
import { limitSettings } from '../../rules/settings/settings.ts'
import type { TillLimits } from '../../rules/till/till-sale.ts'

const DAY_MS = 86_400_000
/** How long a till may be out of touch and work by the limits that it last received. */
const LEARNT_WITHIN = DAY_MS
/** Limits of longer ago never count, even when a clock was set back. */
const LONGEST_AGO = 30 * DAY_MS
const MOST_CHANGES = 100

type Done = { at: Date; openedAt?: Date | undefined }

/**
 * What each change of this group replaced that a till could still know when it did something at this time: what was
 * valid within a day before, or since. Nothing in a shift happened before the shift's opening as first received: a
 * clock that is set back later brings back no former settings.
 */
async function readFormer<V>(
  db: Db | Tx,
  group: SettingGroup,
  { at, openedAt = at }: Done,
  now: Date,
): Promise<Partial<V>[]> {
  const done = Math.max(at.getTime(), openedAt.getTime())
  const since = new Date(Math.max(done - LEARNT_WITHIN, now.getTime() - LONGEST_AGO))
  // The audit log has the settings from before each change.
  const changes = await db
    .select({ before: auditLog.before })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, 'settings'),
        eq(auditLog.label, group),
        gt(auditLog.createdAt, since),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(MOST_CHANGES)
  return changes.map(({ before }) => (before ?? {}) as Partial<V>)
}

/**
 * The widest cashier limits that a till could know when it did something at this time. A cashier is not at fault for
 * what an offline till allowed under them.
 */
export async function widestLimits(db: Db | Tx, done: Done, now: Date): Promise<TillLimits> {
  const former = await readFormer<TillLimits>(db, 'limits', done, now)
  const widest = (field: keyof TillLimits) =>
    Math.max(limitSettings()[field], ...former.map((before) => before[field] ?? 0))
  return {
    cashierDiscountPercent: widest('cashierDiscountPercent'),
    refundAlone: widest('refundAlone'),
  }
}

/** The widest bounds of a voucher's sum that a till could know when it sold one at this time. */
export async function widestVoucherBounds(
  db: Db | Tx,
  done: Done,
  now: Date,
): Promise<VoucherBounds> {
  const former = await readFormer<PolicySettings>(db, 'policy', done, now)
  const { from, upTo } = voucherBounds()
  return {
    from: Math.min(from, ...former.map(({ voucherFrom }) => voucherFrom ?? from)),
    upTo: Math.max(upTo, ...former.map(({ voucherUpTo }) => voucherUpTo ?? upTo)),
  }
}
