import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { profiles } from '../../db/tables.server.ts'

/** Saves the phone number of a customer's first order as their own; a number that is saved already stays. */
export async function keepPhone(db: Db, userId: string, phone: string): Promise<void> {
  await db
    .update(profiles)
    .set({ phone })
    .where(and(eq(profiles.userId, userId), isNull(profiles.phone)))
}
