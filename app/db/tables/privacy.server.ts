import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from '../columns.server.ts'

/**
 * What was erased, by ids alone: accounts, and of who has none their sales at a till and their place in the
 * newsletter. After a restore of an older backup it is erased again (docs/privacy.md, Backups). No foreign key: it may
 * be gone altogether.
 */
export const erasures = pgTable('erasures', {
  // Of whichever kind; the column is called as when there were accounts only.
  id: uuid('user_id').primaryKey(),
  erasedAt: createdAt(),
})
