import { asc, eq, inArray, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { productImages, products, pictures as stored, variants } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { ZippedFile } from '../../../platform/storage/write-zip.server.ts'
import { slugFrom } from '../../../rules/catalogue/products.ts'
import { type ListedPicture, pictureFileName } from '../../../rules/imports/picture-list.ts'
import { hashOf } from '../../media/hash-of.ts'
import { readIfThere } from '../../media/read-stored.ts'
import { sourceOf } from '../../media/source-of.ts'
import type { PictureZip } from './find-picture-zip.ts'

/** The hash is computed when the file is read. */
export type ExportedPicture = Omit<ListedPicture, 'Hash'> & { path: string; createdAt: Date }

/** The pictures of these products, each product's in its own order. */
export async function listPictures(
  db: Db,
  { productIds }: Pick<PictureZip, 'productIds'>,
): Promise<ExportedPicture[]> {
  const rows = await db
    .select({
      handle: products.slug,
      place:
        sql<number>`row_number() over (partition by ${products.id} order by ${productImages.position}, ${productImages.id})`.mapWith(
          Number,
        ),
      // No color where the picture's own color is not sold any more, as a saved form has it.
      color: sql<string>`coalesce((select v.color from ${variants} v where v.product_id = ${products.id}
        and v.color = ${productImages.color} and v.retired_at is null limit 1), '')`,
      alt: productImages.alt,
      ...columnsOf(stored, 'path', 'sourceHash', 'createdAt'),
    })
    .from(products)
    .innerJoin(productImages, eq(productImages.productId, products.id))
    .innerJoin(stored, eq(stored.id, productImages.pictureId))
    .where(inArray(products.id, productIds))
    .orderBy(
      asc(products.name),
      asc(products.id),
      asc(productImages.position),
      asc(productImages.id),
    )
  return rows.map(({ handle, place, color, alt, path, sourceHash, createdAt }) => ({
    File: pictureFileName(handle, place, slugFrom(color)),
    Handle: handle,
    Color: color,
    Words: alt,
    Source: sourceOf({ path, sourceHash }),
    path,
    createdAt,
  }))
}

/**
 * The files of these pictures, each read on demand: the JPEG of the largest width, which is the largest that is stored
 * permanently, with its row of the zip's list. A file that storage no longer has is empty, and the import reports it.
 */
export async function* readPictures(
  { storage, log }: Pick<Shop, 'storage' | 'log'>,
  listed: readonly ExportedPicture[],
): AsyncGenerator<{ file: ZippedFile; row: ListedPicture }> {
  for (const { path, createdAt: at, ...row } of listed) {
    const stored = await readIfThere(storage, path)
    if (!stored) log.error({ path }, 'picture not exported')
    const bytes = stored ?? Buffer.alloc(0)
    yield { file: { name: row.File, at, bytes }, row: { ...row, Hash: hashOf(bytes) } }
  }
}
