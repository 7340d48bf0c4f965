import { createHash } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { profiles, shifts, tills, unreadThings } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { readTillThing } from '../../rules/read-till-things.ts'
import { mayRunShop, mayUseTill, ROLES, type Role } from '../../rules/roles.ts'
import type { Received, TillThing } from '../../rules/till-things.ts'
import type { Actor } from '../audit/record-audit.ts'
import { recordReturn } from './record-return.ts'
import { recordSale, type Seller } from './record-sale.ts'
import {
  recordCashMoved,
  recordShiftClosed,
  recordShiftOpened,
  type Unplaced,
} from './record-shift.ts'

/** Who sends, and from which device. */
type Sender = Actor & { role: Role; deviceId: string }

/**
 * Takes what happened at a till, in its order, each thing in a transaction of its own: what is answered is
 * kept, and may be sent again without being done again. What nobody can read or place is kept as it came.
 * It stops at the first that the database could not take just now: the till sends that and the rest again.
 */
export async function receiveThings(
  shop: Shop,
  sender: Sender,
  sent: readonly unknown[],
): Promise<Received[]> {
  const received: Received[] = []
  for (const one of sent) {
    try {
      received.push(await receiveThing(shop, sender, one))
    } catch (error) {
      shop.log.error({ error }, 'till thing not received')
      break
    }
  }
  return received
}

async function receiveThing(shop: Shop, sender: Sender, sent: unknown): Promise<Received> {
  const read = readTillThing(sent)
  if (!read.ok) return keepUnread(shop, sender, sent, read.why)
  const { thing } = read
  try {
    const done = await twice(() =>
      shop.db.transaction(async (db) => record(shop, db, sender, thing)),
    )
    return 'why' in done ? keepUnread(shop, sender, sent, done.why) : done
  } catch (error) {
    // What the database refuses by its own rules it would refuse for ever: the till must not wait behind it.
    if (!/^2[23]/.test(codeOf(error))) throw error
    shop.log.error({ error, thing: thing.id }, 'till thing refused by the database')
    return keepUnread(shop, sender, sent, `the database refused it: ${codeOf(error)}`)
  }
}

const codeOf = (error: unknown) => (error as { cause?: { code?: string } }).cause?.code ?? ''

/** A rival has taken the same number, or the same row first: seen again, it is there. */
async function twice<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!/^(23505|40001|40P01)$/.test(codeOf(error))) throw error
    return work()
  }
}

async function record(
  shop: Shop,
  db: Tx,
  sender: Sender,
  thing: TillThing,
): Promise<Received | Unplaced> {
  const isOfDrawer = thing.kind !== 'sale' && thing.kind !== 'return'
  if (isOfDrawer && !mayRunShop(sender.role) && !(await isOwnTill(db, sender.deviceId, thing)))
    return { why: 'sent by a cashier from a device that does not stand for this till' }
  const seller = await findSeller(db, sender, thing.cashierId)
  const now = shop.now()
  switch (thing.kind) {
    case 'shift-opened':
      return recordShiftOpened(db, seller, thing, now)
    case 'cash-moved':
      return recordCashMoved(db, seller, thing, now)
    case 'sale':
      return recordSale(db, seller, thing, now)
    case 'return':
      return recordReturn(db, sender, seller, thing, now)
    default:
      return recordShiftClosed(db, sender, seller, thing, now)
  }
}

/** Nobody opens, moves or counts the drawer of another till: what was sold there is taken from anywhere. */
async function isOwnTill(db: Tx, deviceId: string, thing: { tillId?: string; shiftId?: string }) {
  const [till] = await db
    .select({ id: tills.id })
    .from(tills)
    .leftJoin(shifts, and(eq(shifts.tillId, tills.id), eq(shifts.id, thing.shiftId ?? NOBODY)))
    .where(
      and(
        eq(tills.deviceId, deviceId),
        thing.tillId ? eq(tills.id, thing.tillId) : isNotNull(shifts.id),
      ),
    )
  return till !== undefined
}
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Yesterday's cashier may have made what today's sends; somebody who may not stand at a till made nothing. */
async function findSeller(db: Tx, sender: Sender, cashierId: string): Promise<Seller> {
  if (cashierId === sender.userId) return { userId: cashierId, role: sender.role, note: null }
  const [profile] = await db
    .select({ role: profiles.role })
    .from(profiles)
    .where(eq(profiles.userId, cashierId))
  return profile && mayUseTill(profile.role)
    ? { userId: cashierId, role: narrower(profile.role, sender.role), note: null }
    : {
        userId: sender.userId,
        role: narrower('cashier', sender.role),
        note: 'It names a cashier who is none: whoever sent it is put down.',
      }
}

const narrower = (one: Role, other: Role) =>
  ROLES.indexOf(one) > ROLES.indexOf(other) ? one : other

const LONGEST_ID = 100
/** What says no name for itself has that of its contents: sent again it is kept once. */
const printOf = (sent: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(sent) ?? '')
    .digest('hex')

async function keepUnread(
  { db, log }: Shop,
  sender: Sender,
  sent: unknown,
  why: string,
): Promise<Received> {
  const said = (sent as { id?: unknown } | null)?.id
  const id = typeof said === 'string' ? said.slice(0, LONGEST_ID) : ''
  log.warn({ id, why }, 'till thing kept unread')
  await db
    .insert(unreadThings)
    .values({ id: id || printOf(sent), sentBy: sender.userId, body: sent ?? '', why })
    .onConflictDoNothing()
  return { id, number: null, parked: [] }
}
