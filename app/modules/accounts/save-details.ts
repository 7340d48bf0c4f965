import { eq, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { posSales, profiles, shifts, users } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { LONGEST_NAME } from '../../rules/accounts/longest.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { readPhone } from '../../rules/phone.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { personInLog } from './change-role.ts'
import { lockPerson } from './lock-person.ts'

export type OwnDetails = { name: string; phone: string | null }

/** A person's name, phone number (or null), and whether they get emails that ask for reviews. */
export async function readDetails(
  db: Db,
  userId: string,
): Promise<(OwnDetails & { takesReviewEmails: boolean }) | null> {
  const [own] = await db
    .select({
      name: users.name,
      phone: profiles.phone,
      takesReviewEmails: sql<boolean>`${profiles.reviewEmailsOffAt} is null`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.userId, userId))
  return own ?? null
}

type SaveResult =
  | { ok: true }
  | Refusal<
      | 'full-name-missing'
      | 'full-name-long'
      | 'full-name-fixed'
      | 'own-phone-bad'
      | 'person-not-found'
    >

/**
 * Saves a person's own details: a name of up to 200 characters, and a phone number in the stored form (docs/product.md,
 * Accounts) or none. Refuses an empty name, an invalid number, and a new name for a person who has worked at a till,
 * because receipts and the log have the name and an erasure finds it there. Orders keep the name and number that they
 * were placed with. A staff member's new number is logged: by it their own orders and sales are known, which nobody
 * refunds alone.
 */
export async function saveDetails(
  db: Db,
  actor: Actor,
  typed: { name: string; phone: string },
): Promise<SaveResult> {
  const { userId } = actor
  const name = typed.name.trim().replaceAll(/\s+/g, ' ')
  if (name === '') return { ok: false, reason: 'full-name-missing' }
  if (name.length > LONGEST_NAME) return { ok: false, reason: 'full-name-long', most: LONGEST_NAME }
  const phone = readPhone(typed.phone)
  if (typed.phone.trim() !== '' && !phone) return { ok: false, reason: 'own-phone-bad' }
  return transact(db, async (db): Promise<SaveResult> => {
    // Before the profile, in the same order as an erasure, which must not come in between.
    await lockPerson(db, userId)
    const [own] = await db
      .select({
        ...columnsOf(users, 'name', 'email'),
        ...columnsOf(profiles, 'phone', 'role'),
        hasSold: sql<boolean>`${profiles.role} <> 'customer'
          or exists (select from ${shifts} where ${shifts.openedBy} = ${users.id})
          or exists (select from ${posSales} where ${posSales.cashierId} = ${users.id})`,
      })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(eq(profiles.userId, userId))
    if (!own) return { ok: false, reason: 'person-not-found' }
    if (own.hasSold && own.name !== name) return { ok: false, reason: 'full-name-fixed' }
    await db.update(profiles).set({ fullName: name, phone }).where(eq(profiles.userId, userId))
    await db.update(users).set({ name, updatedAt: sql`now()` }).where(eq(users.id, userId))
    if (own.role !== 'customer')
      await recordAudit(db, actor, {
        ...personInLog({ userId, email: own.email }),
        action: 'edited',
        before: { phone: own.phone },
        after: { phone },
      })
    return { ok: true }
  })
}
