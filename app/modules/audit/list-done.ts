import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { auditLog } from '../../db/tables.server.ts'
import type { AuditEntity } from '../../rules/audit/audit.ts'
import type { Actor, Signed } from './record-audit.ts'

/**
 * What this same press of a form has done before, oldest first: its answer was lost, and the browser sent it again. The
 * rows commit or roll back with the change that they record. Within a transaction, two requests of the same press take
 * turns here.
 */
export async function listDone(
  db: Db | Tx,
  { userId, request }: Signed,
  entity: AuditEntity,
  entityId?: string,
) {
  if (!request) return []
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`${userId} ${request}`}))`)
  return db
    .select({
      ...columnsOf(auditLog, 'action', 'entityId', 'label'),
      before: sql<Record<string, unknown> | null>`${auditLog.before}`,
      after: sql<Record<string, unknown> | null>`${auditLog.after}`,
    })
    .from(auditLog)
    .where(
      and(
        userId === null ? isNull(auditLog.byUser) : eq(auditLog.byUser, userId),
        eq(auditLog.request, request),
        eq(auditLog.entity, entity),
        entityId === undefined ? undefined : eq(auditLog.entityId, entityId),
      ),
    )
    .orderBy(asc(auditLog.id))
}

/**
 * Whether this same press was the last to change it: when the press is sent again, it conflicts with nobody
 * else's change.
 */
export async function isLastByPress(
  db: Tx,
  { userId, request }: Actor,
  entity: AuditEntity,
  entityId: string,
) {
  if (!request) return false
  const [last] = await db
    .select({ byUser: auditLog.byUser, request: auditLog.request })
    .from(auditLog)
    .where(and(eq(auditLog.entity, entity), eq(auditLog.entityId, entityId)))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return last?.byUser === userId && last.request === request
}
