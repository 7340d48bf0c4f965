import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { LONGEST_WAYBILL } from '../../../rules/orders/orders.ts'
import { LONGEST_COURIER } from '../../../rules/orders/shipments.ts'
import { createdAt, id, idOf, stamp } from '../../columns.server.ts'
import { users } from '../accounts/accounts.server.ts'
import { orderItems, orders } from './orders.server.ts'

/** The parcels of an order that is sent in parts; an order that is sent whole has none. */
export const shipments = pgTable(
  'shipments',
  {
    id: id(),
    orderId: idOf(() => orders.id, 'cascade').notNull(),
    /** 1 for the first parcel of its order. */
    number: integer().notNull(),
    courierName: text().notNull(),
    waybill: text(),
    shippedAt: stamp().notNull(),
    deliveredAt: stamp(),
    byUser: idOf(() => users.id, 'set null'),
    createdAt: createdAt(),
  },
  (t) => [
    check('shipments_number', sql`${t.number} > 0`),
    check(
      'shipments_courier',
      sql`char_length(${t.courierName}) between 1 and ${sql.raw(`${LONGEST_COURIER}`)}`,
    ),
    check(
      'shipments_waybill',
      sql`char_length(${t.waybill}) between 1 and ${sql.raw(`${LONGEST_WAYBILL}`)}`,
    ),
    uniqueIndex('shipments_of_order').on(t.orderId, t.number),
  ],
)

/** The content of a parcel. A trigger keeps the units of a line, over all parcels, within those ordered. */
export const shipmentItems = pgTable(
  'shipment_items',
  {
    shipmentId: idOf(() => shipments.id, 'cascade').notNull(),
    orderItemId: idOf(() => orderItems.id, 'cascade').notNull(),
    quantity: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shipmentId, t.orderItemId] }),
    check('shipment_items_quantity', sql`${t.quantity} > 0`),
    index('shipment_items_of_line').on(t.orderItemId),
  ],
)
