import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { profiles, users } from '../../db/tables.server.ts'
import { LONGEST_NAME } from '../../rules/accounts/customers.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { readPhone } from '../../rules/phone.ts'

export type OwnDetails = { name: string; phone: string | null }

/** What a person is called, and the number under which the shop reaches them; null when they have left none. */
export async function readDetails(db: Db, userId: string): Promise<OwnDetails | null> {
  const [own] = await db
    .select({ name: users.name, phone: profiles.phone })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.userId, userId))
  return own ?? null
}

type SaveResult = { ok: true } | Refusal<'full-name-missing' | 'full-name-long' | 'own-phone-bad'>

/**
 * Keeps what somebody says of themselves: a name of up to 200 characters, and a number as all are stored (docs/product.md,
 * Accounts) or none. Refuses an empty name and what is no number. Orders keep the name and number that they were placed with.
 */
export async function saveDetails(
  db: Db,
  userId: string,
  typed: { name: string; phone: string },
): Promise<SaveResult> {
  const name = typed.name.trim().replaceAll(/\s+/g, ' ')
  if (name === '') return { ok: false, reason: 'full-name-missing' }
  if (name.length > LONGEST_NAME) return { ok: false, reason: 'full-name-long', most: LONGEST_NAME }
  const phone = readPhone(typed.phone)
  if (typed.phone.trim() !== '' && !phone) return { ok: false, reason: 'own-phone-bad' }
  await db.transaction(async (db) => {
    await db.update(profiles).set({ fullName: name, phone }).where(eq(profiles.userId, userId))
    await db.update(users).set({ name, updatedAt: new Date() }).where(eq(users.id, userId))
  })
  return { ok: true }
}
