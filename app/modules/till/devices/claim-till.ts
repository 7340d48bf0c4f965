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
import { refuseTooMany } from '../../../platform/rate-limiter.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { mayRunShop, type Role } from '../../../rules/accounts/roles.ts'
import { LIMITS } from '../../../rules/limits.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { SALE_PREFIX } from '../../../shop.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { findDevice, noteClaim, noteLeft, noteUserAt } from './devices.ts'

const MOST_TILLS = 50
/** As many as the back office lists (list-tills.ts), so that every till in use is visible there. */
const MOST_IN_USE = 200
/**
 * Most leased numbers of a till that no sale bears. Those older than a month do not count: a till that lost
 * its storage lost them.
 */
const MOST_UNUSED = 2000
const PRICE_LISTS_KEPT = sql`interval '90 days'`

export type Till = { id: string; name: string }

/** How the log names a till. */
export const tillInLog = ({ id, name }: Till) =>
  ({ entity: 'till', entityId: id, label: name }) as const

/**
 * Lists tills by name, with whether a device has claimed each, and who has a shift open there (an
 * admin may take it over).
 */
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

/** The till that a device has claimed. */
export async function findTillOf(db: Db | Tx, deviceId: string): Promise<Till | undefined> {
  const [till] = await db
    .select({ id: tills.id, name: tills.name })
    .from(tills)
    .where(and(eq(tills.deviceId, deviceId), isNull(tills.retiredAt)))
  return till
}

/** The condition that a till in use has this name, upper and lower case alike. */
export const isCalled = (name: string) =>
  and(sql`lower(${tills.name}) = lower(${name})`, isNull(tills.retiredAt))

type ClaimResult =
  | { ok: true; till: Till }
  | Refusal<'too-many-attempts' | 'till-taken' | 'till-shift-open' | 'till-many'>

/**
 * Makes a device the till of that name, and creates the till when there is none. Only a few tills may be created per
 * hour. Refuses a till that another device has claimed, unless an admin takes it over; a device whose own till has a
 * shift open; and a new till when too many are in use.
 */
export async function claimTill(
  { db, rateLimiter }: Pick<Shop, 'db' | 'rateLimiter'>,
  actor: Actor & { role: Role },
  asked: { name: string; deviceId: string; takeOver: boolean; publicKey?: string | undefined },
): Promise<ClaimResult> {
  if ((await db.$count(tills, isCalled(asked.name))) === 0) {
    const taken = await rateLimiter.take(`new tills ${actor.userId}`, LIMITS.newTills)
    if (!taken.allowed) return refuseTooMany(taken)
  }
  return transact(db, async (db) => {
    // When two devices create a till of the same name at once, the second waits and finds the till taken.
    await lockNames(db)
    const own = await findTillOf(db, asked.deviceId)
    // The key proves the device: another device's id alone is not enough to claim its till.
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

/** Locks the names of tills until the transaction ends, so that no name is given twice. */
export const lockNames = (db: Tx) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext('tills'))`)

type RenameResult =
  | { ok: true; till: Till }
  | Refusal<'till-rename-denied' | 'not-found' | 'till-name-taken'>

/** Renames a till; receipts and reports show the new name from then on. Refuses the name of another till. */
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
    // The same request sent again, because its first response was lost.
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

/** The shift that is open at a till. */
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
 * Leases sale numbers that a till gives to sales offline. They come from the one sequence, so none is given twice.
 * Returns fewer than asked, or none, when the till holds too many unused ones.
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
  const leased = await db.transaction(async (db) => {
    // Of two requests at once the second counts what the first has leased.
    await db.select({ id: tills.id }).from(tills).where(eq(tills.id, tillId)).for('no key update')
    return db
      .insert(saleNumberLeases)
      .select(
        sql`select ${prefix} || lpad(n, greatest(6, length(n)), '0'), ${tillId}::uuid, now() from (
        select nextval('sale_numbers')::text as n
        from generate_series(1, least(${asked.count}::int, ${MOST_UNUSED}::int - ${unused}))) as next`,
      )
      .returning({ number: saleNumberLeases.saleNumber })
  })
  return leased.map(({ number }) => number).sort()
}

/** Records that a till has this list of prices: its offline sales are checked against it. */
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

/** Records that the till is connected, so that the web shop need not keep safety stock for it. */
export async function noteTillHere(db: Db, tillId: string) {
  await db.update(tills).set({ lastSeenAt: sql`now()` }).where(eq(tills.id, tillId))
}
