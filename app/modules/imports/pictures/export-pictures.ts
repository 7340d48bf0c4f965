import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { cutPage, pageBy } from '../../../db/keyset.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { productImages, products, pictures as stored, variants } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { ZippedFile } from '../../../platform/storage/write-zip.server.ts'
import { slugFrom } from '../../../rules/catalogue/products.ts'
import { type ListedPicture, pictureFileName } from '../../../rules/imports/picture-list.ts'
import {
  meets,
  type ProductFilter,
  type ProductsQuery,
  searched,
} from '../../catalogue/edit/list-admin-products.ts'
import { hashOf } from '../../media/hash-of.ts'
import { readIfThere } from '../../media/read-stored.ts'
import { sourceOf } from '../../media/source-of.ts'

/**
 * After so many pictures the next zip begins, with a whole product: the import takes twice as many, and ten
 * times the bytes.
 */
export const PICTURES_A_ZIP = 480

const BY_NAME = { column: products.name, type: 'text' } as const

export type PictureZip = {
  productIds: string[]
  /** The names of the first and the last of them. */
  first: string
  last: string
  /** Where the next zip begins; null after the last one. */
  next: string | null
}

/** Which products' pictures leave: as the back office's list of products is searched and filtered. */
export type PictureFilter = ProductFilter & Pick<ProductsQuery, 'search'>
const IN_THE_SHOP: PictureFilter = {
  search: '',
  status: null,
  category: null,
  isArchived: false,
  isLow: false,
}

/** The products whose pictures go into one zip, by name, after those of the zip before; null where none is left. */
export async function findPictureZip(
  db: Db,
  after: string | null,
  filter: PictureFilter = IN_THE_SHOP,
): Promise<PictureZip | null> {
  const { cursor, order, rest } = pageBy(BY_NAME, products.id, { direction: 'asc', after })
  const isFound = filter.search
    ? sql`${products.id} in (${searched(filter.search).found})`
    : undefined
  const ofProduct = db
    .select({ pictures: sql<number>`count(*)::int`.as('pictures') })
    .from(productImages)
    .where(eq(productImages.productId, products.id))
    .as('of_product')
  const rows = await db
    .select({
      id: products.id,
      name: products.name,
      pictures: ofProduct.pictures,
      cursor,
    })
    .from(products)
    .innerJoinLateral(ofProduct, gt(ofProduct.pictures, 0))
    .where(and(meets(filter), isFound, rest))
    .orderBy(...order)
    .limit(PICTURES_A_ZIP + 1)
  let before = 0
  const fitting = rows.findIndex(({ pictures }) => {
    before += pictures
    return before - pictures >= PICTURES_A_ZIP
  })
  const page = cutPage(rows, fitting < 0 ? rows.length : fitting)
  const [first, last] = [page.rows[0], page.rows.at(-1)]
  return first && last
    ? {
        productIds: page.rows.map(({ id }) => id),
        first: first.name,
        last: last.name,
        next: page.next,
      }
    : null
}

/** Its hash is known when it is read. */
export type ExportedPicture = Omit<ListedPicture, 'Hash'> & { path: string; createdAt: Date }

/** The pictures of these products, each product's in their order. */
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
      // It shows any where its own is not sold any more, as a form that is saved has it.
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
 * The files of these pictures, each read when it is asked for: the JPEG of the largest width, which is the largest
 * that is kept for good, with what the list of the zip says of it. One that storage has no more is empty, which the
 * import names.
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
