import { asc, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { credits } from '../../db/tables.server.ts'

export type Credit = typeof credits.$inferSelect

/** Locks codes in the order of their ids, so that transactions that need several do not deadlock. */
export const lockCredits = (db: Tx, ids: readonly string[]): Promise<Credit[]> =>
  db
    .select()
    .from(credits)
    .where(inArray(credits.id, [...ids]))
    .orderBy(asc(credits.id))
    .for('update')

/** Locks one code until the transaction ends; undefined when there is none. */
export async function lockCredit(db: Tx, id: string): Promise<Credit | undefined> {
  const [credit] = await lockCredits(db, [id])
  return credit
}
