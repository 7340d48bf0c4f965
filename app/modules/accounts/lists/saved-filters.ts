import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { savedFilters } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import { isRefusedBy } from '../../../db/violations.server.ts'
import {
  type FilterEdit,
  type FilteredList,
  MOST_FILTERS,
} from '../../../rules/accounts/saved-filters.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { searchesFor } from '../../audit/forget-person.ts'
import type { Actor } from '../../audit/record-audit.ts'
import {
  createRow,
  deleteRow,
  editRow,
  type Seen,
  saveRow,
  versioned,
} from '../../audit/versioned.ts'
import { lockPerson } from '../lock-person.ts'
import { byName } from './list-filters.ts'

type SaveResult =
  | { ok: true; id: string }
  | Refusal<'not-found' | 'edited-meanwhile' | 'filter-taken' | 'filters-full'>

// A filter's search and name may name a customer. So the audit log has only its list and how often it was saved, which
// makes renaming it leave an entry.
const FILTER = versioned(savedFilters, {
  entity: 'saved_filter',
  labelOf: ({ path }) => path,
  factsOf: ({ path, version }) => ({ list: path, timesSaved: version }),
})

async function refuseTaken(db: Db, work: (db: Tx) => Promise<SaveResult>): Promise<SaveResult> {
  try {
    return await transact(db, work)
  } catch (error) {
    if (isRefusedBy(error, 'saved_filters_name_once')) return { ok: false, reason: 'filter-taken' }
    throw error
  }
}

const save = (
  db: Db,
  actor: Actor,
  seen: Seen | null,
  edit: FilterEdit,
  create: (db: Tx) => Promise<SaveResult>,
) =>
  refuseTaken(db, (db) =>
    saveRow<typeof savedFilters, SaveResult>(db, actor, FILTER, seen, {
      make: () => create(db),
      // For other staff the filter does not exist.
      change: async (before) =>
        before.userId === actor.userId
          ? editRow(db, actor, FILTER, before, edit)
          : { ok: false, reason: 'not-found' },
    }),
  )

/** Saves a list's search, filters and sorting for the staff member, up to `MOST_FILTERS` for each list. */
export const saveFilter = (
  db: Db,
  actor: Actor,
  filter: FilterEdit & { path: FilteredList; query: string },
) =>
  save(db, actor, null, filter, async (db) => {
    const { userId } = actor
    // So that two saves at once count each other.
    await lockPerson(db, userId)
    const own = and(eq(savedFilters.userId, userId), eq(savedFilters.path, filter.path))
    if ((await db.$count(savedFilters, own)) >= MOST_FILTERS)
      return { ok: false, reason: 'filters-full', most: MOST_FILTERS }
    return createRow(db, actor, FILTER, { ...filter, userId })
  })

/** Renames one of the staff member's own saved filters. */
export const renameFilter = (db: Db, actor: Actor, seen: Seen, edit: FilterEdit) =>
  save(db, actor, seen, edit, async () => ({ ok: false, reason: 'not-found' }))

type DeleteResult = { ok: true } | Refusal<'not-found' | 'edited-meanwhile'>

/** Deletes one of the staff member's own saved filters. */
export const deleteFilter = (db: Db, actor: Actor, seen: Seen) =>
  transact(db, async (db): Promise<DeleteResult> => {
    const [row] = await db
      .select({ userId: savedFilters.userId })
      .from(savedFilters)
      .where(eq(savedFilters.id, seen.id))
    if (row && row.userId !== actor.userId) return { ok: false, reason: 'not-found' }
    return deleteRow<typeof savedFilters>(db, actor, FILTER, seen)
  })

/** Deletes saved filters that are named after an erased person or search for them. */
export async function forgetInFilters(db: Tx, values: readonly string[]): Promise<void> {
  const lower = searchesFor(values)
  const searches = lower.map((search) => new URLSearchParams({ search }).toString().toLowerCase())
  await db
    .delete(savedFilters)
    .where(
      or(
        inArray(byName, lower),
        sql`string_to_array(lower(${savedFilters.query}), '&') && ${sql.param(searches)}::text[]`,
      ),
    )
}
