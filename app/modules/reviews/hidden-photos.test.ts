// @module-tag slow
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { jobHandlers } from '../../../server/jobs.ts'
import { anAdmin, aProduct } from '../../../tests/support/factories.ts'
import { aReview } from '../../../tests/support/reviews/reviews.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { pictures, reviewPhotos } from '../../db/tables.server.ts'
import { BACKUP_LOCK } from '../../platform/backup-lock.server.ts'
import { filesOf, storePicture } from '../media/store-picture.ts'
import { hideReview, showReview } from './handle-review.ts'
import { listPhotos } from './own-review.ts'

const shop = useShop()
const fileOf = (path: string) => join(shop.config.dataDir, 'files', path)
const runJobs = (...names: ('move-photos' | 'remove-files' | 'render-avif')[]) =>
  shop.jobs.runDue(jobHandlers(shop), names)

async function aHiddenReview() {
  const review = await aReview(shop, await aProduct(shop))
  const bytes = await sharp({
    create: { width: 400, height: 500, channels: 3, background: '#a8371f' },
  })
    .jpeg()
    .toBuffer()
  const stored = await storePicture(shop, bytes, 'reviews')
  if (!stored.ok) throw new Error(stored.reason)
  await shop.db
    .insert(reviewPhotos)
    .values({ reviewId: review.id, pictureId: stored.pictureId, position: 0 })
  const actor = await anAdmin(shop)
  const seen = { id: review.id, version: review.version }
  expect(await hideReview(shop, actor, seen, 'Names a neighbour', shop.now())).toEqual({ ok: true })
  return { ...stored, review, actor, former: filesOf(stored.path, stored.picture.widths) }
}
const pathOf = async (id: string) =>
  (await shop.db.select().from(pictures).where(eq(pictures.id, id)))[0]?.path ?? ''

test('the photos of a hidden review get new addresses, and staff still see them', async () => {
  const { pictureId, path, review, actor, former, picture } = await aHiddenReview()
  expect(existsSync(fileOf(path))).toBe(true)
  await runJobs('move-photos', 'remove-files')
  expect(former.filter((file) => existsSync(fileOf(file)))).toEqual([])
  const [shown] = await listPhotos(shop, [review.id])
  const moved = await pathOf(pictureId)
  expect(moved).toMatch(/^reviews\/[0-9a-f]{24}\.jpg$/)
  expect(shown?.src).toContain(moved)
  for (const file of [moved, moved.replace('.jpg', `-${picture.widths[0]}.webp`)])
    expect(existsSync(fileOf(file))).toBe(true)
  // Its AVIF is made at the new address, and it is shown again from there.
  await runJobs('render-avif')
  expect(existsSync(fileOf(moved.replace('.jpg', '-320.avif')))).toBe(true)
  await showReview(shop.db, actor, { id: review.id, version: review.version + 1 })
  expect(await pathOf(pictureId)).toBe(moved)
})

test('a running backup keeps the files that it copies until it is done', async () => {
  const { pictureId, path, former } = await aHiddenReview()
  await shop.db.transaction(async (db) => {
    await db.execute(`select pg_advisory_xact_lock(${BACKUP_LOCK})`)
    await expect(runJobs('move-photos', 'remove-files')).rejects.toThrow('backup')
    expect(await pathOf(pictureId)).not.toBe(path)
    expect(existsSync(fileOf(path))).toBe(true)
  })
  await shop.db.execute(
    `update pgboss.job set state = 'created', start_after = now() where name = 'remove-files'`,
  )
  await runJobs('remove-files')
  expect(former.filter((file) => existsSync(fileOf(file)))).toEqual([])
})
