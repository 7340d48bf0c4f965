import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { auditLog, banners, pictures } from '../../db/tables.server.ts'
import type { BannerEdit } from '../../rules/banners/banner-form.ts'
import type { Actor } from '../audit/record-audit.ts'
import { findAdminBanner, listAdminBanners } from './list-admin-banners.ts'
import { listBanners } from './list-banners.ts'
import { moveBanner } from './move-banner.ts'
import { bannerActs } from './save-banner.ts'

const shop = useShop()
let actor: Actor

beforeEach(async () => {
  actor = { userId: (await aUser(shop, 'admin')).userId, ip: '10.0.0.1' }
})

const edit = (change: Partial<BannerEdit> = {}): BannerEdit => ({
  title: 'Chitenje week',
  subtitle: null,
  description: null,
  buttonText: null,
  linkUrl: null,
  position: null,
  startsAt: null,
  endsAt: null,
  pictureId: null,
  isActive: true,
  ...change,
})
const create = async (change: Partial<BannerEdit> = {}) => {
  const made = await bannerActs.create(shop.db, actor, edit(change))
  if (!made.ok) throw new Error(made.reason)
  return made.id
}
const log = () =>
  shop.db.select().from(auditLog).where(eq(auditLog.entity, 'banner')).orderBy(asc(auditLog.id))
const PAGE = 25
const inAdmin = async (state: Parameters<typeof listAdminBanners>[1]['state'] = null) =>
  (await listAdminBanners(shop, { search: '', state, after: null }, PAGE)).rows.map(
    ({ title, position }) => `${position} ${title}`,
  )

test('a new banner is placed last, and the log says who made it', async () => {
  await create({ title: 'First', position: 4 })
  const id = await create({ title: 'Second' })
  expect(await inAdmin()).toEqual(['4 First', '5 Second'])
  expect((await log()).at(-1)).toMatchObject({
    byUser: actor.userId,
    ip: '10.0.0.1',
    action: 'created',
    entityId: id,
    label: 'Second',
    after: { title: 'Second', position: 5 },
  })
})

test('an edit is refused when somebody else has saved the banner since it was opened', async () => {
  const id = await create()
  const mine = { id, version: 1 }
  expect(await bannerActs.edit(shop.db, actor, mine, edit({ title: 'Theirs' }))).toMatchObject({
    ok: true,
  })
  expect(await bannerActs.edit(shop.db, actor, mine, edit({ title: 'Mine' }))).toEqual({
    ok: false,
    reason: 'edited-meanwhile',
  })
  expect(await findAdminBanner(shop, id)).toMatchObject({ title: 'Theirs', version: 2 })
  const over = await bannerActs.edit(shop.db, actor, { id, version: 2 }, edit({ title: 'Mine' }))
  expect(over).toMatchObject({ ok: true })
  expect((await log()).map(({ before, after }) => [before, after]).slice(1)).toEqual([
    [{ title: 'Chitenje week' }, { title: 'Theirs' }],
    [{ title: 'Theirs' }, { title: 'Mine' }],
  ])
})

test('a banner that two people save at once is saved for one, and refused to the other', async () => {
  const id = await create()
  const both = await Promise.all(
    ['One', 'Two'].map((title) =>
      bannerActs.edit(shop.db, actor, { id, version: 1 }, edit({ title })),
    ),
  )
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
})

test('saving without a change is not logged and keeps the seconds of the dates', async () => {
  const startsAt = new Date('2026-11-20T12:00:42Z')
  const id = await create({ startsAt })
  const atMinute = new Date('2026-11-20T12:00:00Z')
  await bannerActs.edit(shop.db, actor, { id, version: 1 }, edit({ startsAt: atMinute }))
  expect((await findAdminBanner(shop, id))?.startsAt).toEqual(startsAt)
  expect(await log()).toHaveLength(1)
})

test('switching a banner off takes effect at once, and an open form of it is refused as outdated', async () => {
  const id = await create()
  expect(await bannerActs.switch(shop.db, actor, id, false)).toEqual({ ok: true })
  expect(await bannerActs.switch(shop.db, actor, id, false)).toEqual({ ok: true })
  expect(await listBanners(shop)).toEqual([])
  expect(await findAdminBanner(shop, id)).toMatchObject({ state: 'inactive', version: 2 })
  expect((await log()).slice(1)).toMatchObject([
    { action: 'status changed', before: { isActive: true }, after: { isActive: false } },
  ])
})

test('a banner that was edited meanwhile is not deleted unseen', async () => {
  const id = await create()
  await bannerActs.switch(shop.db, actor, id, false)
  expect(await bannerActs.delete(shop.db, actor, { id, version: 1 })).toMatchObject({
    reason: 'edited-meanwhile',
  })
  expect(await bannerActs.delete(shop.db, actor, { id, version: 2 })).toEqual({ ok: true })
  expect(await bannerActs.delete(shop.db, actor, { id, version: 2 })).toMatchObject({
    reason: 'not-found',
  })
  expect((await log()).at(-1)).toMatchObject({
    action: 'deleted',
    label: 'Chitenje week',
    before: { title: 'Chitenje week' },
    after: null,
  })
})

test('a banner is moved up and down; the first cannot move up and the last cannot move down', async () => {
  const a = await create({ title: 'A', position: 2 })
  await create({ title: 'B', position: 5 })
  const c = await create({ title: 'C', position: 9 })
  await moveBanner(shop.db, actor, c, 'up')
  expect(await inAdmin()).toEqual(['2 A', '5 C', '9 B'])
  await moveBanner(shop.db, actor, a, 'up')
  await moveBanner(shop.db, actor, a, 'down')
  expect(await inAdmin()).toEqual(['2 C', '5 A', '9 B'])
  expect((await listBanners(shop)).map(({ title }) => title)).toEqual(['C', 'A', 'B'])
  expect((await log()).slice(3)).toMatchObject([
    { action: 'reordered', label: 'C', before: { position: 9 }, after: { position: 5 } },
    { action: 'reordered', label: 'B', before: { position: 5 }, after: { position: 9 } },
    { action: 'reordered', label: 'C' },
    { action: 'reordered', label: 'A' },
  ])
})

test('banners that share a position are put in order, and two moves at once keep positions unique', async () => {
  for (const title of ['A', 'B', 'C']) await create({ title, position: 1 })
  const all = { search: '', state: null, after: null }
  const [first, , last] = (await listAdminBanners(shop, all, PAGE)).rows
  await Promise.all([
    moveBanner(shop.db, actor, first?.id ?? '', 'down'),
    moveBanner(shop.db, actor, last?.id ?? '', 'up'),
  ])
  const rows = await shop.db.select({ position: banners.position }).from(banners)
  expect(new Set(rows.map(({ position }) => position)).size).toBe(3)
})

test('the list is filtered by state and searched by title', async () => {
  const now = shop.now()
  const [before, after] = [new Date(now.getTime() - 60_000), new Date(now.getTime() + 60_000)]
  await create({ title: 'Shown now', startsAt: before, endsAt: after })
  await create({ title: 'Starts soon', startsAt: after })
  await create({ title: 'Over', endsAt: before })
  await create({ title: 'Off', isActive: false, endsAt: before })
  expect(await inAdmin('active')).toEqual(['0 Shown now'])
  expect(await inAdmin('waiting')).toEqual(['1 Starts soon'])
  expect(await inAdmin('ended')).toEqual(['2 Over'])
  expect(await inAdmin('inactive')).toEqual(['3 Off'])
  const found = await listAdminBanners(shop, { search: 'SOON', state: null, after: null }, PAGE)
  expect(found.rows.map(({ title }) => title)).toEqual(['Starts soon'])
})

test('a long list of banners is shown page by page, none twice', async () => {
  await shop.db
    .insert(banners)
    .values(Array.from({ length: 60 }, (_, n) => ({ title: `Banner ${n}`, position: n % 7 })))
  const seen: string[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof listAdminBanners>> = await listAdminBanners(
      shop,
      { search: '', state: null, after },
      PAGE,
    )
    seen.push(...page.rows.map(({ id }) => id))
    after = page.next
  } while (after)
  expect(new Set(seen).size).toBe(60)
  expect(seen).toHaveLength(60)
})

test('an unknown picture is refused, a stored one is shown with the banner', async () => {
  const gone = '0b5f3f0c-5d38-4b3c-9e6e-2f6f6a1f7b11'
  expect(await bannerActs.create(shop.db, actor, edit({ pictureId: gone }))).toMatchObject({
    reason: 'banner-picture-gone',
  })
  const [picture] = await shop.db
    .insert(pictures)
    .values({ path: 'banners/a.jpg', width: 8, height: 5, tint: '#aabbcc', widths: [640] })
    .returning()
  const id = await create({ pictureId: picture?.id ?? null })
  expect((await findAdminBanner(shop, id))?.picture).toMatchObject({
    id: picture?.id,
    src: expect.stringContaining('banners/a.jpg'),
  })
})
