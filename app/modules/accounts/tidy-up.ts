import { lt, sql } from 'drizzle-orm'
import { sessions, verifications } from '../../db/tables.server.ts'
import { deleteOldCounts } from '../../platform/rate-limiter.server.ts'
import type { Shop } from '../../platform/shop.server.ts'

/**
 * Deletes what has run out: sessions, links, counted attempts older than a day. By the database's clock: a
 * machine's own that is set ahead for an hour must not sign everybody out.
 */
export async function tidyUp({ db }: Pick<Shop, 'db'>): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
  await db.delete(verifications).where(lt(verifications.expiresAt, sql`now()`))
  await deleteOldCounts(db)
}
