import { asc, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { categories, pictures } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { ChosenPicture } from '../../../rules/media/pictures.ts'
import { isUuid } from '../../../rules/uuid.ts'
import { toPictureSource } from '../../media/picture-source.ts'
import { readAdminProducts, type StoredAdminProduct } from './read-admin-products.ts'

type CatalogueShop = Pick<Shop, 'db' | 'storage'>
export type AdminProduct = StoredAdminProduct & { pictures: ChosenPicture[] }

/** A product with all values of its form; undefined where there is none. */
export async function findAdminProduct(
  shop: CatalogueShop,
  id: string,
): Promise<AdminProduct | undefined> {
  if (!isUuid(id)) return undefined
  const product = (await readAdminProducts(shop.db, [id])).get(id)
  if (!product) return undefined
  const chosen = product.values.images.map((image) => image.id)
  return { ...product, pictures: await listChosenPictures(shop, chosen) }
}

/** Stored pictures by their ids, as forms show them; unknown ids are left out. */
export async function listChosenPictures(
  { db, storage }: CatalogueShop,
  ids: readonly string[],
): Promise<ChosenPicture[]> {
  const asked = ids.filter((id) => isUuid(id)).slice(0, 100)
  if (asked.length === 0) return []
  const rows = await db.select().from(pictures).where(inArray(pictures.id, asked))
  return rows.flatMap((row) => {
    const source = toPictureSource(storage, row)
    return source ? [{ ...source, id: row.id }] : []
  })
}

/** Every category with the names that lead to it, in the shop's order. */
export async function listCategoryPaths(db: Db): Promise<{ id: string; path: string[] }[]> {
  const rows = await db
    .select({ id: categories.id, name: categories.name, parentId: categories.parentId })
    .from(categories)
    .orderBy(asc(categories.sortOrder), asc(categories.name))
    .limit(1000)
  return rows
    .filter((row) => row.parentId === null)
    .flatMap((top) => [
      { id: top.id, path: [top.name] },
      ...rows
        .filter((row) => row.parentId === top.id)
        .map((row) => ({ id: row.id, path: [top.name, row.name] })),
    ])
}

/** Every category to choose from, subcategories as `Dresses / Maxi`, in the shop's order. */
export async function listCategoryChoices(db: Db): Promise<{ id: string; name: string }[]> {
  return (await listCategoryPaths(db)).map(({ id, path }) => ({ id, name: path.join(' / ') }))
}
