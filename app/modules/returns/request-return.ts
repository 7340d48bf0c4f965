import { and, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { returnItems, returnPhotos, returns } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Services } from '../../platform/services.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import {
  DROPPED_RETURNS,
  isReturnable,
  MOST_LINK_RETURNS,
  MOST_RETURN_PHOTOS,
  MOST_RETURNS,
  ownReturnReasons,
  type ReturnReason,
  type ReturnStatus,
} from '../../rules/returns/returns.ts'
import type { Actor } from '../audit/record-audit.ts'
import { noteGivingBack } from '../orders/handle-review.ts'
import { listItems, lockOrder, type Order, type OrderItem } from '../orders/read-order.ts'
import { auditOrder } from '../orders/staff/audit-order.ts'
import { isOwnOrder } from '../orders/staff/own-order.ts'
import { checkInStock, isOffered, isUnchosen } from './check-exchange.ts'
import { reserveExchangeUnits } from './exchange-units.ts'
import { notifyReturn } from './notify-return.ts'
import { isSameReturn } from './same-request.ts'

export type ReturnRequest = {
  /** Id of the form: submitted twice, it is one return. */
  id: string
  orderId: string
  reason: ReturnReason
  note: string | null
  /** `chosen`: the variant that goes out for these units, another or the same; null for none. */
  lines: readonly { lineId: string; units: number; chosen?: string | null }[]
  /** The customer is at the counter with the items: they have arrived, and no email says where to bring them. */
  isHere?: boolean
  /** Pictures that are already stored. */
  pictures?: readonly string[]
}
type Requested = {
  ok: true
  orderNumber: string /** The order has an email address. */
  isEmailed: boolean
}
type ReturnRefusal = Refusal<
  | 'not-found'
  | 'order-link-ended'
  | 'edited-meanwhile'
  | 'return-too-late'
  | 'return-lines-bad'
  | 'returns-many'
  | 'exchange-not-offered'
  | 'exchange-not-chosen'
  | 'exchange-sold-out'
  | 'return-photos-many'
  | 'return-own'
>
type ReturnShop = Pick<Services, 'db' | 'jobs' | 'config' | 'now'>

/**
 * The account that ordered requests a return, within the policy's days after the order arrived or should have arrived.
 */
export const askForReturn = (
  shop: ReturnShop,
  userId: string,
  asked: ReturnRequest,
): Promise<Requested | ReturnRefusal> =>
  ask(shop, asked, { requestedBy: userId }, async (_, order) =>
    order.userId === userId ? { ok: true } : { ok: false, reason: 'not-found' },
  )

/**
 * Whoever has the order's link requests a return, in place of an account that nobody can sign in to
 * (docs/decisions/0088-returns-by-the-link.md). Refused once the link has ended, and when too many returns of the
 * order were requested by links.
 */
export const askForReturnByLink = (
  shop: ReturnShop,
  linkVersion: number,
  asked: ReturnRequest,
): Promise<Requested | ReturnRefusal> =>
  ask(shop, asked, { linkVersion }, async (db, order) => {
    if (order.linkVersion !== linkVersion) return { ok: false, reason: 'order-link-ended' }
    const byLink = and(eq(returns.orderId, order.id), isNotNull(returns.linkVersion))
    if ((await db.$count(returns, byLink)) >= MOST_LINK_RETURNS)
      return { ok: false, reason: 'returns-many' }
    return { ok: true }
  })

const ask = (
  shop: ReturnShop,
  asked: ReturnRequest,
  by: { requestedBy: string } | { linkVersion: number },
  mayAsk: (db: Tx, order: Order) => Promise<{ ok: true } | ReturnRefusal>,
) =>
  make(shop, asked, async (db, order, items) => {
    const may = await mayAsk(db, order)
    if (!may.ok) return may
    const isKnown = ownReturnReasons().some((reason) => reason === asked.reason)
    if (!isReturnable(order, shop.now()) || !isKnown)
      return { ok: false, reason: 'return-too-late' }
    if (asked.reason === 'other-size' && (await isUnchosen(db, items, asked.lines)))
      return { ok: false, reason: 'exchange-not-chosen' }
    // The stock is reserved once staff approve; until then somebody else may buy it.
    const there = await checkInStock(db, asked.lines)
    if (!there.ok) return there
    await insert(db, asked, { status: 'requested', ...by })
    await notifyReturn(shop, db, order, 'requested', { isByLink: 'linkVersion' in by })
    return { ok: true }
  })

/**
 * Staff note a return of an order that was sent: it is approved at once, whatever the policy's days. Of their own
 * account's order somebody else notes it.
 */
export const noteReturn = (
  shop: ReturnShop,
  actor: Actor,
  asked: ReturnRequest,
): Promise<Requested | ReturnRefusal> =>
  make(shop, asked, async (db, order) => {
    if (order.status !== 'shipped' && order.status !== 'delivered')
      return { ok: false, reason: 'return-too-late' }
    if (await isOwnOrder(db, order.id, actor.userId)) return { ok: false, reason: 'return-own' }
    const { userId: requestedBy } = actor
    const now = shop.now()
    await insert(db, asked, {
      requestedBy,
      decidedAt: now,
      ...(asked.isHere ? { status: 'received', receivedAt: now } : { status: 'approved' }),
    })
    const kept = await reserveExchangeUnits(db, order, asked.id, requestedBy)
    if (!kept.ok) return kept
    await auditOrder(db, actor, order, {
      action: 'return noted',
      after: {
        reason: asked.reason,
        units: asked.lines.reduce((sum, { units }) => sum + units, 0),
      },
    })
    if (asked.isHere) return { ok: true }
    const isExchange = asked.lines.some(({ chosen }) => chosen)
    await notifyReturn(shop, db, order, 'approved', { isExchange })
    return { ok: true }
  })

const make = (
  { db }: ReturnShop,
  asked: ReturnRequest,
  work: (
    db: Tx,
    order: Order,
    items: readonly OrderItem[],
  ) => Promise<{ ok: true } | ReturnRefusal>,
) =>
  transact(db, async (db): Promise<Requested | ReturnRefusal> => {
    const order = await lockOrder(db, asked.orderId)
    if (!order || order.anonymizedAt) return { ok: false, reason: 'not-found' }
    const { orderNumber } = order
    const isEmailed = order.email !== ''
    const [known] = await db.select().from(returns).where(eq(returns.id, asked.id))
    if (known)
      return (await isSameReturn(db, known, asked))
        ? { ok: true, orderNumber, isEmailed }
        : { ok: false, reason: 'edited-meanwhile' }
    if ((await db.$count(returns, eq(returns.orderId, order.id))) >= MOST_RETURNS)
      return { ok: false, reason: 'returns-many' }
    const items = await listItems(db, order.id)
    const back = await readReturnedUnits(db, order.id)
    const seen = new Set<string>()
    for (const { lineId, units } of asked.lines) {
      const line = items.find(({ id }) => id === lineId)
      const left = (line?.quantity ?? 0) - (back.get(lineId) ?? 0)
      if (seen.has(lineId) || !Number.isInteger(units) || units < 1 || units > left)
        return { ok: false, reason: 'return-lines-bad' }
      seen.add(lineId)
    }
    if (seen.size === 0) return { ok: false, reason: 'return-lines-bad' }
    if ((asked.pictures?.length ?? 0) > MOST_RETURN_PHOTOS)
      return { ok: false, reason: 'return-photos-many' }
    if (!(await isOffered(db, items, asked.lines)))
      return { ok: false, reason: 'exchange-not-offered' }
    const done = await work(db, order, items)
    if (!done.ok) return done
    await noteGivingBack(db, order, { byUser: null })
    return { ok: true, orderNumber, isEmailed }
  })

async function insert(
  db: Tx,
  { id, orderId, reason, note, lines, pictures = [] }: ReturnRequest,
  made: Pick<
    typeof returns.$inferInsert,
    'status' | 'requestedBy' | 'linkVersion' | 'decidedAt' | 'receivedAt'
  >,
) {
  await db.insert(returns).values({ id, orderId, reason, note, ...made })
  await db.insert(returnItems).values(
    lines.map(({ lineId, units, chosen }) => ({
      returnId: id,
      orderItemId: lineId,
      quantity: units,
      wantedVariantId: chosen ?? null,
    })),
  )
  if (pictures.length > 0)
    await db
      .insert(returnPhotos)
      .values(pictures.map((pictureId, position) => ({ returnId: id, pictureId, position })))
}

/**
 * For each line of an order, how many units have come back or are to, as the table's trigger counts them. Returns with
 * a status in `without` do not count.
 */
export async function readReturnedUnits(
  db: Db | Tx,
  orderId: string,
  without: readonly ReturnStatus[] = DROPPED_RETURNS,
): Promise<Map<string, number>> {
  const units = sql<number>`sum(case when ${returns.status} in ('inspected', 'settled')
    then ${returnItems.restocked} + ${returnItems.faulty} else ${returnItems.quantity} end)`
  const rows = await db
    .select({ id: returnItems.orderItemId, units: units.mapWith(Number) })
    .from(returnItems)
    .innerJoin(returns, eq(returns.id, returnItems.returnId))
    .where(and(eq(returns.orderId, orderId), notInArray(returns.status, [...without])))
    .groupBy(returnItems.orderItemId)
  return new Map(rows.map(({ id, units }) => [id, units]))
}

/** The lines of these returns, in no particular order. */
export const linesOfReturns = (db: Db | Tx, ids: readonly string[]) =>
  db
    .select()
    .from(returnItems)
    .where(inArray(returnItems.returnId, [...ids]))
