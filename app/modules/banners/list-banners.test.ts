import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { banners, pictures } from '../../db/tables.server.ts'
import { listBanners } from './list-banners.ts'

const held = useDatabase()
const NOON = new Date('2026-11-20T12:00:00Z')
const storage = {
  put: () => Promise.resolve(),
  has: () => Promise.resolve(true),
  read: () => Promise.resolve(null),
  remove: () => Promise.resolve(),
  url: (path: string) => `/files/${path}`,
}
const list = () => listBanners({ db: held.db, storage, now: () => NOON })
const titles = async () => (await list()).map((banner) => banner.title)

test('banners are listed by their positions', async () => {
  await held.db.insert(banners).values([
    { title: 'Third', position: 3 },
    { title: 'First', position: 1 },
    { title: 'Second', position: 2 },
  ])
  expect(await titles()).toEqual(['First', 'Second', 'Third'])
})

test('a banner that is switched off, not started or ended is not shown', async () => {
  const before = new Date(NOON.getTime() - 1000)
  const after = new Date(NOON.getTime() + 1000)
  await held.db.insert(banners).values([
    { title: 'Off', isActive: false },
    { title: 'Soon', startsAt: after },
    { title: 'Over', endsAt: before },
    { title: 'Ends this instant', endsAt: NOON },
    { title: 'Starts this instant', startsAt: NOON },
    { title: 'On', startsAt: before, endsAt: after },
  ])
  expect((await titles()).sort()).toEqual(['On', 'Starts this instant'])
})

test('a banner is read with its picture, link and end', async () => {
  const [picture] = await held.db
    .insert(pictures)
    .values({
      path: 'banners/a.jpg',
      width: 1600,
      height: 1000,
      tint: '#aabbcc',
      widths: [640, 1200],
      hasAvif: true,
    })
    .returning()
  const endsAt = new Date(NOON.getTime() + 60_000)
  await held.db.insert(banners).values({ title: 'Sale', pictureId: picture?.id ?? null, endsAt })
  expect(await list()).toMatchObject([
    {
      title: 'Sale',
      endsAt: endsAt.toISOString(),
      picture: { src: '/files/banners/a.jpg', width: 1600, hasAvif: true },
    },
  ])
})
