import { and, asc, eq, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { savedFilters } from '../../../db/tables.server.ts'
import {
  FILTERED_LISTS,
  type FilteredList,
  MOST_FILTERS,
} from '../../../rules/accounts/saved-filters.ts'

const SHOWN = columnsOf(savedFilters, 'id', 'version', 'path', 'name', 'query')
export const byName = sql`lower(${savedFilters.name})`

/** A staff member's saved filters of one list, by name. */
export const listFiltersOf = (db: Db, userId: string, path: FilteredList) =>
  db
    .select(SHOWN)
    .from(savedFilters)
    .where(and(eq(savedFilters.userId, userId), eq(savedFilters.path, path)))
    .orderBy(asc(byName))
    .limit(MOST_FILTERS)

/** All saved filters of a staff member, by list. */
export const listOwnFilters = (db: Db, userId: string) =>
  db
    .select(SHOWN)
    .from(savedFilters)
    .where(eq(savedFilters.userId, userId))
    .orderBy(asc(savedFilters.path), asc(byName))
    .limit(MOST_FILTERS * FILTERED_LISTS.length)
export type SavedFilter = Awaited<ReturnType<typeof listOwnFilters>>[number]

/** One of a staff member's own saved filters. */
export const findFilter = async (
  db: Db,
  userId: string,
  id: string,
): Promise<SavedFilter | undefined> =>
  (
    await db
      .select(SHOWN)
      .from(savedFilters)
      .where(and(eq(savedFilters.id, id), eq(savedFilters.userId, userId)))
  )[0]
