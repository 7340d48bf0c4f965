import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from '../../rules/audit/audit.ts'
import { createdAt, growingId, idOf, searchIndex } from '../columns.server.ts'
import { users } from './accounts/accounts.server.ts'

/** Who changed what, with both states, time and origin; written in the same transaction as the change. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: growingId(),
    byUser: idOf(() => users.id, 'set null'),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    entity: text({ enum: AUDIT_ENTITIES }).notNull(),
    entityId: text().notNull(),
    /** The name of the changed record (order number, product name, code), kept after the record is deleted. */
    label: text().notNull().default(''),
    before: jsonb(),
    after: jsonb(),
    ip: text(),
    /** The form's key of the request: a repeated request after a lost answer is recognized by it. */
    request: text(),
    createdAt: createdAt(),
  },
  (t) => [
    check('audit_log_request', sql`length(${t.request}) between 1 and 80`),
    index('audit_log_of_request').on(t.byUser, t.request).where(sql`${t.request} is not null`),
    // One request creates one record.
    uniqueIndex('audit_log_created_once')
      .on(t.byUser, t.request, t.entity)
      .where(sql`${t.request} is not null and ${t.action} = 'created'`),
    index('audit_log_of_entity').on(t.entity, t.entityId, t.id),
    index('audit_log_by_entity').on(t.entity, t.id),
    index('audit_log_by_user').on(t.byUser, t.id),
    index('audit_log_by_action').on(t.action, t.id),
    index('audit_log_by_day').on(t.createdAt),
    searchIndex('audit_log_label_search', t.label),
  ],
)
