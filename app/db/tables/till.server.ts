import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { POS_PAYMENT_METHODS, POS_PAYMENT_STATUSES } from '../../rules/payments/payments.ts'
import { type ShiftFigures } from '../../rules/till/till-cash.ts'
import { REVIEW_REASONS } from '../../rules/till/till-events.ts'
import { users } from './accounts.server.ts'
import { products, variants } from './catalogue.server.ts'
import { createdAt, id, oneOf, stamp } from './columns.server.ts'

const person = () => uuid().references(() => users.id, { onDelete: 'restrict' })
const somebody = () => person().notNull()

/** A counter with a name. One device at a time stands for it. */
export const tills = pgTable(
  'tills',
  {
    id: id(),
    name: text().notNull(),
    deviceId: uuid(),
    /** While a shift is open and this is long ago, the web shop keeps units back (modules/catalogue/availability.ts). */
    lastSeenAt: stamp(),
    retiredAt: stamp(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('tills_name').on(sql`lower(${t.name})`).where(sql`retired_at is null`),
    uniqueIndex('tills_device').on(t.deviceId),
    check('tills_named', sql`${t.name} <> ''`),
  ],
)

/**
 * A device that is or was a till, and the key that its events are signed with. `tillId` and `claimedAt` stay
 * when another device takes the till over: what this one made before still comes.
 */
export const tillDevices = pgTable('till_devices', {
  deviceId: uuid().primaryKey(),
  tillId: uuid()
    .notNull()
    .references(() => tills.id, { onDelete: 'restrict' }),
  /** The raw point of P-256, in base64; the first one stays. Null for a device that has sent none. */
  publicKey: text(),
  claimedAt: createdAt(),
  /** When it stopped standing for that till: it proves nothing of what began there later. */
  leftAt: stamp(),
})

/** Who was signed in at a device: its key proves what it made in their names, and in nobody else's. */
export const tillDeviceUsers = pgTable(
  'till_device_users',
  {
    deviceId: uuid()
      .notNull()
      .references(() => tillDevices.deviceId, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    since: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.userId] })],
)

/** Whose session sent an event, from which device, and whether that device's key had signed it. */
const origin = () => ({
  sentBy: person(),
  deviceId: uuid(),
  isSigned: boolean().notNull().default(false),
})

/** A shift has the id that the till gave it, also when it was opened without a network. */
export const shifts = pgTable(
  'shifts',
  {
    id: uuid().primaryKey(),
    tillId: uuid()
      .notNull()
      .references(() => tills.id, { onDelete: 'restrict' }),
    openedBy: somebody(),
    openedAt: stamp().notNull(),
    openingFloat: integer().notNull(),
    closedBy: person(),
    closedAt: stamp(),
    /** Pieces of each note and coin, counted without seeing what should be there. */
    counted: jsonb().$type<Record<string, number>>(),
    countedTotal: integer(),
    /** What the drawer should have held when the count came in, in kwacha. */
    expectedTotal: integer(),
    /** The Z report as it was then: what comes later changes nothing on it. */
    closingFigures: jsonb().$type<ShiftFigures>(),
    note: text(),
    ...origin(),
    /** When the office closed it because nobody at the till did; what the till sends of it after that is looked at. */
    abandonedAt: stamp(),
    receivedAt: createdAt(),
  },
  (t) => [
    uniqueIndex('shifts_one_open').on(t.tillId).where(sql`closed_at is null`),
    index('shifts_newest').on(t.openedAt, t.id),
    index('shifts_of_till').on(t.tillId, t.openedAt),
    index('shifts_by_closing').on(t.closedAt),
    check('shifts_float', sql`${t.openingFloat} >= 0`),
    check('shifts_closed', sql`(${t.closedAt} is null) = (${t.closedBy} is null)`),
    check('shifts_abandoned', sql`${t.abandonedAt} is null or ${t.closedAt} is not null`),
    check('shifts_counted', sql`(${t.counted} is null) = (${t.countedTotal} is null)`),
  ],
)

/** Cash put into the drawer (above 0) or taken out (below), with the reason. */
export const shiftCash = pgTable(
  'shift_cash',
  {
    id: uuid().primaryKey(),
    shiftId: uuid()
      .notNull()
      .references(() => shifts.id, { onDelete: 'restrict' }),
    byUser: somebody(),
    amount: integer().notNull(),
    reason: text().notNull(),
    at: stamp().notNull(),
    ...origin(),
    receivedAt: createdAt(),
  },
  (t) => [
    check('shift_cash_amount', sql`${t.amount} <> 0`),
    index('shift_cash_of_shift').on(t.shiftId, t.at),
  ],
)

/** Numbers that a till may give to sales while it has no network; a sale bears it once. */
export const saleNumberLeases = pgTable(
  'sale_number_leases',
  {
    saleNumber: text().primaryKey(),
    tillId: uuid()
      .notNull()
      .references(() => tills.id, { onDelete: 'restrict' }),
    leasedAt: createdAt(),
  },
  (t) => [index('sale_number_leases_of_till').on(t.tillId)],
)

/** Which lists of prices a till has had: what it sold without a network is checked against them. */
export const tillPriceLists = pgTable(
  'till_price_lists',
  {
    tillId: uuid()
      .notNull()
      .references(() => tills.id, { onDelete: 'cascade' }),
    asOf: stamp().notNull(),
    notedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.tillId, t.asOf] })],
)

/** A PIN of the staff, never itself: what is derived from it, to unlock a till and to approve discounts. */
export const tillPins = pgTable('till_pins', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  salt: text().notNull(),
  key: text().notNull(),
  /**
   * Set by somebody who may approve. A cashier's who became an admin approves nothing, nor does one of
   * before tills kept too little to guess it by.
   */
  approves: boolean().notNull().default(false),
  setAt: createdAt(),
})

export const posSales = pgTable(
  'pos_sales',
  {
    id: id(),
    saleNumber: text().notNull().unique(),
    cashierId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    customerName: text(),
    customerPhone: text(),
    paymentMethod: text({ enum: POS_PAYMENT_METHODS }).notNull(),
    subtotal: integer().notNull(),
    taxAmount: integer().notNull().default(0),
    discountAmount: integer().notNull().default(0),
    totalAmount: integer().notNull(),
    paymentStatus: text({ enum: POS_PAYMENT_STATUSES }).notNull(),
    notes: text(),
    /** Made at the till: a sale sent twice is one sale. */
    idempotencyKey: text().notNull().unique(),
    tillId: uuid().references(() => tills.id, { onDelete: 'restrict' }),
    shiftId: uuid().references(() => shifts.id, { onDelete: 'restrict' }),
    /** The part that was paid in cash, in kwacha: all, none, or some beside mobile money. */
    cashAmount: integer().notNull().default(0),
    cashGiven: integer(),
    approvedBy: person(),
    /** What a person has to look at, for a sale is never refused once the items have left. */
    reviewReasons: text({ enum: REVIEW_REASONS }).array().notNull().default([]),
    reviewNote: text(),
    handledAt: stamp(),
    handledBy: person(),
    ...origin(),
    /** When it was sold, by the till's clock. */
    createdAt: createdAt(),
    receivedAt: createdAt(),
  },
  (t) => [
    check('pos_sales_method', sql`${t.paymentMethod} in (${oneOf(POS_PAYMENT_METHODS)})`),
    check('pos_sales_status', sql`${t.paymentStatus} in (${oneOf(POS_PAYMENT_STATUSES)})`),
    check(
      'pos_sales_amounts',
      sql`${t.subtotal} >= 0 and ${t.taxAmount} >= 0 and ${t.discountAmount} between 0 and ${t.subtotal}`,
    ),
    check(
      'pos_sales_total',
      sql`${t.totalAmount} = ${t.subtotal} + ${t.taxAmount} - ${t.discountAmount}`,
    ),
    check(
      'pos_sales_cash',
      sql`${t.cashAmount} between 0 and ${t.totalAmount} and (${t.paymentMethod} <> 'cash' or ${t.cashAmount} = ${t.totalAmount})`,
    ),
    check('pos_sales_given', sql`${t.cashGiven} >= ${t.cashAmount}`),
    check(
      'pos_sales_review_reasons',
      sql`${t.reviewReasons} <@ array[${oneOf(REVIEW_REASONS)}]::text[]`,
    ),
    index('pos_sales_of_shift').on(t.shiftId, t.createdAt),
    index('pos_sales_of_till_by_total').on(t.tillId, t.totalAmount, t.id),
    index('pos_sales_of_till').on(t.tillId, t.createdAt, t.id),
    index('pos_sales_under_review')
      .on(t.receivedAt, t.id)
      .where(sql`review_reasons <> '{}' and handled_at is null`),
    index('pos_sales_by_total').on(t.totalAmount, t.id),
    index('pos_sales_newest').on(t.createdAt, t.id),
    index('pos_sales_number_search').using('gin', sql`${t.saleNumber} gin_trgm_ops`),
    index('pos_sales_name_search').using('gin', sql`${t.customerName} gin_trgm_ops`),
  ],
)

export const posSaleItems = pgTable(
  'pos_sale_items',
  {
    id: id(),
    posSaleId: uuid()
      .notNull()
      .references(() => posSales.id, { onDelete: 'cascade' }),
    /** Empty for items that were deleted while the till was out of touch. */
    productId: uuid().references(() => products.id, { onDelete: 'restrict' }),
    variantId: uuid().references(() => variants.id, { onDelete: 'restrict' }),
    name: text().notNull(),
    sku: text().notNull(),
    size: text(),
    color: text(),
    quantity: integer().notNull(),
    unitPrice: integer().notNull(),
    discountAmount: integer().notNull().default(0),
    totalPrice: integer().notNull(),
    /** Sold, but not there by the books: units that a person has to find or write off. */
    missing: integer().notNull().default(0),
    position: integer().notNull(),
  },
  (t) => [
    check('pos_sale_items_quantity', sql`${t.quantity} > 0`),
    check(
      'pos_sale_items_total',
      sql`${t.unitPrice} >= 0 and ${t.totalPrice} = ${t.unitPrice} * ${t.quantity} - ${t.discountAmount}`,
    ),
    check(
      'pos_sale_items_discount',
      sql`${t.discountAmount} between 0 and ${t.unitPrice} * ${t.quantity}`,
    ),
    check('pos_sale_items_missing', sql`${t.missing} between 0 and ${t.quantity}`),
    index('pos_sale_items_of_sale').on(t.posSaleId, t.position),
    index('pos_sale_items_of_product').on(t.productId),
    index('pos_sale_items_of_variant').on(t.variantId),
  ],
)

/** Items that came back against a receipt, and the cash that went out for them. */
export const posReturns = pgTable(
  'pos_returns',
  {
    id: uuid().primaryKey(),
    posSaleId: uuid()
      .notNull()
      .references(() => posSales.id, { onDelete: 'restrict' }),
    shiftId: uuid().references(() => shifts.id, { onDelete: 'restrict' }),
    cashierId: somebody(),
    refundAmount: integer().notNull(),
    reason: text().notNull(),
    /** The sale of what the customer took instead. */
    exchangeSaleId: uuid(),
    approvedBy: person(),
    reviewReasons: text({ enum: REVIEW_REASONS }).array().notNull().default([]),
    handledAt: stamp(),
    handledBy: person(),
    ...origin(),
    at: stamp().notNull(),
    receivedAt: createdAt(),
  },
  (t) => [
    check('pos_returns_refund', sql`${t.refundAmount} >= 0`),
    check(
      'pos_returns_review_reasons',
      sql`${t.reviewReasons} <@ array[${oneOf(REVIEW_REASONS)}]::text[]`,
    ),
    index('pos_returns_of_sale').on(t.posSaleId),
    index('pos_returns_of_shift').on(t.shiftId, t.at),
    index('pos_returns_under_review')
      .on(t.receivedAt, t.id)
      .where(sql`review_reasons <> '{}' and handled_at is null`),
    index('pos_returns_by_day').on(t.at),
  ],
)

export const posReturnItems = pgTable(
  'pos_return_items',
  {
    id: id(),
    posReturnId: uuid()
      .notNull()
      .references(() => posReturns.id, { onDelete: 'cascade' }),
    posSaleItemId: uuid()
      .notNull()
      .references(() => posSaleItems.id, { onDelete: 'restrict' }),
    quantity: integer().notNull(),
    /** Kwacha given back for these units. */
    amount: integer().notNull(),
    /** Back in stock, or written off. */
    isRestocked: boolean().notNull(),
  },
  (t) => [
    check('pos_return_items_amounts', sql`${t.quantity} > 0 and ${t.amount} >= 0`),
    index('pos_return_items_of_return').on(t.posReturnId),
    index('pos_return_items_of_line').on(t.posSaleItemId),
  ],
)

/** What a till sent that nobody could read: kept as it came, for a person. Nothing that was sold is lost. */
export const unreadableTillEvents = pgTable('unreadable_till_events', {
  id: text().primaryKey(),
  sentBy: somebody(),
  deviceId: uuid(),
  body: jsonb().$type<unknown>().notNull(),
  why: text().notNull(),
  receivedAt: createdAt(),
})
