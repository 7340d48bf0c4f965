import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from '../columns.server.ts'

/**
 * The ids of what was erased: accounts, and for people without one their till sales, newsletter entries and the other
 * rows that named them. After an older backup is restored, they are erased again (docs/privacy.md, Backups). No foreign
 * key, because the row itself may be deleted.
 */
export const erasures = pgTable('erasures', {
  // The id of any of these; the column's name is from when there were only accounts.
  id: uuid('user_id').primaryKey(),
  erasedAt: createdAt(),
})
