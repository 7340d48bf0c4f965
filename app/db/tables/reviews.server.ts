import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import {
  FITS,
  LONGEST_ANSWER,
  LONGEST_HIDE_REASON,
  LONGEST_WORDS,
  LONGEST_WRITER,
  MOST_PHOTOS,
} from '../../rules/reviews/reviews.ts'
import { createdAt, id, idOf, oneOf, searchIndex, stamp, version } from '../columns.server.ts'
import { users } from './accounts/accounts.server.ts'
import { products } from './catalogue/catalogue.server.ts'
import { pictures } from './media.server.ts'
import { orderItems } from './orders/orders.server.ts'
import { posSaleItems, posSales } from './till/till-sales.server.ts'

const longest = (characters: number) => sql.raw(String(characters))

/**
 * A customer's review of a product that they bought, tied to the line of a paid order of their account, or to the line
 * of the till sale whose receipt they have. Triggers check that the line is theirs, and count the stars in `products`.
 */
export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    productId: idOf(() => products.id, 'restrict').notNull(),
    userId: idOf(() => users.id, 'restrict'),
    orderItemId: idOf(() => orderItems.id, 'restrict'),
    posSaleId: idOf(() => posSales.id, 'restrict'),
    posSaleItemId: idOf(() => posSaleItems.id, 'restrict'),
    stars: integer().notNull(),
    fit: text({ enum: FITS }),
    words: text().notNull().default(''),
    /** The name under which the writer wants to be shown. */
    writer: text().notNull().default(''),
    /** The request that wrote the review last: repeated after a lost answer, it changes nothing. */
    request: text(),
    answer: text(),
    answeredAt: stamp(),
    answeredBy: idOf(() => users.id, 'set null'),
    hiddenAt: stamp(),
    hiddenReason: text(),
    hiddenBy: idOf(() => users.id, 'set null'),
    /** When staff answered, hid or read it; null again once it is changed. */
    handledAt: stamp(),
    /** When the writer's data was removed: the stars stay. */
    anonymizedAt: stamp(),
    editedAt: stamp(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    check('reviews_stars', sql`${t.stars} between 1 and 5`),
    check('reviews_fit', sql`${t.fit} in (${oneOf(FITS)})`),
    check(
      'reviews_lengths',
      sql`length(${t.words}) <= ${longest(LONGEST_WORDS)} and length(${t.writer}) <= ${longest(LONGEST_WRITER)}
        and length(${t.answer}) <= ${longest(LONGEST_ANSWER)} and length(${t.hiddenReason}) <= ${longest(LONGEST_HIDE_REASON)}`,
    ),
    check(
      'reviews_buyer',
      sql`num_nonnulls(${t.userId}, ${t.orderItemId}) = 2 and num_nonnulls(${t.posSaleId}, ${t.posSaleItemId}) = 0
        or num_nonnulls(${t.userId}, ${t.orderItemId}) = 0 and num_nonnulls(${t.posSaleId}, ${t.posSaleItemId}) = 2`,
    ),
    check(
      'reviews_hidden',
      sql`(${t.hiddenAt} is null) = (${t.hiddenReason} is null) and ${t.hiddenReason} <> ''`,
    ),
    check('reviews_answered', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
    check(
      'reviews_anonymized',
      sql`${t.anonymizedAt} is null or (${t.words} = '' and ${t.writer} = '' and num_nonnulls(${t.answer}, ${t.request}) = 0)`,
    ),
    unique('reviews_once_by_account').on(t.userId, t.productId),
    unique('reviews_once_by_receipt').on(t.posSaleId, t.productId),
    index('reviews_of_product').on(t.productId, t.createdAt, t.id).where(sql`hidden_at is null`),
    index('reviews_newest').on(t.createdAt, t.id),
    index('reviews_unhandled').on(t.createdAt, t.id).where(sql`handled_at is null`),
    index('reviews_hidden_newest').on(t.createdAt, t.id).where(sql`hidden_at is not null`),
    index('reviews_by_stars').on(t.stars, t.createdAt, t.id),
    index('reviews_of_order_line').on(t.orderItemId).where(sql`order_item_id is not null`),
    index('reviews_of_sale_line').on(t.posSaleItemId).where(sql`pos_sale_item_id is not null`),
    searchIndex('reviews_words_search', t.words),
    searchIndex('reviews_writer_search', t.writer),
  ],
)

export const reviewPhotos = pgTable(
  'review_photos',
  {
    id: id(),
    reviewId: idOf(() => reviews.id, 'cascade').notNull(),
    pictureId: idOf(() => pictures.id, 'restrict').notNull(),
    position: integer().notNull(),
  },
  (t) => [
    check('review_photos_few', sql`${t.position} between 0 and ${longest(MOST_PHOTOS - 1)}`),
    unique('review_photos_in_order').on(t.reviewId, t.position),
    // A photo belongs to one review, and is deleted with it.
    unique('review_photos_of_picture').on(t.pictureId),
  ],
)
