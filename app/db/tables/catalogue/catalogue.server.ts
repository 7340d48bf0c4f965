import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { PRODUCT_STATUSES } from '../../../rules/catalogue/products.ts'
import { GUIDE_KINDS, type GuideKind } from '../../../rules/catalogue/size-guide.ts'
import { MOST_PREORDERS } from '../../../rules/stock/preorders.ts'
import { createdAt, id, idOf, oneOf, searchIndex, stamp, version } from '../../columns.server.ts'
import { ofUser } from '../accounts/accounts.server.ts'
import { pictures } from '../media.server.ts'

export const categories = pgTable(
  'categories',
  {
    id: id(),
    name: text().notNull(),
    slug: text().notNull().unique(),
    pictureId: idOf(() => pictures.id, 'set null'),
    parentId: idOf((): AnyPgColumn => categories.id, 'restrict'),
    /** The size guide of its products; null: worked out from the words of category and product. */
    sizeGuide: text().$type<GuideKind>(),
    isActive: boolean().notNull().default(true),
    sortOrder: integer().notNull().default(0),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    check('categories_size_guide', sql`${t.sizeGuide} in (${oneOf(GUIDE_KINDS)})`),
    check('categories_not_own_parent', sql`${t.parentId} <> ${t.id}`),
    index('categories_by_parent').on(t.parentId, t.sortOrder),
  ],
)

export const products = pgTable(
  'products',
  {
    id: id(),
    name: text().notNull(),
    slug: text().notNull().unique(),
    description: text().notNull().default(''),
    shortDescription: text().notNull().default(''),
    price: integer().notNull().default(0),
    comparePrice: integer(),
    costPrice: integer(),
    sku: text().notNull().unique(),
    barcode: text().unique(),
    categoryId: idOf(() => categories.id, 'set null'),
    brand: text(),
    /** Where the product lies in the shop, in the staff's own words. */
    location: text(),
    weight: numeric({ precision: 8, scale: 3, mode: 'number' }),
    /**
     * Σ of the variants' inventory, kept by a trigger (docs/product.md, Products). In no index, because each sale
     * changes it and would otherwise rewrite the row's entries in all indexes, including those of the searched texts.
     */
    inventoryQuantity: integer().notNull().default(0),
    trackInventory: boolean().notNull().default(true),
    /** The number of shown reviews, and the sum of their stars: kept by a trigger of `reviews`. */
    ratingCount: integer().notNull().default(0),
    ratingSum: integer().notNull().default(0),
    /** The sort value of Top Rated, in thousandths of a star; 0 without reviews (docs/decisions/0042-reviews.md). */
    ratingScore: integer().generatedAlwaysAs(
      sql`case when rating_count = 0 then 0 else (rating_sum * 2 + 35) * 500 / (rating_count + 5) end`,
    ),
    featured: boolean().notNull().default(false),
    status: text({ enum: PRODUCT_STATUSES }).notNull().default('active'),
    metaTitle: text(),
    metaDescription: text(),
    tags: text().array().notNull().default([]),
    archivedAt: stamp(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    check(
      'products_prices',
      sql`${t.price} >= 0 and ${t.comparePrice} >= 0 and ${t.costPrice} >= 0`,
    ),
    check('products_inventory', sql`${t.inventoryQuantity} >= 0`),
    check('products_status', sql`${t.status} in (${oneOf(PRODUCT_STATUSES)})`),
    check('products_slug', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    index('products_newest').on(t.createdAt, t.id),
    index('products_changed').on(t.updatedAt),
    index('products_by_category').on(t.categoryId, t.createdAt),
    index('products_by_price').on(t.price, t.id),
    index('products_by_rating').on(t.ratingScore, t.createdAt, t.id),
    index('products_featured').on(t.createdAt).where(sql`featured and status = 'active'`),
    searchIndex('products_name_search', t.name),
    // For the back office: every list that staff sort and search (docs/architecture.md, Lists).
    index('products_by_small_name')
      .on(sql`lower(${t.name})`, t.id)
      .where(sql`status = 'active' and archived_at is null`),
    index('products_by_name').on(t.name, t.id).where(sql`archived_at is null`),
    index('products_counted').on(t.categoryId).where(sql`archived_at is null`),
    index('products_by_status').on(t.status, t.createdAt, t.id),
    index('products_archived').on(t.createdAt, t.id).where(sql`archived_at is not null`),
    searchIndex('products_sku_search', t.sku),
    searchIndex('products_barcode_search', t.barcode),
    index('products_by_location').on(t.location).where(sql`location is not null`),
  ],
)

export const productImages = pgTable(
  'product_images',
  {
    id: id(),
    productId: idOf(() => products.id, 'cascade').notNull(),
    pictureId: idOf(() => pictures.id, 'restrict').notNull(),
    alt: text().notNull(),
    /** The color of the variants that the image shows; null: any color. */
    color: text(),
    position: integer().notNull(),
  },
  (t) => [
    index('product_images_of_product').on(t.productId, t.position),
    index('product_images_of_picture').on(t.pictureId),
  ],
)

/** Everything that can be sold: a product without sizes and colors has one variant with neither. */
export const variants = pgTable(
  'variants',
  {
    id: id(),
    productId: idOf(() => products.id, 'cascade').notNull(),
    size: text(),
    color: text(),
    colorValue: text(),
    sku: text().notNull().unique(),
    /** The barcode of a size or color; a variant with neither is scanned by its product's barcode. */
    barcode: text(),
    inventory: integer().notNull().default(0),
    position: integer().notNull().default(0),
    /**
     * How many units may be promised before they arrive, and the day from which they ship; null: none
     * (docs/product.md, Pre-orders).
     */
    preorderLimit: integer(),
    preorderFrom: date(),
    /** Units that are promised and have not arrived: kept by a trigger of `preorders`. */
    preorderOwed: integer().notNull().default(0),
    /** A variant with history is retired instead of deleted, because old orders refer to it. */
    retiredAt: stamp(),
  },
  (t) => [
    check('variants_inventory', sql`${t.inventory} >= 0`),
    check(
      'variants_preorder',
      sql`num_nonnulls(${t.preorderLimit}, ${t.preorderFrom}) <> 1 and ${t.preorderLimit} between 1 and ${sql.raw(`${MOST_PREORDERS}`)}`,
    ),
    // A null limit passes the check, because units that were promised earlier stay owed.
    check(
      'variants_preorder_owed',
      sql`${t.preorderOwed} >= 0 and ${t.preorderOwed} <= ${t.preorderLimit}`,
    ),
    unique('variants_of_product').on(t.productId, t.size, t.color).nullsNotDistinct(),
    searchIndex('variants_sku_search', t.sku),
    searchIndex('variants_barcode_search', t.barcode),
    check('variants_barcode', sql`${t.barcode} is null or num_nonnulls(${t.size}, ${t.color}) > 0`),
  ],
)

/** The product or variant that each barcode names, kept by triggers: a barcode is unique in the whole shop. */
export const barcodes = pgTable(
  'barcodes',
  {
    code: text().primaryKey(),
    productId: idOf(() => products.id, 'cascade').notNull(),
    /** Null: the product as a whole. */
    variantId: idOf(() => variants.id, 'cascade'),
  },
  (t) => [
    index('barcodes_of_product').on(t.productId),
    index('barcodes_of_variant').on(t.variantId).where(sql`variant_id is not null`),
  ],
)

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * The words that find each product, kept by triggers: those of its name (weight A), of its category, tags and brand
 * (B), sizes, colors and SKU (C), and of its descriptions (D). Has no rows for products that visitors must not see.
 * Separate from the products, whose rows are rewritten by each sale.
 */
export const productSearch = pgTable(
  'product_search',
  {
    productId: idOf(() => products.id, 'cascade').primaryKey(),
    document: tsvector().notNull(),
    // Columns of `product_facets` that sales rarely change, so that search results can be filtered without another
    // table.
    categoryId: uuid(),
    price: integer(),
    onSale: boolean(),
    inStock: boolean(),
    brand: text(),
    choices: integer(),
  },
  // Written when staff save a product and read by every search: no pending list for the index.
  (t) => [index('product_search_words').using('gin', t.document).with({ fastupdate: false })],
)

/**
 * The sets of sizes and colors that products come in: few sets, shared by many products. `S⇥Red`, `S⇥` and `⇥Red` for
 * each variant (⇥ is a tab). Two sets that are written at the same moment may be equal, because neither transaction
 * waits for the other.
 */
export const choiceSets = pgTable(
  'choice_sets',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    hash: uuid().notNull(),
    marks: text().array().notNull(),
  },
  (t) => [
    index('choice_sets_by_hash').on(t.hash),
    index('choice_sets_marks').using('gin', t.marks).with({ fastupdate: false }),
  ],
)

/**
 * What lists are filtered by and what their filters count, for each product that visitors may see: kept by triggers. A
 * narrow table, so that a large shop's is read whole in milliseconds; a sale writes it only when it empties a variant.
 */
export const productFacets = pgTable(
  'product_facets',
  {
    productId: idOf(() => products.id, 'cascade').primaryKey(),
    /** The product's category; the product's own column has the foreign key. */
    categoryId: uuid(),
    price: integer().notNull(),
    onSale: boolean().notNull(),
    inStock: boolean().notNull(),
    brand: text(),
    /** `choices`: the set of the active variants; `stocked`: the set of those of them that are in stock. */
    choices: integer()
      .references(() => choiceSets.id)
      .notNull(),
    stocked: integer()
      .references(() => choiceSets.id)
      .notNull(),
  },
  (t) => [
    index('product_facets_by_choices').on(t.choices),
    index('product_facets_by_stocked').on(t.stocked),
    index('product_facets_by_category').on(t.categoryId),
    index('product_facets_by_brand').on(t.brand).where(sql`brand is not null`),
  ],
)

/** Every word that ever found a product: a mistyped word is corrected to the most similar of these. */
export const searchWords = pgTable('search_words', { word: text().primaryKey() }, (t) => [
  index('search_words_begin').on(t.word.op('text_pattern_ops')),
])

export const wishlists = pgTable(
  'wishlists',
  {
    id: id(),
    userId: ofUser(),
    productId: idOf(() => products.id, 'cascade').notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique('wishlists_once').on(t.userId, t.productId)],
)

/** Every price of a product with the time from which it applied; written by a trigger. */
export const priceHistory = pgTable(
  'price_history',
  {
    productId: idOf(() => products.id, 'cascade').notNull(),
    price: integer().notNull(),
    since: stamp().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.since] }),
    index('price_history_newest').on(t.since),
  ],
)
