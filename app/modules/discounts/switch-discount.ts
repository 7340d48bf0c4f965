import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { discounts } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { discountFacts } from './save-discount.ts'

/** Lets customers use a code, or stops them; an open form of it is told of the change. */
export const switchDiscount = (
  db: Db,
  actor: Actor,
  id: string,
  isActive: boolean,
): Promise<{ ok: true } | Refusal<'not-found'>> =>
  transact(db, async (db) => {
    const [before] = await db.select().from(discounts).where(eq(discounts.id, id)).for('update')
    if (!before) return { ok: false, reason: 'not-found' }
    if (before.isActive === isActive) return { ok: true }
    await db
      .update(discounts)
      .set({ isActive, version: sql`${discounts.version} + 1` })
      .where(eq(discounts.id, id))
    await recordAudit(db, actor, {
      action: 'status changed',
      entity: 'discount',
      entityId: id,
      label: before.code,
      before: { isActive: before.isActive },
      after: { isActive },
    })
    return { ok: true }
  })

/**
 * Deletes a code, if it still is as the list showed it (`version`). Orders that used it keep its name and
 * what it took off.
 */
export const deleteDiscount = (
  db: Db,
  actor: Actor,
  { id, version }: { id: string; version: number },
): Promise<{ ok: true } | Refusal<'not-found' | 'edited-meanwhile'>> =>
  transact(db, async (db) => {
    const [before] = await db.select().from(discounts).where(eq(discounts.id, id)).for('update')
    if (!before)
      return (await listDone(db, actor, 'discount', id)).length > 0
        ? { ok: true }
        : { ok: false, reason: 'not-found' }
    if (before.version !== version) return { ok: false, reason: 'edited-meanwhile' }
    await db.delete(discounts).where(eq(discounts.id, id))
    await recordAudit(db, actor, {
      action: 'deleted',
      entity: 'discount',
      entityId: id,
      label: before.code,
      before: { ...discountFacts(before), usedCount: before.usedCount },
    })
    return { ok: true }
  })
