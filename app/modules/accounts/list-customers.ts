import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { cutPage, pageBy, type SortColumn } from '../../db/keyset.server.ts'
import type { Db } from '../../db/open.server.ts'
import { holdsText } from '../../db/search.server.ts'
import { findPage, lookUp, searchPage } from '../../db/search-page.server.ts'
import { profiles, tallies, users } from '../../db/tables.server.ts'
import type { CustomerSort } from '../../rules/accounts/customers.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import { type Direction, type Page } from '../../rules/lists.ts'
import { CUSTOMER_COLUMNS, type Customer } from './find-customer.ts'

export type ListedCustomer = Customer & { id: string }

const SORTS: Record<CustomerSort, SortColumn> = {
  joined: { column: profiles.createdAt, type: 'timestamptz' },
  name: { column: sql`coalesce(${profiles.fullName}, '')`, type: 'text' },
}

/** `0991 234` and `09` find the number that is stored as +265991234567. */
function holdsPhone(column: SQLWrapper, search: string) {
  const digits = search.replace(/[\s().+-]/g, '')
  if (!/^\d+$/.test(digits)) return holdsText(column, search)
  const bare = digits.replace(/^(265|0)/, '')
  return holdsText(column, bare.length < 3 ? `+265${bare}` : bare)
}

/** Customers are searched by part of a name, email or phone number. */
function searched(search: string) {
  return {
    table: profiles,
    id: profiles.userId,
    lookups: lookUp(users, sql`${users.id} = ${profiles.userId}`),
    holds: sql`(${holdsText(profiles.fullName, search)} or ${holdsPhone(profiles.phone, search)}
      or ${holdsText(users.email, search)})`,
    found: sql`
      select user_id from ${profiles} where ${holdsText(sql`full_name`, search)}
      union select user_id from ${profiles} where ${holdsPhone(sql`phone`, search)}
      union select id from ${users} where ${holdsText(sql`email`, search)}`,
  }
}

type Query = {
  search: string
  role: Role | null
  sort: CustomerSort
  direction: Direction
  after: string | null
  limit: number
}

function pageOf(asked: Omit<Query, 'search' | 'limit'>) {
  const { cursor, order, rest } = pageBy(SORTS[asked.sort], profiles.id, asked)
  return { cursor, order, where: and(asked.role ? eq(profiles.role, asked.role) : undefined, rest) }
}

/** One page of the people that meet `where`. */
async function readPage(db: Db, asked: Query, where: SQL | undefined) {
  const { cursor, order } = pageOf(asked)
  const rows = await db
    .select({
      id: profiles.id,
      ...CUSTOMER_COLUMNS,
      cursor,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(where)
    .orderBy(...order)
    .limit(asked.limit + 1)
  return cutPage(rows, asked.limit)
}

/**
 * Everyone with an account, newest first unless asked otherwise; found by name, e-mail or phone
 * (docs/product.md, Customers).
 */
export async function listCustomers(db: Db, asked: Query): Promise<Page<ListedCustomer>> {
  return readPage(db, asked, await searchPage(db, asked, searched, pageOf(asked)))
}

/**
 * A page of people, and their number as `countCustomers` counts it. The first page of a search is found once for both.
 */
export async function listAndCountCustomers(
  db: Db,
  asked: Query,
): Promise<{ page: Page<ListedCustomer>; count: number }> {
  if (asked.search === '' || asked.after !== null || asked.limit > MOST_COUNTED) {
    const [page, count] = await Promise.all([listCustomers(db, asked), countCustomers(db, asked)])
    return { page, count }
  }
  const found = await findPage(db, { ...searched(asked.search), ...pageOf(asked) }, MOST_COUNTED)
  const ofPage = inArray(profiles.userId, found.slice(0, asked.limit + 1))
  return { page: await readPage(db, asked, ofPage), count: found.length }
}

/** Above this number a list shows `100+`: counting thousands of matches is not worth its time. */
export const MOST_COUNTED = 100

/**
 * The number of people that a search and a role find, at most one more than `MOST_COUNTED`; without both, the number of
 * all accounts.
 */
export async function countCustomers(
  db: Db,
  asked: { search: string; role: Role | null },
): Promise<number> {
  const where = asked.role ? eq(profiles.role, asked.role) : undefined
  const { order } = pageBy(SORTS.joined, profiles.id, { direction: 'desc', after: null })
  if (asked.search !== '')
    return (await findPage(db, { ...searched(asked.search), where, order }, MOST_COUNTED)).length
  if (where) {
    const some = db
      .select({ id: profiles.id })
      .from(profiles)
      .where(where)
      // In the order of an index: otherwise the planner reads the whole table.
      .orderBy(...order)
      .limit(MOST_COUNTED + 1)
    return db.$count(some.as('some'))
  }
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${tallies.count}), 0)::int` })
    .from(tallies)
    .where(eq(tallies.name, 'people'))
  return row?.count ?? 0
}
