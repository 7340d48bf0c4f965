import { and, eq, exists, gt, isNull, lt, not, sql } from 'drizzle-orm'
import { isOlderThan } from '../../db/older-than.server.ts'
import {
  orders,
  profiles,
  sessions,
  staffInvitations,
  users,
  verifications,
} from '../../db/tables.server.ts'
import { deleteDoneJobs } from '../../platform/jobs.server.ts'
import { deleteOldCounts } from '../../platform/rate-limiter.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'
import { deleteOldAccountEvents } from './account-log.ts'
import { deleteOldInvitations } from './staff/list-invitations.ts'

/**
 * Deletes what has expired: sessions, links, counts of rate limits and done jobs older than a day, account events after
 * some months, unconfirmed accounts. By the database's clock: a server clock that is ahead for an hour must not sign
 * everybody out.
 */
export async function tidyUp({ db }: Pick<Shop, 'db'>): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
  await db.delete(verifications).where(lt(verifications.expiresAt, sql`now()`))
  await deleteOldCounts(db)
  await deleteOldAccountEvents(db)
  await deleteDoneJobs(db)
  await deleteOldInvitations(db)
  await deleteUnconfirmed(db)
}

/**
 * Deletes accounts whose address was not confirmed within a week, because the address may belong to another person.
 * Keeps an account while a link that confirms it works, when the person was invited to the staff or imported by the
 * shop, and when they have ordered.
 */
const deleteUnconfirmed = (db: Shop['db']) =>
  db.delete(users).where(
    and(
      eq(users.emailVerified, false),
      isOlderThan(users.createdAt, RETENTION.unconfirmedAccounts),
      exists(
        db
          .select({ id: profiles.id })
          .from(profiles)
          .where(
            and(
              eq(profiles.userId, users.id),
              eq(profiles.role, 'customer'),
              isNull(profiles.importedAt),
            ),
          ),
      ),
      not(
        exists(
          db
            .select({ id: verifications.id })
            .from(verifications)
            .where(
              and(
                sql`${verifications.value} in (${users.id}::text, 'confirm-email ' || ${users.id})`,
                gt(verifications.expiresAt, sql`now()`),
              ),
            ),
        ),
      ),
      not(
        exists(
          db
            .select({ id: staffInvitations.userId })
            .from(staffInvitations)
            .where(eq(staffInvitations.userId, users.id)),
        ),
      ),
      not(exists(db.select({ id: orders.id }).from(orders).where(eq(orders.userId, users.id)))),
    ),
  )
