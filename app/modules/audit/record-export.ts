import type { Db } from '../../db/open.server.ts'
import type { AuditEntity } from '../../rules/audit/audit.ts'
import { type Actor, recordAudit } from './record-audit.ts'

/**
 * Records that data of people or of the trade left the shop as a file: who took it, from where, and narrowed to what.
 */
export const recordExport = (
  db: Db,
  actor: Actor,
  file: { entity: AuditEntity; label: string; filters: Record<string, string | boolean | null> },
) =>
  db.transaction((db) =>
    recordAudit(db, actor, {
      action: 'exported',
      entity: file.entity,
      entityId: 'list',
      label: file.label,
      after: Object.fromEntries(Object.entries(file.filters).filter(([, value]) => value)),
    }),
  )
