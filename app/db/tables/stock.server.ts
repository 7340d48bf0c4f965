import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { MOVEMENT_KINDS, STOCK_CAUSES } from '../../rules/stock/stock.ts'
import { users } from './accounts.server.ts'
import { variants } from './catalogue.server.ts'
import { createdAt, growingId, idOf, oneOf, stamp } from './columns.server.ts'

/** The ledger: a variant's inventory is what its rows sum to. Written by one trigger-guarded door. */
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
    /** What it came of, where its kind does not say it. */
    cause: text({ enum: STOCK_CAUSES }),
    /** In a person's own words. */
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
 * Units that an order was promised before they arrived (docs/product.md, Pre-orders). What comes into stock is given to
 * the oldest row first, by a trigger of the ledger; an order that is cancelled has none.
 */
export const preorders = pgTable(
  'preorders',
  {
    id: growingId(),
    orderId: uuid().notNull(),
    variantId: idOf(() => variants.id, 'restrict').notNull(),
    units: integer().notNull(),
    /** Of these, what has not arrived. */
    owed: integer().notNull(),
    /** When its customer was told that all of the order has arrived. */
    toldAt: stamp(),
  },
  (t) => [
    check('preorders_owed', sql`${t.units} > 0 and ${t.owed} between 0 and ${t.units}`),
    unique('preorders_once').on(t.orderId, t.variantId),
    index('preorders_waiting').on(t.variantId, t.id).where(sql`owed > 0`),
    index('preorders_to_tell').on(t.orderId).where(sql`told_at is null`),
  ],
)
