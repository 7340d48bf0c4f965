import { and, eq } from 'drizzle-orm'
import { pictures } from '../../db/tables.server.ts'
import { keepsBackupOut } from '../../platform/backup-lock.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { masterOf, renditionOf } from '../../rules/media/pictures.ts'
import { readStored } from './read-stored.ts'
import { renderRenditions } from './render-renditions.ts'
import { contentTypeOf } from './store-picture.ts'

type MediaShop = Pick<Shop, 'db' | 'storage'>

/**
 * Adds the AVIF renditions of an uploaded picture (the 'render-avif' job). Safe to run again; does nothing for a
 * picture that is deleted or done. Throws when storage fails, and is then tried again.
 */
export async function renderAvif(shop: MediaShop, pictureId: string): Promise<void> {
  const { db, storage } = shop
  const [picture] = await db
    .select({ path: pictures.path, widths: pictures.widths, hasAvif: pictures.hasAvif })
    .from(pictures)
    .where(eq(pictures.id, pictureId))
  if (!picture || picture.hasAvif) return
  const base = picture.path.replace(/\.jpg$/, '')
  const master = await readStored(storage, masterOf(picture.path))
  for (const { suffix, bytes } of await renderRenditions(master, picture.widths, ['avif']))
    await storage.put(base + suffix, bytes, contentTypeOf(base + suffix))
  const made = await db
    .update(pictures)
    .set({ hasAvif: true })
    .where(and(eq(pictures.id, pictureId), eq(pictures.path, picture.path)))
    .returning({ id: pictures.id })
  if (made.length === 0) {
    // The picture was moved to another address meanwhile, or deleted.
    for (const width of picture.widths)
      await storage.remove(renditionOf(picture.path, width, 'avif'))
    return renderAvif(shop, pictureId)
  }
  // A backup that has just started still needs the file; it is then removed with the picture.
  await db.transaction(async (db) => {
    if (await keepsBackupOut(db)) await storage.remove(masterOf(picture.path))
  })
}
