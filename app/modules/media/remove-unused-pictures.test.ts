// @module-tag slow
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { aProduct } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { banners, categories, pictures, productImages } from '../../db/tables.server.ts'
import { removeUnusedPictures } from './remove-unused-pictures.ts'
import { filesOf, storePicture } from './store-picture.ts'

const shop = useShop()

async function aPicture() {
  const bytes = await sharp({
    create: { width: 400, height: 500, channels: 3, background: '#a8371f' },
  })
    .jpeg()
    .toBuffer()
  const stored = await storePicture(shop, bytes, 'products')
  if (!stored.ok) throw new Error(stored.reason)
  return stored
}
const age = (hours: number) =>
  shop.db.update(pictures).set({ createdAt: sql`now() - make_interval(hours => ${hours}::int)` })
const isThere = (path: string) =>
  filesOf(path, [320, 400]).some((file) => existsSync(join(shop.config.dataDir, 'files', file)))

it('an unused picture is deleted after a day, with all its files', async () => {
  const { path } = await aPicture()
  await age(23)
  await removeUnusedPictures(shop)
  expect(isThere(path)).toBe(true)
  await age(25)
  await removeUnusedPictures(shop)
  expect(isThere(path)).toBe(false)
  expect(await shop.db.$count(pictures)).toBe(0)
})

it('a picture of a product, a category or a banner stays', async () => {
  const [a, b, c] = [await aPicture(), await aPicture(), await aPicture()]
  const { productId } = await aProduct(shop)
  await shop.db
    .insert(productImages)
    .values({ productId, pictureId: a.pictureId, alt: '', position: 0 })
  await shop.db
    .insert(categories)
    .values({ name: 'Dresses', slug: 'dresses', pictureId: b.pictureId })
  await shop.db.insert(banners).values({ title: 'Sale', pictureId: c.pictureId })
  await age(48)
  await removeUnusedPictures(shop)
  expect(await shop.db.$count(pictures)).toBe(3)
})

it('an unused picture that cannot be deleted does not keep the next ones, unless ten fail', async () => {
  for (let n = 0; n < 11; n += 1) await aPicture()
  await age(48)
  const { storage } = shop
  let failing = 1
  const remove = async (path: string) => {
    if (failing-- > 0) throw new Error('no')
    await storage.remove(path)
  }
  const faulty = { ...shop, storage: { ...storage, remove } }
  await expect(removeUnusedPictures(faulty)).rejects.toThrow('no')
  expect(await shop.db.$count(pictures)).toBe(1)
  for (let n = 0; n < 11; n += 1) await aPicture()
  await age(48)
  failing = 10
  await expect(removeUnusedPictures(faulty)).rejects.toThrow('no')
  expect(await shop.db.$count(pictures)).toBe(12)
  await removeUnusedPictures(faulty)
  expect(await shop.db.$count(pictures)).toBe(0)
})

it('an unused picture that storage fails to delete stays recorded, and is deleted the next night', async () => {
  await aPicture()
  await age(48)
  const { storage } = shop
  const broken = { ...shop, storage: { ...storage, remove: () => Promise.reject(new Error('no')) } }
  await expect(removeUnusedPictures(broken)).rejects.toThrow('no')
  expect(await shop.db.$count(pictures)).toBe(1)
  await removeUnusedPictures(shop)
  expect(await shop.db.$count(pictures)).toBe(0)
})
