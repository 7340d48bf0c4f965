import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { banners } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { rowInLog } from '../audit/versioned.ts'
import { BANNER } from './save-banner.ts'

/**
 * Moves a banner one place up or down. The existing positions are assigned again in the new order; only where two
 * banners shared a position do later ones move on.
 */
export const moveBanner = (
  db: Db,
  actor: Actor,
  id: string,
  way: 'up' | 'down',
): Promise<{ ok: true } | Refusal<'not-found'>> =>
  transact(db, async (db) => {
    // Locks all banners in id order, so that two people who sort at once take turns.
    const row = await db.select().from(banners).orderBy(asc(banners.id)).for('update')
    // A press moves a banner once, however often it is sent.
    if ((await listDone(db, actor, 'banner')).length > 0) return { ok: true }
    row.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
    const from = row.findIndex((banner) => banner.id === id)
    if (from < 0) return { ok: false, reason: 'not-found' }
    const to = from + (way === 'up' ? -1 : 1)
    const moved = [...row]
    const [one] = moved.splice(from, 1)
    if (!one || to < 0 || to >= row.length) return { ok: true }
    moved.splice(to, 0, one)

    let last = -1
    for (const [index, banner] of moved.entries()) {
      const position = Math.max(row[index]?.position ?? 0, last + 1)
      last = position
      if (position === banner.position) continue
      await db
        .update(banners)
        .set({ position, version: sql`${banners.version} + 1` })
        .where(eq(banners.id, banner.id))
      await recordAudit(db, actor, {
        action: 'reordered',
        ...rowInLog(BANNER, banner),
        before: { position: banner.position },
        after: { position },
      })
    }
    return { ok: true }
  })
