import { sql } from 'drizzle-orm'
import type { Tx } from '../db/open.server.ts'

/** Held while a backup is made. Not 7201805: saving a product with new words takes that lock (db/migrations). */
export const BACKUP_LOCK = 7_201_806

/**
 * Whether a file may be removed: true when no backup runs, and none begins before this transaction ends. A backup
 * takes a while, and needs all files that its copy of the tables names.
 */
export async function keepsBackupOut(db: Tx): Promise<boolean> {
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as free`,
  )
  return rows[0]?.free ?? false
}
