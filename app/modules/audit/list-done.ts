import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { auditLog } from '../../db/tables.server.ts'
import type { AuditEntity } from '../../rules/audit/audit.ts'
import type { Actor, Signed } from './record-audit.ts'

/**
 * What this very press of a form has done before, oldest first: its answer was lost on the way, and it was sent
 * again. The lines stand or fall with what they tell of. Within a transaction two of the same press at the same
 * moment take turns here.
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

/** Whether this very press was the last to change it: sent again, it is in nobody's way but its own. */
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
