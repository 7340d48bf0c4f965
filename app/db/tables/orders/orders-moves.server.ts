import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ORDER_EMAIL_KINDS } from '../../../rules/orders/order-transitions.ts'
import { ORDER_REVIEW_REASONS } from '../../../rules/orders/orders.ts'
import { idOf, oneOf, stamp } from '../../columns.server.ts'
import { orderEvents, orders } from './orders.server.ts'
import { shipments } from './orders-shipments.server.ts'

/**
 * Statuses that staff have just set: the state that undo restores, and the email that is sent when the time for undo is
 * over.
 */
export const undoableMoves = pgTable(
  'undoable_moves',
  {
    orderId: idOf(() => orders.id, 'cascade').primaryKey(),
    eventId: bigint({ mode: 'number' })
      .references(() => orderEvents.id, { onDelete: 'cascade' })
      .notNull(),
    /** The order's version after the step: another version means that something else has happened to the order. */
    version: integer().notNull(),
    until: stamp().notNull(),
    email: text({ enum: ORDER_EMAIL_KINDS }),
    /** The parcel that was just sent: its own email is sent. */
    shipmentId: idOf(() => shipments.id, 'cascade'),
    expiresAt: stamp().notNull(),
    packedAt: stamp(),
    shippedAt: stamp(),
    deliveredAt: stamp(),
    cancelledAt: stamp(),
    reviewReason: text({ enum: ORDER_REVIEW_REASONS }),
  },
  (t) => [
    uniqueIndex('undoable_moves_of_event').on(t.eventId),
    check('undoable_moves_email', sql`${t.email} in (${oneOf(ORDER_EMAIL_KINDS)})`),
    check(
      'undoable_moves_review_reason',
      sql`${t.reviewReason} in (${oneOf(ORDER_REVIEW_REASONS)})`,
    ),
  ],
)
