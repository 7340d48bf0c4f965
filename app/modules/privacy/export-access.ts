import { and, eq } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import {
  accountEvents,
  auditLog,
  passkeys,
  secondFactors,
  sessions,
  staffInvitations,
  tillPins,
} from '../../db/tables.server.ts'
import { rowsOf } from './rows-of.ts'

/** A person's sessions, account events and ways to sign in. */
export async function exportAccess(db: Db, userId: string) {
  const ids = [userId]
  const [devices, events, [factor], [pin], keys, [invited]] = await Promise.all([
    rowsOf(db, sessions, { of: sessions.userId, ids, by: sessions.createdAt }),
    rowsOf(db, accountEvents, { of: accountEvents.userId, ids, by: accountEvents.id }),
    rowsOf(db, secondFactors, { of: secondFactors.userId, ids, by: secondFactors.createdAt }),
    rowsOf(db, tillPins, { of: tillPins.userId, ids, by: tillPins.setAt }),
    rowsOf(db, passkeys, { of: passkeys.userId, ids, by: passkeys.createdAt }),
    rowsOf(db, staffInvitations, { of: staffInvitations.userId, ids, by: staffInvitations.sentAt }),
  ])
  return {
    devices: devices.map(({ createdAt, updatedAt, expiresAt, ipAddress, userAgent }) => ({
      signed_in_at: createdAt,
      last_used_at: updatedAt,
      ends_at: expiresAt,
      network_address: ipAddress,
      device: userAgent,
    })),
    account_events: events.map(({ createdAt, kind, ip, userAgent, detail }) => ({
      at: createdAt,
      what: kind,
      network_address: ip,
      device: userAgent,
      detail,
    })),
    passkeys: keys.map(({ name, createdAt, usedAt }) => ({
      name,
      added_at: createdAt,
      last_used_at: usedAt,
    })),
    second_step_on_since: factor?.confirmedAt ?? null,
    till_pin_set_at: pin?.setAt ?? null,
    invited_to_the_staff: invited
      ? { role: invited.role, sent_at: invited.sentAt, ends_at: invited.expiresAt }
      : null,
  }
}

/** Changes to the person's account; and their own acts for the shop, without the people that these were about. */
export async function exportChanges(db: Db, userId: string) {
  const aboutThem = and(eq(auditLog.entity, 'person'), eq(auditLog.entityId, userId))
  const acts = await rowsOf(db, auditLog, { of: auditLog.byUser, ids: [userId], by: auditLog.id })
  return {
    changes_about_the_account: await db
      .select({ at: auditLog.createdAt, ...columnsOf(auditLog, 'action', 'before', 'after') })
      .from(auditLog)
      .where(aboutThem)
      .orderBy(auditLog.id),
    acts_for_the_shop: acts.map(({ createdAt, action, entity, ip }) => ({
      at: createdAt,
      action,
      about: entity,
      network_address: ip,
    })),
  }
}
