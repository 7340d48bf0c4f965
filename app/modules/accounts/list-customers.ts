import { and, eq, ilike, inArray, or, sql } from 'drizzle-orm'
import {
  cursorValue,
  cutPage,
  orderRows,
  readCursor,
  rowsAfter,
  type SortColumn,
} from '../../db/keyset.server.ts'
import type { Db } from '../../db/open.server.ts'
import { findPage, lookUp } from '../../db/search-page.server.ts'
import { anywhere } from '../../db/search.server.ts'
import { profiles, tallies, users } from '../../db/tables.server.ts'
import { type Direction, type Page, SHORTEST_SEARCH } from '../../rules/lists.ts'
import type { PeopleSort } from '../../rules/people.ts'
import type { Role } from '../../rules/roles.ts'

export type ListedPerson = {
  id: string
  userId: string
  fullName: string | null
  email: string
  phone: string | null
  role: Role
  joinedAt: Date
}

const SORTS: Record<PeopleSort, SortColumn> = {
  joined: { column: profiles.createdAt, type: 'timestamptz' },
  name: { column: sql`coalesce(${profiles.fullName}, '')`, type: 'text' },
}

/** `0991 234` finds the number that is kept as +265991234567. */
function phonePart(search: string) {
  const digits = search.replace(/[\s().+-]/g, '')
  if (!/^\d+$/.test(digits)) return search
  const bare = digits.replace(/^(265|0)/, '')
  return bare.length < SHORTEST_SEARCH ? digits : bare
}

/** How people are searched: by part of name, e-mail or phone. */
function searched(search: string) {
  const part = anywhere(search)
  const phone = anywhere(phonePart(search))
  return {
    table: profiles,
    id: profiles.userId,
    lookUps: lookUp(users, sql`${users.id} = ${profiles.userId}`),
    holds:
      or(ilike(profiles.fullName, part), ilike(profiles.phone, phone), ilike(users.email, part)) ??
      sql`true`,
    found: sql`
      select user_id from ${profiles} where full_name ilike ${part}
      union select user_id from ${profiles} where phone ilike ${phone}
      union select id from ${users} where email ilike ${part}`,
  }
}

/** Everyone with an account, newest first unless asked otherwise; found by name, e-mail or phone (spec §7). */
export async function listCustomers(
  db: Db,
  asked: {
    search: string
    role: Role | null
    sort: PeopleSort
    direction: Direction
    after: string | null
    limit: number
  },
): Promise<Page<ListedPerson>> {
  const by = SORTS[asked.sort]
  const order = orderRows(by, profiles.id, asked.direction)
  const where = and(
    asked.role ? eq(profiles.role, asked.role) : undefined,
    rowsAfter(by, profiles.id, readCursor(asked.after, by.type), asked.direction),
  )
  const found =
    asked.search.length < SHORTEST_SEARCH
      ? null
      : await findPage(db, { ...searched(asked.search), where, order }, asked.limit)
  const rows = await db
    .select({
      id: profiles.id,
      userId: profiles.userId,
      fullName: profiles.fullName,
      email: users.email,
      phone: profiles.phone,
      role: profiles.role,
      joinedAt: profiles.createdAt,
      cursor: cursorValue(by),
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(found ? inArray(profiles.userId, found) : where)
    .orderBy(...order)
    .limit(asked.limit + 1)
  const page = cutPage(rows, asked.limit)
  return { ...page, rows: page.rows.map(({ cursor: _, ...person }) => person) }
}

/** Above it a list says `1,000+`: what hundreds of thousands hold is not counted for one line. */
export const MOST_COUNTED = 1000

/** How many people a search and a role find, at most one more than `MOST_COUNTED`; unsearched, all who have an account. */
export async function countPeople(
  db: Db,
  asked: { search: string; role: Role | null },
): Promise<number> {
  const where = asked.role ? eq(profiles.role, asked.role) : undefined
  if (asked.search.length >= SHORTEST_SEARCH) {
    const order = orderRows(SORTS.joined, profiles.id, 'desc')
    const list = { ...searched(asked.search), where, order }
    return (await findPage(db, list, MOST_COUNTED, 2 * MOST_COUNTED)).length
  }
  if (where) {
    const some = db
      .select({ id: profiles.id })
      .from(profiles)
      .where(where)
      .limit(MOST_COUNTED + 1)
    return db.$count(some.as('some'))
  }
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${tallies.count}), 0)::int` })
    .from(tallies)
    .where(eq(tallies.name, 'people'))
  return row?.count ?? 0
}
