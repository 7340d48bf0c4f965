import { sql } from 'drizzle-orm'
import { check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { FILTER_LONGEST } from '../../../rules/accounts/saved-filters.ts'
import { createdAt, id, version } from '../../columns.server.ts'
import { ofUser } from './accounts.server.ts'

const most = (length: number) => sql.raw(String(length))

/** A view of a back-office list that a staff member saved: its search, filters and sort order under a name. */
export const savedFilters = pgTable(
  'saved_filters',
  {
    id: id(),
    userId: ofUser(),
    /** The path of the list: `/admin/orders`. */
    path: text().notNull(),
    name: text().notNull(),
    /** The query of its address, without the `?`. */
    query: text().notNull(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    check('saved_filters_path', sql`${t.path} ~ '^/admin/[a-z-]{1,40}$'`),
    check('saved_filters_name', sql`length(${t.name}) between 1 and ${most(FILTER_LONGEST.name)}`),
    check(
      'saved_filters_query',
      sql`length(${t.query}) between 1 and ${most(FILTER_LONGEST.query)}`,
    ),
    uniqueIndex('saved_filters_name_once').on(t.userId, t.path, sql`lower(${t.name})`),
  ],
)
