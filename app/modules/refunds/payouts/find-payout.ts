import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { payouts } from '../../../db/tables.server.ts'

export type Payout = typeof payouts.$inferSelect

/** A payout by the id under which the provider was asked for it; undefined when there is none. */
export async function findPayout(db: Db | Tx, chargeId: string): Promise<Payout | undefined> {
  const [payout] = await db.select().from(payouts).where(eq(payouts.chargeId, chargeId))
  return payout
}
