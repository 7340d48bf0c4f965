import type { Db } from '../../db/open.server.ts'
import type { AuditEntity } from '../../rules/audit/audit.ts'
import { type Actor, recordAudit } from './record-audit.ts'

/** Records that data about people or sales was exported: who took the file, from where, and by which filters. */
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
