import { and, eq } from 'drizzle-orm'
import { pictures } from '../../db/tables.server.ts'
import { keepsBackupOut } from '../../platform/backup-lock.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { readIfThere } from './read-stored.ts'
import { contentTypeOf, filesOf, newPath } from './store-picture.ts'

type MediaShop = Pick<Shop, 'db' | 'storage' | 'jobs'>

/**
 * Moves a picture to a new address that nobody knows, and enqueues the removal of its former files. Throws when storage
 * fails; the picture then stays as it was.
 */
export async function movePicture({ db, storage, jobs }: MediaShop, pictureId: string) {
  const [picture] = await db.select().from(pictures).where(eq(pictures.id, pictureId))
  if (!picture) return
  const { path, widths } = picture
  const to = newPath(path)
  const former = filesOf(path, widths)
  const files = filesOf(to, widths)
  for (const [at, file] of former.entries()) {
    const bytes = await readIfThere(storage, file)
    const copy = files[at]
    if (bytes && copy) await storage.put(copy, bytes, contentTypeOf(copy))
  }
  const isMoved = await db.transaction(async (db) => {
    // A picture that has changed meanwhile (AVIF or small rendition made, or moved) has files that the copies lack.
    const moved = await db
      .update(pictures)
      .set({ path: to })
      .where(
        and(
          eq(pictures.id, pictureId),
          eq(pictures.path, path),
          eq(pictures.hasAvif, picture.hasAvif),
          eq(pictures.widths, widths),
        ),
      )
      .returning({ id: pictures.id })
    if (moved.length === 1) await jobs.enqueue(db, 'remove-files', { files: former })
    return moved.length === 1
  })
  if (isMoved) return
  for (const file of files) await storage.remove(file)
  throw new Error(`the picture has changed while it was moved: ${path}`)
}

/**
 * Removes files that nothing refers to any more (the 'remove-files' job). Throws while a backup copies them, and is
 * then tried again.
 */
export const removeFiles = (
  { db, storage }: Pick<Shop, 'db' | 'storage'>,
  files: readonly string[],
) =>
  db.transaction(async (db) => {
    if (!(await keepsBackupOut(db))) throw new Error('a backup is under way')
    for (const file of files) await storage.remove(file)
  })
