import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { pictures, productImages, products, variants } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { StockRow } from '../../rules/stock/stock.ts'
import { PICTURE_COLUMNS, toPictureSource } from '../media/picture-source.ts'
import { showsColor } from '../media/shows-color.ts'
import { listReserved } from './list-reserved.ts'

export type StockShop = Pick<Shop, 'db' | 'storage'>

/** The barcode that identifies a variant; a variant without size and color has its product's barcode. */
export const barcodeOfVariant = sql<string | null>`
  case when num_nonnulls(${variants.size}, ${variants.color}) = 0 then ${products.barcode} else ${variants.barcode} end`

/** The columns that name a variant: its product's name, size and color. */
export const VARIANT_NAME = {
  id: variants.id,
  productId: products.id,
  product: products.name,
  size: variants.size,
  color: variants.color,
}

function selectRows(db: Db, where: SQL | undefined) {
  const image = db
    .select({ pictureId: productImages.pictureId })
    .from(productImages)
    .where(eq(productImages.productId, products.id))
    .orderBy(desc(showsColor(variants.color)), productImages.position)
    .limit(1)
    .as('image')
  return db
    .select({
      ...VARIANT_NAME,
      sku: variants.sku,
      barcode: barcodeOfVariant,
      location: products.location,
      onHand: variants.inventory,
      isTracked: products.trackInventory,
      preorders: {
        limit: variants.preorderLimit,
        from: variants.preorderFrom,
        owed: variants.preorderOwed,
      },
      version: sql<number>`coalesce((select max(m.id) from stock_movements m where m.variant_id = ${variants.id}), 0)`,
      picture: PICTURE_COLUMNS,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .leftJoinLateral(image, sql`true`)
    .leftJoin(pictures, eq(pictures.id, image.pictureId))
    .where(and(isNull(variants.retiredAt), where))
    .orderBy(variants.position, variants.id)
    .limit(1000)
}

/** Variants in use with their units on hand and reserved, in their own order; 1,000 at most. */
export async function readStockLevels(
  { db, storage }: StockShop,
  where: SQL | undefined,
): Promise<StockRow[]> {
  const rows = await selectRows(db, where)
  const reserved = await listReserved(
    db,
    rows.map((row) => row.id),
  )
  return rows.map(({ picture, ...row }) => ({
    ...row,
    reserved: reserved.get(row.id) ?? 0,
    picture: toPictureSource(storage, picture),
  }))
}

/** The variants in use of one product, in their own order; 1,000 at most. */
export const listProductStock = (shop: StockShop, productId: string) =>
  readStockLevels(shop, eq(products.id, productId))

/** One variant in use; undefined for a retired or unknown one. */
export const findStock = async (shop: StockShop, variantId: string) =>
  (await readStockLevels(shop, eq(variants.id, variantId)))[0]
