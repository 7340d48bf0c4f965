import { and, asc, eq, gt, lt, notExists, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import {
  banners,
  categories,
  pictures,
  productImages,
  returnPhotos,
  reviewPhotos,
} from '../../db/tables.server.ts'
import { keepsBackupOut } from '../../platform/backup-lock.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { actOnEach } from '../../rules/one-by-one.ts'
import { filesOf } from './store-picture.ts'

const DAY_MS = 24 * 3600 * 1000
const A_HANDFUL = 100
/** When this many cannot be removed, storage is unavailable, and each further one would wait for it. */
const MOST_FAILED = 10

const isUnused = (db: Db | Tx) => {
  const shown = [productImages, banners, categories, reviewPhotos, returnPhotos]
  const usedBy = (table: (typeof shown)[number]) =>
    notExists(db.select({ one: sql`1` }).from(table).where(eq(table.pictureId, pictures.id)))
  return and(...shown.map(usedBy))
}

/**
 * Removes pictures, row and files, that nothing refers to and that were uploaded more than a day ago, from forms that
 * were never sent or products that were deleted. Throws after the last when storage could not remove one, which stays
 * for the next night.
 */
export const removeUnusedPictures = (shop: Pick<Shop, 'db' | 'storage' | 'now'>) =>
  actOnEach(listUnused(shop), (id) => removeIfUnused(shop, id), MOST_FAILED)

async function* listUnused(shop: Pick<Shop, 'db' | 'now'>) {
  const before = new Date(shop.now().getTime() - DAY_MS)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const found = await shop.db
      .select({ id: pictures.id })
      .from(pictures)
      .where(and(gt(pictures.id, after), lt(pictures.createdAt, before), isUnused(shop.db)))
      .orderBy(asc(pictures.id))
      .limit(A_HANDFUL)
    for (const { id } of found) yield id
    const last = found.at(-1)
    if (!last) return
    after = last.id
  }
}

async function removeIfUnused({ db, storage }: Pick<Shop, 'db' | 'storage'>, id: string) {
  await db.transaction(async (db) => {
    // During a backup the picture waits for the next night.
    if (!(await keepsBackupOut(db))) return
    // A form that takes the picture at this moment has locked its row, or waits here and finds it deleted.
    await db.select({ id: pictures.id }).from(pictures).where(eq(pictures.id, id)).for('update')
    const [gone] = await db
      .delete(pictures)
      .where(and(eq(pictures.id, id), isUnused(db)))
      .returning({ path: pictures.path, widths: pictures.widths })
    // Files before the commit: when storage fails, the row stays and the next night tries again.
    if (gone) for (const file of filesOf(gone.path, gone.widths)) await storage.remove(file)
  })
}
