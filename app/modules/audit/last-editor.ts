import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { auditLog, profiles, users } from '../../db/tables.server.ts'
import type { AuditEntity } from '../../rules/audit/audit.ts'

/** The name of the person who changed this last, for the notice to a second editor; null when unknown. */
export async function findLastEditor(db: Db | Tx, entity: AuditEntity, entityId: string) {
  const [last] = await db
    .select({ name: sql<string>`coalesce(${profiles.fullName}, ${users.name})` })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.byUser))
    .innerJoin(profiles, eq(profiles.userId, auditLog.byUser))
    .where(and(eq(auditLog.entity, entity), eq(auditLog.entityId, entityId)))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return last?.name ?? null
}
