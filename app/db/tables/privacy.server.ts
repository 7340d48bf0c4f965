import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.server.ts'

/**
 * Accounts that were erased, by their ids alone: after a restore of an older backup they are erased again
 * (docs/privacy.md, Backups). No foreign key: the account may be gone altogether.
 */
export const erasures = pgTable('erasures', {
  userId: uuid().primaryKey(),
  erasedAt: createdAt(),
})
