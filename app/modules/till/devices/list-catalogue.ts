import { and, asc, eq, isNull } from 'drizzle-orm'
import {
  categories,
  pictures,
  productImages,
  products,
  variants,
} from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { renditionOf, SMALL_WIDTH } from '../../../rules/media/pictures.ts'
import type { TillCatalogue, TillProduct, TillVariant } from '../../../rules/till/till-events.ts'
import { isVisible } from '../../catalogue/conditions.ts'
import { readNewest } from './moved-stock.ts'

/** A tile is wider than the smallest rendition, so that the next one is used. */
const tileWidthOf = (widths: readonly number[]) =>
  widths.find((width) => width > SMALL_WIDTH) ?? widths[0] ?? SMALL_WIDTH

/** All products for sale, with small pictures, in a fixed number of queries however many products there are. */
export async function listTillCatalogue({ db, storage }: Shop): Promise<TillCatalogue> {
  // One snapshot for all queries: a price that changes between two of them belongs to the next list.
  return db.transaction(
    async (db) => {
      const { asOf, ledger } = await readNewest(db)
      const catalogue = await db
        .select({
          id: products.id,
          name: products.name,
          price: products.price,
          comparePrice: products.comparePrice,
          sku: products.sku,
          barcode: products.barcode,
          categoryId: products.categoryId,
          isTracked: products.trackInventory,
        })
        .from(products)
        .where(isVisible)
        .orderBy(asc(products.name), asc(products.id))
      const rows = await db
        .select({
          productId: variants.productId,
          id: variants.id,
          size: variants.size,
          color: variants.color,
          colorValue: variants.colorValue,
          sku: variants.sku,
          barcode: variants.barcode,
          onHand: variants.inventory,
        })
        .from(variants)
        .innerJoin(products, and(eq(products.id, variants.productId), isVisible))
        .where(isNull(variants.retiredAt))
        .orderBy(asc(variants.position), asc(variants.id))
      const shown = await db
        .selectDistinctOn([productImages.productId, productImages.color], {
          productId: productImages.productId,
          color: productImages.color,
          position: productImages.position,
          path: pictures.path,
          widths: pictures.widths,
        })
        .from(productImages)
        .innerJoin(pictures, eq(pictures.id, productImages.pictureId))
        .orderBy(productImages.productId, productImages.color, productImages.position)
      const tree = await db
        .select({ id: categories.id, name: categories.name, parentId: categories.parentId })
        .from(categories)
        .where(eq(categories.isActive, true))
        .orderBy(asc(categories.sortOrder), asc(categories.name))

      const sizes = new Map<string, TillVariant[]>()
      for (const { productId, ...variant } of rows)
        sizes.set(productId, [...(sizes.get(productId) ?? []), variant])
      const picturesOf = Map.groupBy(
        shown.toSorted((a, b) => a.position - b.position),
        ({ productId }) => productId,
      )
      const list: TillProduct[] = catalogue.map((product) => {
        const small = (picturesOf.get(product.id) ?? []).map(
          ({ color, path, widths }) =>
            [color, storage.url(renditionOf(path, tileWidthOf(widths), 'webp'))] as const,
        )
        const colorPictures = Object.fromEntries(small.filter(([color]) => color !== null))
        return {
          ...product,
          picture: small[0]?.[1] ?? null,
          ...(Object.keys(colorPictures).length > 0 && { colorPictures }),
          variants: sizes.get(product.id) ?? [],
        }
      })
      return { asOf, ledger, categories: tree, products: list }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
