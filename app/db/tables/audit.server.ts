import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from '../../rules/audit/audit.ts'
import { createdAt, growingId, idOf, searchIndex } from '../columns.server.ts'
import { users } from './accounts/accounts.server.ts'

/** Who changed what, from what to what, when, from where; written with the change itself. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: growingId(),
    byUser: idOf(() => users.id, 'set null'),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    entity: text({ enum: AUDIT_ENTITIES }).notNull(),
    entityId: text().notNull(),
    /** What people call it (order number, product name, code), kept when it is gone itself. */
    label: text().notNull().default(''),
    before: jsonb(),
    after: jsonb(),
    ip: text(),
    /** What the form calls the press that did it: sent again after a lost answer, it is known. */
    request: text(),
    createdAt: createdAt(),
  },
  (t) => [
    check('audit_log_request', sql`length(${t.request}) between 1 and 80`),
    index('audit_log_of_request').on(t.byUser, t.request).where(sql`${t.request} is not null`),
    // One press is one act.
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
