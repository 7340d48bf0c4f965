import { sql } from 'drizzle-orm'
import type { Tx } from '../db/open.server.ts'

/** Held while a backup is made; not 7201805, which whoever writes a product with new words takes (db/migrations). */
export const BACKUP_LOCK = 7_201_806

/**
 * Whether a file may be removed: true when no backup is under way, and none begins before this transaction ends.
 * A backup copies the files of the moment that it copies the tables of, and takes longer than a moment.
 */
export async function keepsBackupOut(db: Tx): Promise<boolean> {
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as free`,
  )
  return rows[0]?.free ?? false
}
