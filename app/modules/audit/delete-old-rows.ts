import { deleteOlder } from '../../db/older-than.server.ts'
import type { Db } from '../../db/open.server.ts'
import { auditLog } from '../../db/tables.server.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'

/**
 * Deletes a batch of the log's oldest rows, once the books of their years need not be kept any more; gives how many.
 */
export const deleteOldAudit = (db: Db, limit: number) =>
  deleteOlder(db, auditLog, RETENTION.auditLog, limit)
