import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import {
  posReturns,
  posSales,
  shifts,
  tills,
  unreadableTillEvents,
} from '../../../db/tables.server.ts'
import { codeOf, isLostToRival } from '../../../db/violations.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { mayRunShop } from '../../../rules/accounts/roles.ts'
import type { UnreadReason } from '../../../rules/messages/till/event-problems.ts'
import { readTillEvent } from '../../../rules/till/read-till-events.ts'
import type { Received, TillEvent } from '../../../rules/till/till-events.ts'
import { saleTotals } from '../../../rules/till/till-sale.ts'
import { type Approved, readApproval } from '../devices/approve.ts'
import { findDevice } from '../devices/devices.ts'
import { recordReturn } from '../returns/record-return.ts'
import { recordSale } from '../sales/record-sale.ts'
import { isCashSale } from '../sales/same-sale.ts'
import {
  recordCashMoved,
  recordShiftClosed,
  recordShiftOpened,
  type Unplaced,
} from '../shifts/record-shift.ts'
import {
  findOrigin,
  findSigner,
  isAtShift,
  isOfShift,
  type Origin,
  type Sender,
  type Signer,
} from './event-origin.ts'

/**
 * Records what happened at a till, in its order, each event in a transaction of its own. An event that is answered is
 * kept; sent again, it is not recorded twice. An event that cannot be read or placed is kept as it came. Stops at the
 * first event that the database could not take just now: the till sends that one and the rest again.
 */
export async function ingestEvents(
  shop: Shop,
  sender: Sender,
  sent: readonly unknown[],
): Promise<Received[]> {
  const received: Received[] = []
  for (const one of sent) {
    try {
      received.push(await ingestEvent(shop, sender, one))
    } catch (error) {
      shop.log.error({ error }, 'till event not received')
      break
    }
  }
  return received
}

async function ingestEvent(shop: Shop, sender: Sender, sent: unknown): Promise<Received> {
  const read = readTillEvent(sent)
  if (!read.ok) return keepUnread(shop, sender, sent, read.why)
  const { event } = read
  try {
    const signer = await findSigner(shop.db, event, sent as object)
    const approved = await findApproval(shop, sender, signer, event)
    return await twice(() =>
      shop.db.transaction(async (db) => {
        // The same event sent twice at once: the second waits, so that it finds and drops the unread copy
        // which the first may keep.
        await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${event.id}, 7))`)
        const recorded = await record(shop, db, sender, event, { signer, approved })
        if ('why' in recorded) return keepUnread({ db, log: shop.log }, sender, sent, recorded.why)
        await dropUnread(db, event.id, sent)
        return recorded
      }),
    )
  } catch (error) {
    // What violates the database's rules would be refused for ever: keep it unread, so that the till's queue goes on.
    if (!['22', '23'].includes(codeOf(error).slice(0, 2))) throw error
    shop.log.error({ error, event: event.id }, 'till event refused by the database')
    return keepUnread(shop, sender, sent, {
      code: 'database-refused',
      state: codeOf(error),
    })
  }
}

/** Retries once after another transaction took the same number or row first: then that row is visible. */
async function twice<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isLostToRival(error)) throw error
    return work()
  }
}

/** Checks the approval of a sale or return. A known event that is sent again is no new guess at a PIN. */
async function findApproval(
  shop: Shop,
  sender: Sender,
  signer: Signer,
  event: TillEvent,
): Promise<Approved | null> {
  if (!('approval' in event) || !event.approval) return null
  const { db } = shop
  const known =
    event.kind === 'sale'
      ? await db.$count(posSales, isCashSale(event.id))
      : await db.$count(posReturns, eq(posReturns.id, event.id))
  if (known > 0) return null
  const deviceId = signer && signer !== 'wrong' ? signer.deviceId : sender.deviceId
  const by = { userId: sender.userId, ip: sender.ip, deviceId }
  if (event.kind === 'return')
    return readApproval(shop, by, event.approval, { returnId: event.id, refund: event.refund })
  const { discountAmount: off, subtotal } = saleTotals(event.lines, event.discount)
  return readApproval(shop, by, event.approval, { saleId: event.id, off, subtotal })
}

async function record(
  shop: Shop,
  db: Tx,
  sender: Sender,
  event: TillEvent,
  { signer, approved }: { signer: Signer; approved: Approved | null },
): Promise<Received | Unplaced> {
  const origin = await findOrigin(db, sender, signer, event)
  const now = shop.now()
  if (event.kind === 'sale') return recordSale(db, origin, event, approved, now)
  if (event.kind === 'return') return recordReturn(db, origin, event, approved, now)
  const code = signer === 'wrong' ? 'signature-wrong' : await refuseDrawer(db, origin, event)
  if (code) return { why: { code } }
  switch (event.kind) {
    case 'shift-opened':
      return recordShiftOpened(db, origin, event, now)
    case 'cash-moved':
      return recordCashMoved(db, origin, event, now)
    default:
      return recordShiftClosed(db, origin, event, now)
  }
}

type DrawerProblem = 'unsigned' | 'not-of-shift' | 'not-this-till'
type OfDrawer = Exclude<TillEvent, { kind: 'sale' | 'return' }>

/**
 * Why the sender may not open, move or count that drawer, or null. The shift's own device may, and whoever opened the
 * shift from that till; an admin may in their own name. A refused event is kept for a person.
 */
async function refuseDrawer(
  db: Tx,
  origin: Origin,
  event: OfDrawer,
): Promise<DrawerProblem | null> {
  const { sender, signer, userId } = origin
  const isAdmin = mayRunShop(sender.role) && userId === sender.userId
  if (event.kind === 'shift-opened') {
    if (isAdmin || signer?.tillId === event.tillId) return null
    if (!(await isOwnTill(db, sender.deviceId, event))) return NOT_THIS_TILL
    const device = await findDevice(db, sender.deviceId)
    return device?.publicKey ? 'unsigned' : null
  }
  const [shift] = await db
    .select({
      tillId: shifts.tillId,
      openedBy: shifts.openedBy,
      closedAt: shifts.closedAt,
      receivedAt: shifts.receivedAt,
    })
    .from(shifts)
    .where(eq(shifts.id, event.shiftId))
  // Without a shift, recordCashMoved or recordShiftClosed reports that.
  if (!shift || isAdmin) return null
  if (!isOfShift(origin, shift)) return 'not-of-shift'
  const isHere = isAtShift(origin, shift) || (await isOwnTill(db, sender.deviceId, event))
  return isHere ? null : NOT_THIS_TILL
}

const NOT_THIS_TILL = 'not-this-till'

async function isOwnTill(db: Tx, deviceId: string, event: { tillId?: string; shiftId?: string }) {
  const [till] = await db
    .select({ id: tills.id })
    .from(tills)
    .leftJoin(shifts, and(eq(shifts.tillId, tills.id), eq(shifts.id, event.shiftId ?? NOBODY)))
    .where(
      and(
        eq(tills.deviceId, deviceId),
        event.tillId ? eq(tills.id, event.tillId) : isNotNull(shifts.id),
      ),
    )
  return till !== undefined
}
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Deletes the unread copy of an event that is recorded now: it could not be placed before what it refers to had come.
 */
async function dropUnread(db: Tx, id: string, sent: unknown) {
  const kept = await db
    .select(columnsOf(unreadableTillEvents, 'id', 'body'))
    .from(unreadableTillEvents)
    .where(inArray(unreadableTillEvents.id, [id, fingerprintOf(sent)]))
  const done = kept.filter(({ body }) => isDeepStrictEqual(body, sent)).map((one) => one.id)
  if (done.length > 0)
    await db.delete(unreadableTillEvents).where(inArray(unreadableTillEvents.id, done))
}

const LONGEST_ID = 100
/** Id of an event that has none: the hash of its contents, so that it is kept once however often it is sent. */
const fingerprintOf = (sent: unknown) =>
  createHash('sha256').update(JSON.stringify(sent)).digest('hex')

async function keepUnread(
  { db, log }: { db: Db | Tx } & Pick<Shop, 'log'>,
  sender: Sender,
  sent: unknown,
  why: UnreadReason,
): Promise<Received> {
  const sentId = (sent as { id?: unknown } | null)?.id
  const id = typeof sentId === 'string' ? sentId.slice(0, LONGEST_ID) : ''
  log.warn({ id, why }, 'till event kept unread')
  const fingerprint = fingerprintOf(sent)
  const keep = (id: string) =>
    db
      .insert(unreadableTillEvents)
      .values({ id, sentBy: sender.userId, deviceId: sender.deviceId, body: sent ?? '', why })
      .onConflictDoNothing()
  await keep(id || fingerprint)
  // Two different events under one id: the second is kept under its fingerprint.
  const [kept] = await db
    .select({ body: unreadableTillEvents.body })
    .from(unreadableTillEvents)
    .where(eq(unreadableTillEvents.id, id || fingerprint))
  if (!isDeepStrictEqual(kept?.body, sent)) await keep(fingerprint)
  return { id, number: null, reviewReasons: [] }
}
