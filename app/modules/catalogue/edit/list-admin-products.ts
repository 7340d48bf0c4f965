import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { cutPage, pageBy, type SortColumn } from '../../../db/keyset.server.ts'
import { holdsText } from '../../../db/search.server.ts'
import { searchPage } from '../../../db/search-page.server.ts'
import { categories, pictures, products, variants } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { ProductStatus } from '../../../rules/catalogue/products.ts'
import { type Direction, type Page } from '../../../rules/lists.ts'
import type { PictureSource } from '../../../rules/media/pictures.ts'
import { LOW_STOCK_UNDER } from '../../../rules/stock/stock.ts'
import { PICTURE_COLUMNS, toPictureSource } from '../../media/picture-source.ts'
import { firstPicture } from '../product-columns.ts'

const SORTS = {
  created: { column: products.createdAt, type: 'timestamptz' },
  name: { column: products.name, type: 'text' },
  price: { column: products.price, type: 'integer' },
  stock: { column: products.inventoryQuantity, type: 'integer' },
} satisfies Record<string, SortColumn>
export type ProductListSort = keyof typeof SORTS

export type ProductsQuery = {
  search: string
  sort: ProductListSort
  direction: Direction
  after: string | null
  status: ProductStatus | null
  /** A category, with its subcategories. */
  category: string | null
  isArchived: boolean
  isLow: boolean
  limit: number
}

export type AdminRow = {
  id: string
  slug: string
  name: string
  description: string
  sku: string
  barcode: string | null
  location: string | null
  inventory: number
  trackInventory: boolean
  price: number
  comparePrice: number | null
  costPrice: number | null
  status: ProductStatus
  featured: boolean
  isArchived: boolean
  createdAt: Date
  category: string | null
  picture: (PictureSource & { alt: string }) | null
}

/**
 * One page of the back office's products; the search finds part of a name, SKU (a variant's too) or barcode
 * (docs/product.md, Lists and search).
 */
export async function listAdminProducts(
  { db, storage }: Pick<Shop, 'db' | 'storage'>,
  asked: ProductsQuery,
): Promise<Page<AdminRow>> {
  const { cursor, order, rest } = pageBy(SORTS[asked.sort], products.id, asked)
  const where = and(meets(asked), rest)
  // Each brings its variants.
  const near = [Math.max(1500, 20 * asked.limit)]
  // Chooses the rows first, then reads what is shown of them: sorting by stock reads all products, because no index
  // has it.
  const ofPage = db
    .select({ id: products.id })
    .from(products)
    .where(await searchPage(db, asked, searched, { where, order }, near))
    .orderBy(...order)
    .limit(asked.limit + 1)
  const image = firstPicture(db)
  const rows = await db
    .select({
      ...columnsOf(products, 'id', 'slug', 'name'),
      // A card shows two lines of the description.
      description: sql<string>`left(coalesce(nullif(${products.shortDescription}, ''), ${products.description}), 300)`,
      ...columnsOf(products, 'sku', 'barcode', 'location'),
      inventory: products.inventoryQuantity,
      ...columnsOf(
        products,
        'trackInventory',
        'price',
        'comparePrice',
        'costPrice',
        'status',
        'featured',
      ),
      isArchived: sql<boolean>`${products.archivedAt} is not null`,
      createdAt: products.createdAt,
      category: categories.name,
      alt: image.alt,
      picture: PICTURE_COLUMNS,
      cursor,
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoinLateral(image, sql`true`)
    .leftJoin(pictures, eq(pictures.id, image.pictureId))
    .where(inArray(products.id, ofPage))
    .orderBy(...order)
    .limit(asked.limit + 1)
  const page = cutPage(rows, asked.limit)
  return {
    next: page.next,
    rows: page.rows.map(({ alt, picture, ...row }) => {
      const source = toPictureSource(storage, picture)
      return { ...row, picture: source && { ...source, alt: alt ?? row.name } }
    }),
  }
}

export type ProductFilter = Pick<ProductsQuery, 'status' | 'category' | 'isArchived' | 'isLow'>

/** The filters of the back office's products, without the search. */
export const meets = ({ status, category, isArchived, isLow }: ProductFilter) =>
  and(
    isArchived ? isNotNull(products.archivedAt) : isNull(products.archivedAt),
    status ? eq(products.status, status) : undefined,
    category
      ? sql`${products.categoryId} in (select c.id from categories c where c.id = ${category}::uuid or c.parent_id = ${category}::uuid)`
      : undefined,
    isLow
      ? and(eq(products.trackInventory, true), lt(products.inventoryQuantity, LOW_STOCK_UNDER))
      : undefined,
  )

/** Products are searched by part of a name, SKU (a variant's too) or barcode. */
export function searched(search: string) {
  return {
    table: products,
    id: products.id,
    // Looks up variants product by product (`offset 0`): otherwise the planner reads all variants for a search of
    // two letters.
    holds: sql`(${holdsText(products.name, search)} or ${holdsText(products.sku, search)} or ${holdsText(products.barcode, search)}
      or exists (select from ${variants} where ${variants.productId} = ${products.id}
        and (${holdsText(variants.sku, search)} or ${holdsText(variants.barcode, search)}) and ${variants.retiredAt} is null offset 0))`,
    found: sql`
      select id from ${products} where ${holdsText(sql`name`, search)}
      union select id from ${products} where ${holdsText(sql`sku`, search)}
      union select id from ${products} where ${holdsText(sql`barcode`, search)}
      union select product_id from ${variants} where ${holdsText(sql`sku`, search)} and retired_at is null
      union select product_id from ${variants} where ${holdsText(sql`barcode`, search)} and retired_at is null`,
  }
}
