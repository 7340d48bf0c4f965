import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import {
  posSales,
  saleNumberLeases,
  shifts,
  tillPriceLists,
  tills,
  users,
} from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { mayRunShop, type Role } from '../../../rules/accounts/roles.ts'
import { LIMITS } from '../../../rules/limits.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { SALE_PREFIX } from '../../../shop.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { findDevice, noteClaim, noteLeft, noteUserAt } from './devices.ts'

const MOST_TILLS = 50
/** All that the back office lists (list-tills.ts): none is in use that nobody there can see. */
const MOST_IN_USE = 200
/** A till that lost its storage lost its numbers with it: after a month they count no more. */
const MOST_UNUSED = 2000
const PRICE_LISTS_KEPT = sql`interval '90 days'`

export type Till = { id: string; name: string }

/** What the log calls a till. */
export const tillInLog = ({ id, name }: Till) =>
  ({ entity: 'till', entityId: id, label: name }) as const

/** Tills by name, whether a device stands for each, and who has a shift open there: it may be taken over. */
export async function listTills(db: Db, deviceId: string | null) {
  const rows = await db
    .select({
      id: tills.id,
      name: tills.name,
      deviceId: tills.deviceId,
      lastSeenAt: tills.lastSeenAt,
      openedAt: shifts.openedAt,
      openedBy: users.name,
    })
    .from(tills)
    .leftJoin(shifts, and(eq(shifts.tillId, tills.id), isNull(shifts.closedAt)))
    .leftJoin(users, eq(users.id, shifts.openedBy))
    .where(isNull(tills.retiredAt))
    .orderBy(asc(tills.name))
    .limit(MOST_TILLS)
  return rows.map(({ id, name, deviceId: device, lastSeenAt, openedAt, openedBy }) => ({
    id,
    name,
    lastSeenAt,
    shift: openedAt && openedBy ? { openedAt, openedBy } : null,
    isTaken: device !== null && device !== deviceId,
    isMine: device !== null && device === deviceId,
  }))
}

/** The till that a device stands for. */
export async function findTillOf(db: Db | Tx, deviceId: string): Promise<Till | undefined> {
  const [till] = await db
    .select({ id: tills.id, name: tills.name })
    .from(tills)
    .where(and(eq(tills.deviceId, deviceId), isNull(tills.retiredAt)))
  return till
}

/** The condition that a till in use has this name, in whatever letters. */
export const isCalled = (name: string) =>
  and(sql`lower(${tills.name}) = lower(${name})`, isNull(tills.retiredAt))

type ClaimResult =
  | { ok: true; till: Till }
  | Refusal<'too-many-attempts' | 'till-taken' | 'till-shift-open' | 'till-many'>

/**
 * Makes a device the till of that name, a new one where none is called so; new ones are few in an hour.
 * Refuses one that another device stands for, unless an admin takes it over; and a device whose own till
 * has a shift open; and a new one where very many are in use.
 */
export async function claimTill(
  { db, rateLimiter }: Pick<Shop, 'db' | 'rateLimiter'>,
  actor: Actor & { role: Role },
  asked: { name: string; deviceId: string; takeOver: boolean; publicKey?: string | undefined },
): Promise<ClaimResult> {
  if ((await db.$count(tills, isCalled(asked.name))) === 0) {
    const taken = await rateLimiter.take(`new tills ${actor.userId}`, LIMITS.newTills)
    if (!taken.allowed)
      return { ok: false, reason: 'too-many-attempts', minutes: Math.ceil(taken.retryAfter / 60) }
  }
  return transact(db, async (db) => {
    // Two devices that make a till of one name at once make one: the second waits, and finds it taken.
    await lockNames(db)
    const own = await findTillOf(db, asked.deviceId)
    // Somebody who has learnt another device's name has not its key.
    const key = (await findDevice(db, asked.deviceId))?.publicKey
    if (key && key !== asked.publicKey) return { ok: false, reason: 'till-taken' }
    const [named] = await db.select().from(tills).where(isCalled(asked.name))
    if (own && own.id === named?.id) return { ok: true, till: own }
    if (own && (await findOpenShift(db, own.id))) return { ok: false, reason: 'till-shift-open' }
    if (named?.deviceId && !(asked.takeOver && mayRunShop(actor.role)))
      return { ok: false, reason: 'till-taken' }
    if (!named && (await db.$count(tills, isNull(tills.retiredAt))) >= MOST_IN_USE)
      return { ok: false, reason: 'till-many', available: MOST_IN_USE }
    if (own) await db.update(tills).set({ deviceId: null }).where(eq(tills.id, own.id))
    const [till] = named
      ? await db
          .update(tills)
          .set({ deviceId: asked.deviceId })
          .where(eq(tills.id, named.id))
          .returning()
      : await db.insert(tills).values({ name: asked.name, deviceId: asked.deviceId }).returning()
    if (!till) throw new Error('the till was not written')
    if (named?.deviceId) await noteLeft(db, named.deviceId)
    const { deviceId, publicKey = null } = asked
    await noteClaim(db, { deviceId, tillId: till.id, publicKey })
    await noteUserAt(db, deviceId, actor.userId)
    await recordAudit(db, actor, {
      ...tillInLog(till),
      action: named ? 'edited' : 'created',
      before: named ? { device: named.deviceId } : null,
      after: { device: asked.deviceId },
    })
    return { ok: true, till: { id: till.id, name: till.name } }
  })
}

/** Lets no other transaction claim or name a till until this one ends: a name is given once. */
export const lockNames = (db: Tx) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext('tills'))`)

type RenameResult =
  | { ok: true; till: Till }
  | Refusal<'till-rename-denied' | 'not-found' | 'till-name-taken'>

/** Gives a till another name, on receipts and in reports from then on. Refuses one that another till has. */
export async function renameTill(
  db: Db,
  actor: Actor & { role: Role },
  asked: { tillId: string; name: string },
): Promise<RenameResult> {
  if (!mayRunShop(actor.role)) return { ok: false, reason: 'till-rename-denied' }
  return transact(db, async (db) => {
    await lockNames(db)
    const own = and(eq(tills.id, asked.tillId), isNull(tills.retiredAt))
    const [before] = await db.select({ id: tills.id, name: tills.name }).from(tills).where(own)
    if (!before) return { ok: false, reason: 'not-found' }
    // Sent again: its first answer was lost.
    if (before.name === asked.name) return { ok: true, till: before }
    if ((await db.$count(tills, and(isCalled(asked.name), ne(tills.id, before.id)))) > 0)
      return { ok: false, reason: 'till-name-taken' }
    await db.update(tills).set({ name: asked.name }).where(own)
    await recordAudit(db, actor, {
      ...tillInLog({ id: before.id, name: asked.name }),
      action: 'edited',
      before: { name: before.name },
      after: { name: asked.name },
    })
    return { ok: true, till: { id: before.id, name: asked.name } }
  })
}

/** The shift that is open at a till now. */
export async function findOpenShift(db: Db | Tx, tillId: string) {
  const [shift] = await db
    .select({
      id: shifts.id,
      openedAt: shifts.openedAt,
      openingFloat: shifts.openingFloat,
      openedBy: shifts.openedBy,
    })
    .from(shifts)
    .where(and(eq(shifts.tillId, tillId), isNull(shifts.closedAt)))
  return shift
}

/**
 * Sale numbers for a till to give away without a network: from the one sequence, so never twice. Fewer
 * than asked, or none, once it holds very many that no sale bears.
 */
export async function leaseNumbers(
  db: Db,
  tillId: string,
  asked: { count: number; year: number },
): Promise<string[]> {
  const prefix = `${SALE_PREFIX}-${asked.year}-`
  const unused = sql`(select count(*) from ${saleNumberLeases} l where l.till_id = ${tillId}::uuid
    and l.leased_at > now() - interval '30 days'
    and not exists (select from ${posSales} s where s.sale_number = l.sale_number))`
  const leased = await db
    .insert(saleNumberLeases)
    .select(
      sql`select ${prefix} || lpad(n, greatest(6, length(n)), '0'), ${tillId}::uuid, now() from (
        select nextval('sale_numbers')::text as n
        from generate_series(1, least(${asked.count}::int, ${MOST_UNUSED}::int - ${unused}))) as next`,
    )
    .returning({ number: saleNumberLeases.saleNumber })
  return leased.map(({ number }) => number).sort()
}

/** Notes that a till has a list of prices: what it sells without a network is checked against it. */
export async function notePriceList(db: Db, tillId: string, asOf: string) {
  await db.execute(sql`
    insert into ${tillPriceLists} (till_id, as_of) values (${tillId}::uuid, ${asOf}::timestamptz) on conflict do nothing`)
  await db
    .delete(tillPriceLists)
    .where(
      and(
        eq(tillPriceLists.tillId, tillId),
        sql`${tillPriceLists.asOf} < now() - ${PRICE_LISTS_KEPT}`,
      ),
    )
}

/** The till is there: items that it could be selling need not be kept as safety stock from the web shop. */
export async function noteTillHere(db: Db, tillId: string) {
  await db.update(tills).set({ lastSeenAt: sql`now()` }).where(eq(tills.id, tillId))
}
