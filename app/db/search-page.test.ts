import { asc, eq, gt, ilike, or, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../tests/support/database.ts'
import { findPage, lookUp } from './search-page.server.ts'
import { profiles, users } from './tables.server.ts'

const held = useDatabase()
const NAMES = [
  'Ana Banda',
  'Ben Phiri',
  'Cara Banda',
  'Dan Phiri',
  'Eve Phiri',
  'Fay Banda',
  'Gil Phiri',
]

beforeEach(async () => {
  await held.db
    .insert(users)
    .values(NAMES.map((name) => ({ name, email: `${name.slice(0, 3).toLowerCase()}@example.com` })))
})

/** The people on one page by name that match a search, when so many rows are checked before the indexes are used. */
async function find(search: string, { limit = 3, near = [2000], after = '' } = {}) {
  const part = `%${search}%`
  const ids = await findPage(
    held.db,
    {
      table: profiles,
      id: profiles.userId,
      lookups: lookUp(users, eq(users.id, profiles.userId)),
      where: gt(profiles.fullName, after),
      order: [asc(profiles.fullName)],
      holds: or(ilike(profiles.fullName, part), ilike(users.email, part)) ?? sql`true`,
      found: sql`select user_id from ${profiles} where full_name ilike ${part}
        union select id from ${users} where email ilike ${part}`,
    },
    limit,
    near,
  )
  const named = await held.db.select({ id: users.id, name: users.name }).from(users)
  return named
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .sort()
}

test.each([[], [1], [2], [3], [2000], [1, 3], [2, 2000]])(
  'the page is the same with a search limit of %s nearest rows',
  async (...near) => {
    expect(await find('banda', { near })).toEqual(['Ana Banda', 'Cara Banda', 'Fay Banda'])
    expect(await find('phiri', { near })).toEqual([
      'Ben Phiri',
      'Dan Phiri',
      'Eve Phiri',
      'Gil Phiri',
    ])
    expect(await find('phiri', { near, limit: 2 })).toEqual(['Ben Phiri', 'Dan Phiri', 'Eve Phiri'])
    expect(await find('phiri', { near, after: 'Dan Phiri' })).toEqual(['Eve Phiri', 'Gil Phiri'])
    expect(await find('fay@', { near })).toEqual(['Fay Banda'])
    expect(await find('nobody', { near })).toEqual([])
  },
)
