import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { credits } from '../../db/tables.server.ts'
import { findDoubtStep } from '../../rules/credit/credit.ts'
import { type Credit, lockCredit } from './lock-credit.ts'

/** Blocks a locked code, so that nothing is spent of it until a person has looked. */
export async function blockLocked(db: Tx, { id, status }: Pick<Credit, 'id' | 'status'>) {
  const step = findDoubtStep(status)
  if (!step) return
  await db
    .update(credits)
    .set({ status: step.to, version: sql`${credits.version} + 1` })
    .where(eq(credits.id, id))
}

/** Blocks the code that a return issued, which has the return's id; does nothing when it issued none. */
export async function blockCodeOfReturn(db: Tx, returnId: string) {
  const credit = await lockCredit(db, returnId)
  if (credit) await blockLocked(db, credit)
}
