import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { COUNT_STATES } from '../../rules/stock/counts.ts'
import { MOVEMENT_KINDS, STOCK_CAUSES } from '../../rules/stock/stock.ts'
import { createdAt, growingId, id, idOf, oneOf, stamp } from '../columns.server.ts'
import { users } from './accounts/accounts.server.ts'
import { categories, variants } from './catalogue/catalogue.server.ts'

/** The ledger: a variant's inventory is the sum of its rows. Written by one function, which a trigger guards. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: growingId(),
    variantId: idOf(() => variants.id, 'cascade').notNull(),
    kind: text({ enum: MOVEMENT_KINDS }).notNull(),
    quantity: integer().notNull(),
    orderId: uuid(),
    posSaleId: uuid(),
    byUser: idOf(() => users.id, 'set null'),
    /** The cause, when the kind of movement does not name it. */
    cause: text({ enum: STOCK_CAUSES }),
    /** A person's own words. */
    reason: text(),
    createdAt: createdAt(),
  },
  (t) => [
    check('stock_movements_kind', sql`${t.kind} in (${oneOf(MOVEMENT_KINDS)})`),
    check('stock_movements_cause', sql`${t.cause} in (${oneOf(STOCK_CAUSES)})`),
    check('stock_movements_not_zero', sql`${t.quantity} <> 0`),
    index('stock_movements_of_variant').on(t.variantId, t.id),
    index('stock_movements_by_day').on(t.createdAt),
    index('stock_movements_of_order').on(t.orderId).where(sql`order_id is not null`),
    index('stock_movements_of_pos_sale').on(t.posSaleId).where(sql`pos_sale_id is not null`),
  ],
)

/**
 * Units that were promised to an order before they arrived (docs/product.md, Pre-orders). A trigger of the ledger gives
 * incoming units to the oldest row first; a cancelled order has no rows.
 */
export const preorders = pgTable(
  'preorders',
  {
    id: growingId(),
    orderId: uuid().notNull(),
    variantId: idOf(() => variants.id, 'restrict').notNull(),
    units: integer().notNull(),
    /** The units that have not arrived yet. */
    owed: integer().notNull(),
    /** When the customer was notified that the whole order has arrived. */
    toldAt: stamp(),
  },
  (t) => [
    check('preorders_owed', sql`${t.units} > 0 and ${t.owed} between 0 and ${t.units}`),
    unique('preorders_once').on(t.orderId, t.variantId),
    index('preorders_waiting').on(t.variantId, t.id).where(sql`owed > 0`),
    index('preorders_to_tell').on(t.orderId).where(sql`told_at is null`),
  ],
)

/** A stock-take of a category, a location or the whole shop (docs/product.md, Stock-takes). */
export const stockCounts = pgTable(
  'stock_counts',
  {
    id: id(),
    number: integer().generatedAlwaysAsIdentity().notNull().unique(),
    categoryId: idOf(() => categories.id, 'set null'),
    location: text(),
    state: text({ enum: COUNT_STATES }).notNull().default('open'),
    byUser: idOf(() => users.id, 'set null'),
    bookedBy: idOf(() => users.id, 'set null'),
    bookedAt: stamp(),
    createdAt: createdAt(),
  },
  (t) => [
    check('stock_counts_state', sql`${t.state} in (${oneOf(COUNT_STATES)})`),
    check('stock_counts_booked', sql`(${t.state} = 'booked') = (${t.bookedAt} is not null)`),
    index('stock_counts_newest').on(t.createdAt, t.id),
  ],
)

/**
 * The units that somebody counted of a variant, with two figures of that moment: the stock by the ledger, and the units
 * that lay there reserved for orders.
 */
export const stockCountLines = pgTable(
  'stock_count_lines',
  {
    id: growingId(),
    countId: idOf(() => stockCounts.id, 'cascade').notNull(),
    variantId: idOf(() => variants.id, 'cascade').notNull(),
    counted: integer().notNull(),
    ledger: integer().notNull(),
    inOrders: integer().notNull().default(0),
    byUser: idOf(() => users.id, 'set null'),
    /** The request that sent it: a repeated one counts once. */
    request: text(),
    createdAt: createdAt(),
  },
  (t) => [
    check('stock_count_lines_units', sql`${t.counted} >= 0 and ${t.ledger} >= 0`),
    check('stock_count_lines_in_orders', sql`${t.inOrders} >= 0`),
    unique('stock_count_lines_once').on(t.countId, t.byUser, t.request, t.variantId),
    index('stock_count_lines_of_variant').on(t.variantId),
    // The list of stock-takes counts the variants of each.
    index('stock_count_lines_of_count').on(t.countId, t.variantId),
  ],
)
