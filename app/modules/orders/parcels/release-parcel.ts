import { timingSafeEqual } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { orders } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { Role } from '../../../rules/accounts/roles.ts'
import { BY_RIDER_LINK } from '../../../rules/audit/audit.ts'
import type { OrderNote } from '../../../rules/messages/orders/orders.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import {
  isReleasable,
  LONGEST_RELEASE_REASON,
  MOST_RELEASE_TRIES,
  mayRelease,
} from '../../../rules/orders/orders.ts'
import { isRiderLinkOpen } from '../../../rules/orders/rider-link.ts'
import { listDone } from '../../audit/list-done.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { changeStatus } from '../change-order.ts'
import { notifyCustomer } from '../notify-customer.ts'
import { lockOrder, type Order } from '../read-order.ts'
import { listShipments } from '../shipments/list-shipments.ts'
import { markDelivered } from '../shipments/mark-delivered.ts'
import { auditParcel, stepOrder } from '../shipments/send-shipment.ts'
import { auditOrder } from '../staff/audit-order.ts'
import { awaitUndo, findMove } from '../undo/notify-moved.ts'

/**
 * `isPart`: the shipped parcels of an order, of which more is to come. `undo`: the id by which it can be undone
 * until its email is sent.
 */
type Released = {
  ok: true
  orderNumber: string
  isNew: boolean
  isPart?: boolean
  undo?: number
}
type ReleaseRefusal = Refusal<
  | 'not-found'
  | 'release-not-due'
  | 'release-not-at-till'
  | 'release-locked'
  | 'release-code-bad'
  | 'release-code-wrong'
  | 'release-reason-missing'
  | 'rider-link-ended'
  | 'order-preorder-owed'
  | 'release-more-came'
>
/**
 * Whoever has a parcel's link and no account (rider-link.ts): the name that the link was made for, and its version.
 */
type Rider = {
  userId: null
  ip: string
  request: string | null
  rider: { name: string; link: number }
}
type Releaser = (Actor & { role: Role }) | Rider
type ReleaseServices = Pick<Services, 'db' | 'jobs' | 'config' | 'now'>

/**
 * Staff hand a parcel over to whoever says its code: the order is delivered, with the time and who did it. Wrong codes
 * count for all tries of the order together; after five, no code is accepted any more. Does nothing when it was
 * already handed over. A cashier does it at the till, with parcels that wait there (`mayRelease`); a rider by the
 * parcel's link. `parts`: the parcels that the person saw; refuses when another has been shipped since.
 */
export async function releaseParcel(
  shop: ReleaseServices,
  actor: Releaser,
  { orderId, code, parts: seen }: { orderId: string; code: string; parts?: string[] | undefined },
): Promise<Released | ReleaseRefusal> {
  if (!/^[0-9]{4}$/.test(code)) return { ok: false, reason: 'release-code-bad' }
  const done = await release(shop, actor, orderId, async (db, order, parts) => {
    // The same press again after a lost response counts as one try.
    const [done] = await listDone(db, actor, 'order', orderId)
    if (done?.after?.['releasedParcels'])
      return { ok: true, orderNumber: order.orderNumber, isNew: false, isPart: true }
    if (done) return { ok: true, left: MOST_RELEASE_TRIES - order.releaseTries }
    const isUnseen = parts.some(({ id, deliveredAt }) => !deliveredAt && !seen?.includes(id))
    if (seen && isUnseen) return { ok: false, reason: 'release-more-came' }
    if (order.releaseTries >= MOST_RELEASE_TRIES) return { ok: false, reason: 'release-locked' }
    if (!order.releaseCode) return { ok: false, reason: 'release-not-due' }
    if (timingSafeEqual(Buffer.from(order.releaseCode), Buffer.from(code)))
      return deliver(shop, db, actor, { order, isInParts: parts.length > 0, note: noteOf(actor) })
    // Committed although the code is refused: the count must not be rolled back.
    const tries = order.releaseTries + 1
    await db
      .update(orders)
      .set({ releaseTries: tries, version: sql`${orders.version} + 1` })
      .where(eq(orders.id, orderId))
    await auditOrder(db, actor, order, {
      action: 'wrong code',
      before: { releaseTries: order.releaseTries },
      after: { releaseTries: tries, ...('rider' in actor && { by: BY_RIDER_LINK }) },
    })
    return { ok: true, left: MOST_RELEASE_TRIES - tries }
  })
  return done.ok && 'left' in done
    ? { ok: false, reason: 'release-code-wrong', left: done.left }
    : done
}

/**
 * Hands a parcel over without the code, for a reason that the order's history keeps. Nobody has proven
 * anything, so it can be undone before its email is sent, like any status that staff set (decision 55), except
 * for parcels of an order.
 */
export async function releaseWithoutCode(
  shop: ReleaseServices,
  actor: Actor & { role: Role },
  { orderId, reason }: { orderId: string; reason: string },
): Promise<Released | ReleaseRefusal> {
  const text = reason.replace(/\s+/g, ' ').trim()
  if (text === '' || Array.from(text).length > LONGEST_RELEASE_REASON)
    return { ok: false, reason: 'release-reason-missing' }
  const done = await release(shop, actor, orderId, (db, order, parts) =>
    deliver(shop, db, actor, {
      order,
      isInParts: parts.length > 0,
      note: { code: 'released-without-code', text },
    }),
  )
  if (done.ok && 'left' in done) throw new Error('no code was asked for')
  return done
}

type Tried = Released | { ok: true; left: number } | ReleaseRefusal

const noteOf = (actor: Releaser): OrderNote =>
  'rider' in actor ? { code: 'released-by-link', rider: actor.rider.name } : { code: 'released' }

const release = (
  { db, now }: ReleaseServices,
  actor: Releaser,
  orderId: string,
  work: (db: Tx, order: Order, parts: Awaited<ReturnType<typeof listShipments>>) => Promise<Tried>,
): Promise<Tried> =>
  transact(db, async (db): Promise<Tried> => {
    const order = await lockOrder(db, orderId)
    if (!order) return { ok: false, reason: 'not-found' }
    const { orderNumber, status } = order
    if (status === 'delivered')
      return { ok: true, orderNumber, ...(await readDone(db, actor, order)) }
    if ('rider' in actor && !isOfLink(actor, order, now()))
      return { ok: false, reason: 'rider-link-ended' }
    if (!isReleasable(order)) return { ok: false, reason: 'release-not-due' }
    const parts = await listShipments(db, [order.id])
    return 'rider' in actor || mayRelease(actor.role, order, parts)
      ? work(db, order, parts)
      : { ok: false, reason: 'release-not-at-till' }
  })

/**
 * The order is delivered already: by somebody else, or by this press, whose response was lost and which
 * gets its `undo` again.
 */
async function readDone(db: Tx, actor: Releaser, { id, version }: Order) {
  const done = await listDone(db, actor, 'order', id)
  // A press with a wrong code is in the log as well, but delivered nothing.
  const isOwn = done.some(({ action }) => action === 'status changed')
  const move = isOwn ? await findMove(db, id) : undefined
  return move?.version === version ? { isNew: true, undo: move.eventId } : { isNew: false }
}

/** Checked under the lock, because staff may have made another link meanwhile. */
const isOfLink = ({ rider }: Rider, order: Order, now: Date) =>
  order.riderLinkVersion === rider.link && isRiderLinkOpen(order, now)

/** How the log names it. */
const RELEASED_BY: Partial<Record<OrderNote['code'], string>> = {
  released: 'code',
  'released-by-link': BY_RIDER_LINK,
  'released-without-code': 'reason',
}

async function deliver(
  shop: ReleaseServices,
  db: Tx,
  actor: Releaser | Actor,
  { order, isInParts, note }: { order: Order; isInParts: boolean; note: OrderNote },
): Promise<Released | Refusal<'order-preorder-owed' | 'release-not-due'>> {
  const { orderNumber, status } = order
  if (status === 'processing' && isInParts) return deliverParcels(shop, db, actor, order, note)
  const changed = await changeStatus(db, order, 'delivered', shop.now(), actor.userId, note)
  if (!changed.ok) {
    if (changed.reason === 'order-preorder-owed') return changed
    throw new Error('a parcel was released that holds no stock')
  }
  const undo =
    note.code === 'released-without-code' && changed.step
      ? await awaitUndo(shop, db, order, changed.step)
      : undefined
  if (undo === undefined) await notifyCustomer(shop, db, order, changed.step?.email ?? null)
  await auditOrder(db, actor, order, {
    action: 'status changed',
    before: { status },
    after: { status: 'delivered', releasedBy: RELEASED_BY[note.code] },
  })
  return { ok: true, orderNumber, isNew: true, ...(undo !== undefined && { undo }) }
}

function ofParts(note: OrderNote): OrderNote {
  if (note.code === 'released-by-link')
    return { code: 'parcels-released-by-link', rider: note.rider }
  if (note.code !== 'released-without-code') return { code: 'parcels-released' }
  return { code: 'parcels-released-without-code', text: note.text }
}

/** Hands over the shipped parcels of an order in parcels; the code stays valid for the rest. */
async function deliverParcels(
  shop: ReleaseServices,
  db: Tx,
  actor: Releaser | Actor,
  order: Order,
  note: OrderNote,
): Promise<Released | Refusal<'release-not-due'>> {
  const count = await markDelivered(db, order.id, shop.now())
  if (count === 0) return { ok: false, reason: 'release-not-due' }
  const stepped = await stepOrder(shop, db, actor, order, order.status, ofParts(note))
  if (!stepped.ok) throw new Error('an order that stays where it is was refused')
  await auditParcel(db, actor, order, {
    releasedParcels: count,
    releasedBy: RELEASED_BY[note.code],
  })
  return { ok: true, orderNumber: order.orderNumber, isNew: true, isPart: true }
}
