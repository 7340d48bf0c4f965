import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import {
  ANSWER_WAYS,
  LONGEST_MESSAGE,
  MESSAGE_KINDS,
} from '../../../rules/orders/order-messages.ts'
import { LONGEST_STAFF_NOTE, LONGEST_TAG } from '../../../rules/orders/order-staff.ts'
import { LONGEST_SENTENCE_NAME } from '../../../rules/orders/ready-sentences.ts'
import { createdAt, growingId, id, idOf, oneOf } from '../../columns.server.ts'
import { users } from '../accounts/accounts.server.ts'
import { orders } from './orders.server.ts'

/** Customers' messages about an order, and the shop's answers. */
export const orderMessages = pgTable(
  'order_messages',
  {
    id: growingId(),
    orderId: idOf(() => orders.id, 'cascade').notNull(),
    /** What a customer's message is about; null for an answer. */
    kind: text({ enum: MESSAGE_KINDS }),
    /** How an answer was sent; null for a customer's message. */
    sentBy: text({ enum: ANSWER_WAYS }),
    text: text().notNull(),
    /** A customer's message that nobody has answered or dismissed. */
    isWaiting: boolean().notNull(),
    /** Null for somebody who used the order's link. */
    byUser: idOf(() => users.id, 'set null'),
    createdAt: createdAt(),
  },
  (t) => [
    check('order_messages_kind', sql`${t.kind} in (${oneOf(MESSAGE_KINDS)})`),
    check('order_messages_sent_by', sql`${t.sentBy} in (${oneOf(ANSWER_WAYS)})`),
    check('order_messages_side', sql`num_nonnulls(${t.kind}, ${t.sentBy}) = 1`),
    check('order_messages_waiting', sql`not ${t.isWaiting} or ${t.kind} is not null`),
    check(
      'order_messages_text',
      sql`char_length(${t.text}) between 1 and ${sql.raw(`${LONGEST_MESSAGE}`)}`,
    ),
    index('order_messages_of_order').on(t.orderId, t.id),
    index('order_messages_to_answer').on(t.orderId).where(sql`is_waiting`),
    index('order_messages_oldest').on(t.createdAt),
  ],
)

/** Notes about an order among staff: no page shows them to the customer. */
export const orderStaffNotes = pgTable(
  'order_staff_notes',
  {
    id: growingId(),
    orderId: idOf(() => orders.id, 'cascade').notNull(),
    text: text().notNull(),
    byUser: idOf(() => users.id, 'set null'),
    createdAt: createdAt(),
  },
  (t) => [
    check(
      'order_staff_notes_text',
      sql`char_length(${t.text}) between 1 and ${sql.raw(`${LONGEST_STAFF_NOTE}`)}`,
    ),
    index('order_staff_notes_of_order').on(t.orderId, t.id),
    index('order_staff_notes_oldest').on(t.createdAt),
  ],
)

/** The shop's tags, each as it was first written. */
export const orderTags = pgTable(
  'order_tags',
  { id: id(), name: text().notNull(), createdAt: createdAt() },
  (t) => [
    check(
      'order_tags_name',
      sql`char_length(${t.name}) between 1 and ${sql.raw(`${LONGEST_TAG}`)}`,
    ),
    uniqueIndex('order_tags_once').on(sql`lower(${t.name})`),
  ],
)

/** The tags of orders. */
export const taggedOrders = pgTable(
  'tagged_orders',
  {
    orderId: idOf(() => orders.id, 'cascade').notNull(),
    tagId: idOf(() => orderTags.id, 'restrict').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.tagId] }),
    index('tagged_orders_of_tag').on(t.tagId, t.orderId),
  ],
)

/** Short texts that staff store for their answers, with placeholders (rules/orders/ready-sentences.ts). */
export const readySentences = pgTable(
  'ready_sentences',
  { id: id(), name: text().notNull(), text: text().notNull(), createdAt: createdAt() },
  (t) => [
    check(
      'ready_sentences_lengths',
      sql`char_length(${t.name}) between 1 and ${sql.raw(`${LONGEST_SENTENCE_NAME}`)} and char_length(${t.text}) between 1 and ${sql.raw(`${LONGEST_MESSAGE}`)}`,
    ),
    uniqueIndex('ready_sentences_once').on(sql`lower(${t.name})`),
  ],
)
