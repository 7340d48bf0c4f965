import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { ofUser } from './accounts.server.ts'
import { products, variants } from './catalogue.server.ts'
import { createdAt, id, idOf } from './columns.server.ts'

export const cartItems = pgTable(
  'cart_items',
  {
    id: id(),
    userId: ofUser(),
    productId: idOf(() => products.id, 'cascade').notNull(),
    variantId: idOf(() => variants.id, 'cascade').notNull(),
    quantity: integer().notNull(),
    /** Copied from the product when added; checkout shows a change and asks. */
    price: integer().notNull(),
    /** The form's own name for the press that last raised this line: sent again, it counts once. */
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
