import { and, between, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import { cutPage, pageBy, type SortColumn } from '../../db/keyset.server.ts'
import { personName } from '../../db/names.server.ts'
import type { Db } from '../../db/open.server.ts'
import { holdsText } from '../../db/search.server.ts'
import { lookUp, searchPage } from '../../db/search-page.server.ts'
import { orderItems, orders, posSales, products, reviews } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Page } from '../../rules/lists.ts'
import { type ReviewState, STAR_CHOICES, type StarChoice } from '../../rules/reviews/reviews.ts'
import { isUuid } from '../../rules/uuid.ts'
import { listPhotos } from './own-review.ts'

const NEWEST: SortColumn = { column: reviews.createdAt, type: 'timestamptz' }
const LISTED = {
  ...columnsOf(reviews, 'id', 'stars', 'fit', 'words', 'writer', 'createdAt', 'editedAt'),
  ...columnsOf(reviews, 'answer', 'hiddenAt', 'handledAt', 'anonymizedAt', 'version'),
  product: products.name,
  slug: products.slug,
}

/** Searches part of the words, of the writer's name or of the product's name. */
function searched(search: string) {
  const ofReview = sql`(${holdsText(reviews.words, search)} or ${holdsText(reviews.writer, search)})`
  const ofProduct = holdsText(products.name, search)
  const isOf = sql`${products.id} = ${reviews.productId}`
  return {
    table: reviews,
    id: reviews.id,
    lookups: lookUp(products, isOf),
    holds: sql`(${ofReview} or ${ofProduct})`,
    found: sql`select ${reviews.id} from ${reviews} where ${ofReview}
      union select ${reviews.id} from ${products} join ${reviews} on ${isOf} where ${ofProduct}`,
  }
}

const IN_STATE = {
  new: isNull(reviews.handledAt),
  shown: isNull(reviews.hiddenAt),
  hidden: isNotNull(reviews.hiddenAt),
}

/** A page of all reviews, the newest first. */
export async function listAdminReviews(
  db: Db,
  asked: {
    search: string
    state: ReviewState | null
    stars: StarChoice | null
    after: string | null
    limit: number
  },
): Promise<Page<ListedReview>> {
  const { search, state, stars, after, limit } = asked
  const { cursor, order, rest } = pageBy(NEWEST, reviews.id, { direction: 'desc', after })
  const where = and(
    state ? IN_STATE[state] : undefined,
    stars ? between(reviews.stars, STAR_CHOICES[stars][0], STAR_CHOICES[stars][1]) : undefined,
    rest,
  )
  const rows = await selectListed(db, cursor)
    .where(await searchPage(db, { search, limit }, searched, { where, order }))
    .orderBy(...order)
    .limit(limit + 1)
  return cutPage(rows, limit)
}

const selectListed = (db: Db, cursor = sql<string>`''`) =>
  db
    .select({ ...LISTED, cursor })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .$dynamic()
export type ListedReview = Omit<Awaited<ReturnType<typeof selectListed>>[number], 'cursor'>

/** One review with its photos and its order or sale; undefined when there is none. */
export async function findAdminReview(shop: Pick<Shop, 'db' | 'storage'>, id: string) {
  if (!isUuid(id)) return undefined
  const [review] = await shop.db
    .select({
      ...LISTED,
      ...columnsOf(reviews, 'answeredAt', 'hiddenReason'),
      answeredBy: personName(reviews.answeredBy),
      hiddenBy: personName(reviews.hiddenBy),
      orderNumber: orders.orderNumber,
      saleNumber: posSales.saleNumber,
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .leftJoin(orderItems, eq(orderItems.id, reviews.orderItemId))
    .leftJoin(orders, eq(orders.id, orderItems.orderId))
    .leftJoin(posSales, eq(posSales.id, reviews.posSaleId))
    .where(eq(reviews.id, id))
  return review && { ...review, photos: await listPhotos(shop, [id]) }
}
export type AdminReview = NonNullable<Awaited<ReturnType<typeof findAdminReview>>>
