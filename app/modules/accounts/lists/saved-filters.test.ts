import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { anAdmin, aUser } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { auditLog, savedFilters } from '../../../db/tables.server.ts'
import { MOST_FILTERS } from '../../../rules/accounts/saved-filters.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { eraseOwnAccount } from '../../privacy/erase-account.ts'
import { exportAccount } from '../../privacy/export-account.ts'
import { findFilter, listFiltersOf, listOwnFilters } from './list-filters.ts'
import { deleteFilter, forgetInFilters, renameFilter, saveFilter } from './saved-filters.ts'

const shop = useShop()

const PATH = '/admin/orders'
let ann: Actor
beforeEach(async () => {
  ann = await anAdmin(shop)
})

const save = (name: string, actor = ann, query = 'status=processing') =>
  saveFilter(shop.db, actor, { path: PATH, name, query })
async function saved(name: string, actor = ann, query?: string) {
  const done = await save(name, actor, query)
  if (!done.ok) throw new Error(done.reason)
  return { id: done.id, version: 1 }
}
const namesOf = async ({ userId }: Actor) =>
  (await listFiltersOf(shop.db, userId, PATH)).map(({ name }) => name)

test('a saved filter is shown by name, only to its owner and only above its list', async () => {
  const ben = await anAdmin(shop)
  await saved('to pack')
  await saved('Late ones')
  await saveFilter(shop.db, ann, { path: '/admin/stock', name: 'to pack', query: 'level=low' })
  expect(await namesOf(ann)).toEqual(['Late ones', 'to pack'])
  expect(await namesOf(ben)).toEqual([])
  expect(await listOwnFilters(shop.db, ann.userId)).toHaveLength(3)
})

test('nobody renames, deletes or opens another person’s saved filter', async () => {
  const seen = await saved('to pack')
  const ben = await anAdmin(shop)
  const gone = { ok: false, reason: 'not-found' }
  expect(await renameFilter(shop.db, ben, seen, { name: 'mine' })).toEqual(gone)
  expect(await deleteFilter(shop.db, ben, seen)).toEqual(gone)
  expect(await findFilter(shop.db, ben.userId, seen.id)).toBeUndefined()
  expect(await namesOf(ann)).toEqual(['to pack'])
})

test('a name is used once for each list, regardless of capitals, for new and for renamed filters', async () => {
  await saved('To pack')
  expect(await save('to PACK')).toEqual({ ok: false, reason: 'filter-taken' })
  const other = await saved('late')
  expect(await renameFilter(shop.db, ann, other, { name: 'to pack' })).toEqual({
    ok: false,
    reason: 'filter-taken',
  })
  await saved('To pack', await anAdmin(shop))
})

test('a rename in an outdated tab is refused, and a deleted filter stays deleted', async () => {
  const seen = await saved('to pack')
  expect(await renameFilter(shop.db, ann, seen, { name: 'to send' })).toMatchObject({ ok: true })
  const late = { ok: false, reason: 'edited-meanwhile' }
  expect(await renameFilter(shop.db, ann, seen, { name: 'to wrap' })).toEqual(late)
  expect(await deleteFilter(shop.db, ann, seen)).toEqual(late)
  const press = { ...ann, request: 'press-1' }
  const now = { ...seen, version: 2 }
  expect(await deleteFilter(shop.db, press, now)).toEqual({ ok: true })
  expect(await deleteFilter(shop.db, press, now)).toEqual({ ok: true })
  expect(await deleteFilter(shop.db, ann, now)).toEqual({ ok: false, reason: 'not-found' })
})

test('a save that is sent twice makes one filter', async () => {
  const press = { ...ann, request: 'press-2' }
  await saved('to pack', press)
  await saved('to pack', press)
  expect(await namesOf(ann)).toEqual(['to pack'])
})

test('a list holds a limited number of saved filters, even when several are saved at once', async () => {
  for (let count = 1; count < MOST_FILTERS; count += 1) await saved(`filter ${count}`)
  const rivals = await Promise.all(['a', 'b', 'c'].map((name) => save(name)))
  expect(rivals.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await namesOf(ann)).toHaveLength(MOST_FILTERS)
  expect(await save('more')).toEqual({ ok: false, reason: 'filters-full', most: MOST_FILTERS })
})

test('the log says who saved a filter for which list, without its name or search text', async () => {
  const seen = await saved('Mary', ann, 'search=0991234567')
  const press = { ...ann, request: 'press-3' }
  // Its answer was lost, and it was sent again.
  for (const _ of [1, 2])
    expect(await renameFilter(shop.db, press, seen, { name: 'Mary Banda' })).toMatchObject({
      ok: true,
    })
  await deleteFilter(shop.db, ann, { ...seen, version: 3 })
  const lines = await shop.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, seen.id))
    .orderBy(auditLog.id)
  expect(lines).toMatchObject([
    { action: 'created', label: PATH, after: { list: PATH } },
    { action: 'edited', label: PATH },
    { action: 'edited', label: PATH },
    { action: 'deleted', label: PATH },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/0991234567|Mary/)
})

test('saved filters are in their owner’s data export, and are deleted with the account', async () => {
  await saved('to pack')
  const file = await exportAccount(shop.db, ann.userId, new Date())
  expect(file?.saved_filters).toMatchObject([
    { name: 'to pack', path: PATH, query: 'status=processing' },
  ])
  // Whose role was taken away keeps nothing that only staff can open, once the account is erased.
  const someone = await aUser(shop)
  await shop.db.update(savedFilters).set({ userId: someone.userId })
  expect(await eraseOwnAccount(shop, { userId: someone.userId, ip: '10.0.0.9' })).toMatchObject({
    ok: true,
  })
  expect(await shop.db.select().from(savedFilters)).toEqual([])
})

test('erasing a customer deletes saved filters that search for their email address', async () => {
  const { userId, email } = await aUser(shop)
  const search = (text: string) => new URLSearchParams({ sort: 'total', search: text }).toString()
  await saved('her orders', ann, search(email.toUpperCase()))
  await saved('short', ann, search(email.split('@')[0] ?? ''))
  await saved('others', ann, search(`x${email}`))
  expect(await eraseOwnAccount(shop, { userId, ip: '10.0.0.9' })).toMatchObject({ ok: true })
  expect(await namesOf(ann)).toEqual(['others'])
})

test('erasing a customer deletes saved filters that search for their phone number, in any format', async () => {
  for (const search of ['+265991234567', '265991234567', '0991234567', '991234567', '991234568'])
    await saved(search.slice(-4) + search.length, ann, new URLSearchParams({ search }).toString())
  await shop.db.transaction((db) => forgetInFilters(db, ['+265991234567']))
  expect(await namesOf(ann)).toEqual(['45689'])
})
