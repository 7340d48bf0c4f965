import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { DELIVERY_STATES } from '../../rules/purchasing/deliveries.ts'
import { createdAt, growingId, id, idOf, oneOf, stamp, version } from '../columns.server.ts'
import { users } from './accounts/accounts.server.ts'
import { variants } from './catalogue/catalogue.server.ts'

export const suppliers = pgTable(
  'suppliers',
  {
    id: id(),
    name: text().notNull(),
    phone: text(),
    note: text(),
    isActive: boolean().notNull().default(true),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('suppliers_name').on(sql`lower(${t.name})`)],
)

/** A delivery of a supplier: entered, perhaps expected, and booked into stock at once or in parts. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: id(),
    number: integer().generatedAlwaysAsIdentity().notNull().unique(),
    supplierId: idOf(() => suppliers.id, 'restrict'),
    state: text({ enum: DELIVERY_STATES }).notNull().default('draft'),
    note: text().notNull().default(''),
    expectedOn: date(),
    /** The keys of the last requests that added a unit, so that a repeated request adds none. */
    presses: text().array().notNull().default([]),
    createdBy: idOf(() => users.id, 'set null'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    check('deliveries_state', sql`${t.state} in (${oneOf(DELIVERY_STATES)})`),
    index('deliveries_newest').on(t.createdAt, t.id),
    index('deliveries_by_state').on(t.state, t.createdAt, t.id),
    index('deliveries_of_supplier').on(t.supplierId),
  ],
)

/** One variant in a delivery. `arriving` units are typed but not in stock yet; `received` units are. */
export const deliveryLines = pgTable(
  'delivery_lines',
  {
    id: growingId(),
    deliveryId: idOf(() => deliveries.id, 'cascade').notNull(),
    // A line that was never booked has no history, and is deleted with its variant.
    variantId: idOf(() => variants.id, 'cascade').notNull(),
    expected: integer().notNull().default(0),
    arriving: integer().notNull().default(0),
    received: integer().notNull().default(0),
    unitCost: integer(),
  },
  (t) => [
    unique('delivery_lines_once').on(t.deliveryId, t.variantId),
    check(
      'delivery_lines_units',
      sql`${t.expected} >= 0 and ${t.arriving} >= 0 and ${t.received} >= 0 and ${t.unitCost} >= 0`,
    ),
    index('delivery_lines_of_variant').on(t.variantId),
  ],
)

/** One booking of delivered units into stock; undone by a reversing entry in the ledger. */
export const deliveryBookings = pgTable(
  'delivery_bookings',
  {
    id: id(),
    deliveryId: idOf(() => deliveries.id, 'restrict').notNull(),
    byUser: idOf(() => users.id, 'set null'),
    reversedAt: stamp(),
    reversedBy: idOf(() => users.id, 'set null'),
    createdAt: createdAt(),
  },
  (t) => [index('delivery_bookings_of_delivery').on(t.deliveryId, t.createdAt)],
)

/** The units of one booking, with their cost at that time. */
export const deliveryBookingLines = pgTable(
  'delivery_booking_lines',
  {
    bookingId: idOf(() => deliveryBookings.id, 'restrict').notNull(),
    variantId: idOf(() => variants.id, 'restrict').notNull(),
    quantity: integer().notNull(),
    unitCost: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.bookingId, t.variantId] }),
    check('delivery_booking_lines_units', sql`${t.quantity} > 0 and ${t.unitCost} >= 0`),
    index('delivery_booking_lines_of_variant').on(t.variantId),
  ],
)
