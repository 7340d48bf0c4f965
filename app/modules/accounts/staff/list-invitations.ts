import { desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { isOlderThan } from '../../../db/older-than.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { profiles, staffInvitations, users } from '../../../db/tables.server.ts'
import { RETENTION } from '../../../rules/privacy/retention.ts'

const inviters = alias(users, 'inviters')
const MOST_SHOWN = 100

/** Invitations that were neither accepted nor withdrawn, newest first; at most 100. */
export const listInvitations = (db: Db) =>
  db
    .select({
      id: staffInvitations.userId,
      email: users.email,
      invitedBy: inviters.name,
      ...columnsOf(staffInvitations, 'role', 'sentAt', 'expiresAt'),
      /** The link has expired, or its sender may not invite any more. */
      isDead: sql<boolean>`${staffInvitations.expiresAt} <= now() or ${profiles.role} <> 'super_admin'`,
    })
    .from(staffInvitations)
    .innerJoin(users, eq(users.id, staffInvitations.userId))
    .innerJoin(inviters, eq(inviters.id, staffInvitations.invitedBy))
    .innerJoin(profiles, eq(profiles.userId, staffInvitations.invitedBy))
    .orderBy(desc(staffInvitations.sentAt), desc(staffInvitations.userId))
    .limit(MOST_SHOWN)
export type ListedInvitation = Awaited<ReturnType<typeof listInvitations>>[number]

/** Deletes invitations whose link expired long ago. */
export const deleteOldInvitations = (db: Db) =>
  db.delete(staffInvitations).where(isOlderThan(staffInvitations.expiresAt, RETENTION.invitations))
