import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import { cutPage, pageBy, type SortColumn } from '../../db/keyset.server.ts'
import type { Db } from '../../db/open.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import { orderItems, posSaleItems, reviews } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Page } from '../../rules/lists.ts'
import {
  type FitCounts,
  type RatingSummary,
  type ShownReview,
  STARS,
} from '../../rules/reviews/reviews.ts'
import { listPhotos } from './own-review.ts'

const PAGE_SIZE = 5
const NEWEST: SortColumn = { column: reviews.createdAt, type: 'timestamptz' }

const PRODUCT = sql.placeholder('productId')
const prepareSummary = prepareOnce((db: Db) =>
  db
    .select({ ...columnsOf(reviews, 'stars', 'fit'), count: count() })
    .from(reviews)
    .where(and(eq(reviews.productId, PRODUCT), isNull(reviews.hiddenAt)))
    .groupBy(reviews.stars, reviews.fit),
)

/** The number of reviews of a product by stars, and by how it fits. */
export async function readSummary(db: Db, productId: string): Promise<RatingSummary> {
  const rows = await prepareSummary(db).execute({ productId })
  const sumOf = (which: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(which).reduce((sum, row) => sum + row.count, 0)
  const fits: FitCounts = {
    small: sumOf(({ fit }) => fit === 'small'),
    true: sumOf(({ fit }) => fit === 'true'),
    large: sumOf(({ fit }) => fit === 'large'),
  }
  return {
    byStars: STARS.map((stars) => ({ stars, count: sumOf((row) => row.stars === stars) })),
    fits: fits.small + fits.true + fits.large > 0 ? fits : null,
  }
}

/** The newest reviews, or those after a page. */
function selectReviews(db: Db, after: string | null) {
  const { cursor, order, rest } = pageBy(NEWEST, reviews.id, { direction: 'desc', after })
  return db
    .select({
      ...columnsOf(reviews, 'id', 'stars', 'fit', 'words', 'writer', 'createdAt', 'answer'),
      isEdited: sql<boolean>`${reviews.editedAt} is not null`,
      size: sql<string | null>`coalesce(${orderItems.size}, ${posSaleItems.size})`,
      color: sql<string | null>`coalesce(${orderItems.color}, ${posSaleItems.color})`,
      cursor,
    })
    .from(reviews)
    .leftJoin(orderItems, eq(orderItems.id, reviews.orderItemId))
    .leftJoin(posSaleItems, eq(posSaleItems.id, reviews.posSaleItemId))
    .where(and(eq(reviews.productId, PRODUCT), isNull(reviews.hiddenAt), rest))
    .orderBy(...order)
    .limit(PAGE_SIZE + 1)
}
const prepareNewest = prepareOnce((db: Db) => selectReviews(db, null))

/** One page of a product's visible reviews, the newest first; of the writers only the names. */
export async function listReviews(
  shop: Pick<Shop, 'db' | 'storage'>,
  productId: string,
  after: string | null,
): Promise<Page<ShownReview>> {
  const query = after === null ? prepareNewest(shop.db) : selectReviews(shop.db, after).prepare('')
  const rows = await query.execute({ productId })
  const page = cutPage(rows, PAGE_SIZE)
  const photos = await listPhotos(
    shop,
    page.rows.map(({ id }) => id),
  )
  const photosOf = Map.groupBy(photos, ({ reviewId }) => reviewId)
  return { ...page, rows: page.rows.map((row) => ({ ...row, photos: photosOf.get(row.id) ?? [] })) }
}
