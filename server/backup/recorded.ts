import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { isOfFuture } from '../../app/db/older-than.server.ts'
import { type Db, openDatabase } from '../../app/db/open.server.ts'
import { backups } from '../../app/db/tables.server.ts'

export type RecordedBackup = typeof backups.$inferInsert

/** Records the outcome of a backup; a database of an older release has no table for it. */
export async function recordBackup(databaseUrl: string, backup: RecordedBackup) {
  const { db, close } = openDatabase(databaseUrl, { max: 1 })
  try {
    const { rows } = await db.execute<{ known: boolean }>(
      sql`select to_regclass('public.backups') is not null as known`,
    )
    if (rows[0]?.known) await db.insert(backups).values(backup)
  } finally {
    await close()
  }
}

/** The scheduled backups in a place that are not deleted. */
export const listScheduled = (db: Db, place: string) =>
  db
    .select({ id: backups.id, name: backups.name, startedAt: backups.startedAt })
    .from(backups)
    .where(
      and(
        eq(backups.place, place),
        backups.isScheduled,
        isNull(backups.failure),
        isNull(backups.removedAt),
      ),
    )
    .orderBy(desc(backups.startedAt))

export const recordRemoval = (db: Db, id: number) =>
  db.update(backups).set({ removedAt: sql`now()` }).where(eq(backups.id, id))

/** Whether a scheduled backup was made in the last `hours`, of any outcome or a good one. */
export async function wasMadeWithin(db: Db, hours: number, outcome: 'any' | 'good') {
  const { rows } = await db.execute<{ made: boolean }>(sql`
    select exists (select from ${backups} where ${backups.isScheduled} and ${backups.startedAt} > now() - make_interval(hours => ${hours}::int)
      and not ${isOfFuture(backups.startedAt)}
      and (${outcome === 'any'} or ${backups.failure} is null)) as made`)
  return rows[0]?.made ?? false
}
