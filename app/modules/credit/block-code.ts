import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { credits } from '../../db/tables.server.ts'
import { findDoubtStep } from '../../rules/credit/credit.ts'
import { type Credit, lockCredit } from './lock-credit.ts'

/** Nothing more is spent of a locked code until a person has looked. */
export async function blockLocked(db: Tx, { id, status }: Pick<Credit, 'id' | 'status'>) {
  const step = findDoubtStep(status)
  if (!step) return
  await db
    .update(credits)
    .set({ status: step.to, version: sql`${credits.version} + 1` })
    .where(eq(credits.id, id))
}

/** The same of the code that a return has made, which bears its id; nothing where it has made none. */
export async function blockCodeOfReturn(db: Tx, returnId: string) {
  const credit = await lockCredit(db, returnId)
  if (credit) await blockLocked(db, credit)
}
