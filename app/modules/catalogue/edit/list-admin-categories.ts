import { asc, eq, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { categories, pictures, products } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { AdminCategory, AdminTree } from '../../../rules/catalogue/category-values.ts'
import { PICTURE_COLUMNS, toPictureSource } from '../../media/picture-source.ts'

/** More categories than anyone would look through. */
const MOST = 1000

type CatalogueShop = Pick<Shop, 'db' | 'storage'>

const selectCategories = (db: Db) =>
  db
    .select({
      ...columnsOf(
        categories,
        'id',
        'name',
        'slug',
        'parentId',
        'sizeGuide',
        'isActive',
        'version',
      ),
      picture: {
        id: pictures.id,
        ...PICTURE_COLUMNS,
      },
    })
    .from(categories)
    .leftJoin(pictures, eq(pictures.id, categories.pictureId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectCategories>>[number]

function toAdmin({ storage }: Pick<Shop, 'storage'>, row: Row, count: number): AdminCategory {
  const source = toPictureSource(storage, row.picture)
  const picture = source && row.picture ? { ...source, id: row.picture.id } : null
  return { ...row, picture, products: count }
}

/** All categories in the shop's order, hidden ones too, with the number of products of each: two queries. */
export async function listAdminCategories(shop: CatalogueShop): Promise<AdminTree> {
  const [rows, counts] = await Promise.all([
    selectCategories(shop.db)
      .orderBy(asc(categories.sortOrder), asc(categories.name), asc(categories.id))
      .limit(MOST),
    // Counted category by category: grouped, a table that was not vacuumed lately would be read from end to end.
    shop.db
      .select({
        id: categories.id,
        count: sql<number>`(select count(*)::int from ${products} p
          where p.category_id = categories.id and p.archived_at is null)`,
      })
      .from(categories)
      .limit(MOST),
  ])
  const countOf = new Map(counts.map(({ id, count }) => [id, count]))
  const all = rows.map((row) => toAdmin(shop, row, countOf.get(row.id) ?? 0))
  const childrenOf = Map.groupBy(all, (category) => category.parentId)
  return (childrenOf.get(null) ?? []).map((top) => ({
    ...top,
    children: childrenOf.get(top.id) ?? [],
  }))
}

/** One category, for the notice to a second editor; undefined when there is none. */
export async function findAdminCategory(
  shop: CatalogueShop,
  id: string,
): Promise<AdminCategory | undefined> {
  const [row] = await selectCategories(shop.db).where(eq(categories.id, id))
  return row && toAdmin(shop, row, 0)
}
