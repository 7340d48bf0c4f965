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
import type { UnreadReason } from '../../../rules/messages/till/event-problems.ts'
import { SHIFT_ENDINGS } from '../../../rules/messages/till/review.ts'
import { type ShiftFigures } from '../../../rules/till/till-cash.ts'
import { createdAt, id, idOf, oneOf, stamp } from '../../columns.server.ts'
import { ofUser } from '../accounts/accounts.server.ts'
import { origin, requiredUserRef, userRef } from './till-columns.server.ts'

/** A counter with a name. One device at a time is this till. */
export const tills = pgTable(
  'tills',
  {
    id: id(),
    name: text().notNull(),
    deviceId: uuid(),
    /** While a shift is open and this time is long ago, the web shop reserves units (modules/stock/availability.ts). */
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
 * A device that is or was a till, with the key that signs its events. `tillId` and `claimedAt` stay when another device
 * takes over the till, because earlier events of this device may still arrive.
 */
export const tillDevices = pgTable('till_devices', {
  deviceId: uuid().primaryKey(),
  tillId: idOf(() => tills.id, 'restrict').notNull(),
  /** The raw point of P-256, in base64; the first key stays. Null for a device that has sent none. */
  publicKey: text(),
  claimedAt: createdAt(),
  /** When it stopped being that till: its key proves nothing that began there later. */
  leftAt: stamp(),
})

/** Who was signed in at a device: its key proves only events in their names. */
export const tillDeviceUsers = pgTable(
  'till_device_users',
  {
    deviceId: idOf(() => tillDevices.deviceId, 'cascade').notNull(),
    userId: ofUser(),
    since: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.userId] })],
)

/** A shift has the id that the till gave it, also when it was opened offline. */
export const shifts = pgTable(
  'shifts',
  {
    id: uuid().primaryKey(),
    tillId: idOf(() => tills.id, 'restrict').notNull(),
    openedBy: requiredUserRef(),
    openedAt: stamp().notNull(),
    openingFloat: integer().notNull(),
    closedBy: userRef(),
    closedAt: stamp(),
    /** The number of each note and coin, counted without seeing the expected sum. */
    counted: jsonb().$type<Record<string, number>>(),
    countedTotal: integer(),
    /** The expected content of the drawer when the count arrived, in kwacha. */
    expectedTotal: integer(),
    /** The Z report at that time: later events do not change it. */
    closingFigures: jsonb().$type<ShiftFigures>(),
    /** Why the shop closed the shift without a count. */
    ending: text({ enum: SHIFT_ENDINGS }),
    /** The cashier's note at the count. */
    note: text(),
    ...origin(),
    /** When the back office closed it because nobody at the till did; what the till sends of it later is reviewed. */
    abandonedAt: stamp(),
  },
  (t) => [
    uniqueIndex('shifts_one_open').on(t.tillId).where(sql`closed_at is null`),
    index('shifts_newest').on(t.openedAt, t.id),
    index('shifts_of_till').on(t.tillId, t.openedAt),
    index('shifts_by_closing').on(t.closedAt),
    check('shifts_ending', sql`${t.ending} in (${oneOf(SHIFT_ENDINGS)})`),
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
    shiftId: idOf(() => shifts.id, 'restrict').notNull(),
    byUser: requiredUserRef(),
    amount: integer().notNull(),
    reason: text().notNull(),
    at: stamp().notNull(),
    ...origin(),
  },
  (t) => [
    check('shift_cash_amount', sql`${t.amount} <> 0`),
    index('shift_cash_of_shift').on(t.shiftId, t.at),
  ],
)

/** Numbers that a till may give to sales while it is offline; each is used by one sale. */
export const saleNumberLeases = pgTable(
  'sale_number_leases',
  {
    saleNumber: text().primaryKey(),
    tillId: idOf(() => tills.id, 'restrict').notNull(),
    leasedAt: createdAt(),
  },
  (t) => [index('sale_number_leases_of_till').on(t.tillId)],
)

/** The price lists that a till has received: its offline sales are checked against them. */
export const tillPriceLists = pgTable(
  'till_price_lists',
  {
    tillId: idOf(() => tills.id, 'cascade').notNull(),
    asOf: stamp().notNull(),
    notedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.tillId, t.asOf] })],
)

/** Staff PINs, which unlock a till and approve discounts. Stores a key that is derived from the PIN, never the PIN. */
export const tillPins = pgTable('till_pins', {
  userId: ofUser().primaryKey(),
  salt: text().notNull(),
  key: text().notNull(),
  /**
   * Whether its owner could approve when the PIN was set. A cashier's PIN does not approve after its owner became an
   * admin, nor does a PIN from the time when tills stored enough to guess it.
   */
  approves: boolean().notNull().default(false),
  setAt: createdAt(),
})

/** Events of a till that nobody could read: kept as they arrived, for a person, so that no sale is lost. */
export const unreadableTillEvents = pgTable('unreadable_till_events', {
  id: text().primaryKey(),
  sentBy: requiredUserRef(),
  deviceId: uuid(),
  body: jsonb().$type<unknown>().notNull(),
  why: jsonb().$type<UnreadReason>().notNull(),
  receivedAt: createdAt(),
})
