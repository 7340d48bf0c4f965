import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { banners } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { bannerFacts } from './save-banner.ts'

/** Shows a banner or takes it down; an open form of it is told of the change. */
export const switchBanner = (
  db: Db,
  actor: Actor,
  id: string,
  isActive: boolean,
): Promise<{ ok: true } | Refusal<'not-found'>> =>
  transact(db, async (db) => {
    const [before] = await db.select().from(banners).where(eq(banners.id, id)).for('update')
    if (!before) return { ok: false, reason: 'not-found' }
    if (before.isActive === isActive) return { ok: true }
    await db
      .update(banners)
      .set({ isActive, version: sql`${banners.version} + 1` })
      .where(eq(banners.id, id))
    await recordAudit(db, actor, {
      action: 'status changed',
      entity: 'banner',
      entityId: id,
      label: before.title,
      before: { isActive: before.isActive },
      after: { isActive },
    })
    return { ok: true }
  })

/** Deletes a banner, if it still is as the list showed it (`version`). */
export const deleteBanner = (
  db: Db,
  actor: Actor,
  { id, version }: { id: string; version: number },
): Promise<{ ok: true } | Refusal<'not-found' | 'edited-meanwhile'>> =>
  transact(db, async (db) => {
    const [before] = await db.select().from(banners).where(eq(banners.id, id)).for('update')
    if (!before)
      return (await listDone(db, actor, 'banner', id)).length > 0
        ? { ok: true }
        : { ok: false, reason: 'not-found' }
    if (before.version !== version) return { ok: false, reason: 'edited-meanwhile' }
    await db.delete(banners).where(eq(banners.id, id))
    await recordAudit(db, actor, {
      action: 'deleted',
      entity: 'banner',
      entityId: id,
      label: before.title,
      before: bannerFacts(before),
    })
    return { ok: true }
  })
