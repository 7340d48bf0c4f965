import { and, eq, gt, sql } from 'drizzle-orm'
import { cutPage, pageBy } from '../../../db/keyset.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { productImages, products } from '../../../db/tables.server.ts'
import {
  meets,
  type ProductFilter,
  type ProductsQuery,
  searched,
} from '../../catalogue/edit/list-admin-products.ts'

/**
 * After this many pictures the next zip starts, with a whole product. The import accepts twice as many pictures and ten
 * times the bytes.
 */
export const PICTURES_A_ZIP = 480

const BY_NAME = { column: products.name, type: 'text' } as const

export type PictureZip = {
  productIds: string[]
  /** The names of the first and last product. */
  first: string
  last: string
  /** Cursor of the next zip; null after the last one. */
  next: string | null
}

/** The products whose pictures are exported: the search and filters of the back office's list of products. */
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
