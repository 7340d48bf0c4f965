import { deleteOlder } from '../../db/older-than.server.ts'
import type { Db } from '../../db/open.server.ts'
import { auditLog } from '../../db/tables.server.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'

/** Deletes a batch of the audit log's oldest rows whose legal retention has ended; returns how many. */
export const deleteOldAudit = (db: Db, limit: number) =>
  deleteOlder(db, auditLog, RETENTION.auditLog, limit)
