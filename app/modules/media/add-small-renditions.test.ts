// @module-tag slow
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { jobHandlers } from '../../../server/jobs.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { pictures } from '../../db/tables.server.ts'
import { addSmallRenditions, enqueueSmallRenditions } from './add-small-renditions.ts'
import { movePicture } from './move-picture.ts'
import { filesOf, storePicture } from './store-picture.ts'

const shop = useShop()
const fileOf = (path: string) => join(shop.config.dataDir, 'files', path)
const runJobs = () => shop.jobs.runDue(jobHandlers(shop), ['add-small-renditions'])
const FIRST = '00000000-0000-0000-0000-000000000000'

/** One as it lies there since before there was a small width. */
async function anOldPicture(folder: 'products' | 'banners' = 'products') {
  const bytes = await sharp({
    create: { width: 700, height: 875, channels: 3, background: '#a8371f' },
  })
    .jpeg()
    .toBuffer()
  const stored = await storePicture(shop, bytes, folder)
  if (!stored.ok) throw new Error(stored.reason)
  const { pictureId: id, path } = stored
  await shop.db
    .update(pictures)
    .set({ widths: [320, 640], hasAvif: true })
    .where(eq(pictures.id, id))
  return { id, path }
}
const widthsOf = async (id: string) =>
  (await shop.db.select().from(pictures).where(eq(pictures.id, id)))[0]?.widths

it('an older picture gets its small rendition in every format, and then lists its width', async () => {
  const { id, path } = await anOldPicture()
  await shop.storage.remove(path.replace('.jpg', '-160.webp'))
  await addSmallRenditions(shop, FIRST)
  expect(await widthsOf(id)).toEqual([160, 320, 640])
  for (const ending of ['jpg', 'webp', 'avif']) {
    const made = await sharp(
      await readFile(fileOf(path.replace('.jpg', `-160.${ending}`))),
    ).metadata()
    expect(made).toMatchObject({ width: 160, height: 200 })
  }
  await enqueueSmallRenditions(shop)
  expect(await runJobs()).toBe(0)
})

it('many pictures get their small renditions by one job after another, and banners are skipped', async () => {
  const banner = await anOldPicture('banners')
  const { path, ...rest } = (await shop.db.select().from(pictures))[0] ?? { path: '' }
  await shop.db.insert(pictures).values(
    Array.from({ length: 21 }, (_, n) => {
      const { id: _id, ...facts } = rest as Omit<typeof pictures.$inferSelect, 'path'>
      return { ...facts, path: `products/${n}.jpg` }
    }),
  )
  const bytes = await readFile(fileOf(path))
  for (let n = 0; n < 21; n += 1)
    if (n !== 7) await shop.storage.put(`products/${n}.jpg`, bytes, 'image/jpeg')
  await enqueueSmallRenditions(shop)
  // 21 pictures, twenty in each; the file that is missing stops nothing.
  expect(await runJobs()).toBe(2)
  const done = await shop.db.select().from(pictures)
  expect(done.filter(({ widths }) => widths[0] === 160)).toHaveLength(20)
  expect(await widthsOf(banner.id)).toEqual([320, 640])
})

it('a picture that is removed meanwhile leaves no file', async () => {
  const { id, path } = await anOldPicture()
  const { storage } = shop
  let isGone = false
  const put: typeof storage.put = async (...file) => {
    if (!isGone) await shop.db.delete(pictures).where(eq(pictures.id, id))
    isGone = true
    await storage.put(...file)
  }
  for (const file of filesOf(path, [160])) if (file !== path) await storage.remove(file)
  await addSmallRenditions({ ...shop, storage: { ...storage, put } }, FIRST)
  for (const file of filesOf(path, [160, 320]))
    if (file.includes('-160')) expect(existsSync(fileOf(file))).toBe(false)
})

it('a picture that is moved meanwhile gets no width whose files are in another place', async () => {
  const { id } = await anOldPicture()
  const { storage } = shop
  let isMoved = false
  const put: typeof storage.put = async (...file) => {
    if (!isMoved) await movePicture(shop, id)
    isMoved = true
    await storage.put(...file)
  }
  await addSmallRenditions({ ...shop, storage: { ...storage, put } }, FIRST)
  expect(await widthsOf(id)).toEqual([320, 640])
})

it('a picture that gets a width while it is moved is moved at the next try', async () => {
  const { id, path } = await anOldPicture()
  const { storage } = shop
  let isMade = false
  const put: typeof storage.put = async (...file) => {
    if (!isMade) await addSmallRenditions(shop, FIRST)
    isMade = true
    await storage.put(...file)
  }
  await expect(movePicture({ ...shop, storage: { ...storage, put } }, id)).rejects.toThrow(path)
  expect(await widthsOf(id)).toEqual([160, 320, 640])
})
