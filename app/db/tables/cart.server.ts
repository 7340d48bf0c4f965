import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, growingId, id, idOf } from '../columns.server.ts'
import { ofUser } from './accounts/accounts.server.ts'
import { products, variants } from './catalogue/catalogue.server.ts'

export const cartItems = pgTable(
  'cart_items',
  {
    id: id(),
    userId: ofUser(),
    productId: idOf(() => products.id, 'cascade').notNull(),
    variantId: idOf(() => variants.id, 'cascade').notNull(),
    quantity: integer().notNull(),
    /** Copied from the product when the line was added; checkout shows a change and asks. */
    price: integer().notNull(),
    /**
     * The request that last raised this line, for earlier releases that do not know `cart_requests` and run during an
     * update.
     */
    request: text(),
    createdAt: createdAt(),
  },
  (t) => [
    check('cart_items_request', sql`length(${t.request}) between 1 and 60`),
    check('cart_items_quantity', sql`${t.quantity} between 1 and 999`),
    check('cart_items_price', sql`${t.price} >= 0`),
    unique('cart_items_one_line').on(t.userId, t.variantId),
  ],
)

/**
 * Requests to Add to Cart that were counted, by the key that their form gave them. A device resends a waiting request
 * until it is answered, alongside others and much later: this table makes it count once.
 */
export const cartRequests = pgTable(
  'cart_requests',
  {
    id: growingId(),
    userId: ofUser(),
    /** A part of the key: Order again adds several variants with one request. */
    variantId: uuid().notNull(),
    request: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('cart_requests_request', sql`length(${t.request}) between 1 and 60`),
    unique('cart_requests_once').on(t.userId, t.request, t.variantId),
  ],
)
