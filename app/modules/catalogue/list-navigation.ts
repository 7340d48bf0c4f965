import { eq } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import { categories, pictures } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { CategoryCard, NavigationCategory } from '../../rules/catalogue/categories.ts'
import { PICTURE_COLUMNS, toPictureSource } from '../media/picture-source.ts'

const plain = ({ id, name, slug, picture }: CategoryCard) => ({ id, name, slug, picture })

/** The active categories as a tree of two levels, by sort order, then name (docs/product.md, Categories). */
export async function listNavigation({
  db,
  storage,
}: Pick<Shop, 'db' | 'storage'>): Promise<NavigationCategory[]> {
  const rows = await prepareNavigation(db).execute()
  const cards = rows.map(({ picture, ...row }) => ({
    ...row,
    picture: toPictureSource(storage, picture),
  }))
  const childrenOf = Map.groupBy(cards, (card) => card.parentId)
  return (childrenOf.get(null) ?? []).map((top) => ({
    ...plain(top),
    children: (childrenOf.get(top.id) ?? []).map(plain),
  }))
}

const prepareNavigation = prepareOnce((db: Db) =>
  db
    .select({
      ...columnsOf(categories, 'id', 'name', 'slug', 'parentId'),
      picture: PICTURE_COLUMNS,
    })
    .from(categories)
    .leftJoin(pictures, eq(pictures.id, categories.pictureId))
    .where(eq(categories.isActive, true))
    .orderBy(categories.sortOrder, categories.name)
    .limit(500),
)
