import { asc, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { credits } from '../../db/tables.server.ts'

export type Credit = typeof credits.$inferSelect

/** Locks codes in the order of their ids, so that no two acts that need several wait for each other. */
export const lockCredits = (db: Tx, ids: readonly string[]): Promise<Credit[]> =>
  db
    .select()
    .from(credits)
    .where(inArray(credits.id, [...ids]))
    .orderBy(asc(credits.id))
    .for('update')

/** Locks one code: what is read of it stands until the transaction ends. Undefined for none. */
export async function lockCredit(db: Tx, id: string): Promise<Credit | undefined> {
  const [credit] = await lockCredits(db, [id])
  return credit
}
