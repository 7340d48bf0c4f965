import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { orderEvents, orderItems, orders, users } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Services } from '../../platform/services.server.ts'
import type { OrderNote } from '../../rules/messages/orders/orders.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../rules/orders/orders.ts'
import { maySetByHand, unitsLeft } from '../../rules/orders/shipments.ts'
import { listDone } from '../audit/list-done.ts'
import type { Actor } from '../audit/record-audit.ts'
import { changeStatus, type StepRefusal } from './change-order.ts'
import { noteWaybill, readWaybill } from './parcels/set-waybill.ts'
import { lockOrder, type Order } from './read-order.ts'
import { listLinesToSend, listShipments } from './shipments/list-shipments.ts'
import { auditOrder } from './staff/audit-order.ts'
import { awaitUndo, findMove } from './undo/notify-moved.ts'

/** `version` is the order's version that the person saw; `waybill`, as typed, is stored with the step. */
export type Move = { orderId: string; version: number; to: OrderStatus; waybill?: string }

/**
 * The order's state when another person, a payment or the timer changed it first. `by`: that person; null for the shop
 * itself, whose `note` says why.
 */
export type Standing = {
  version: number
  status: OrderStatus
  by: string | null
  note: OrderNote | null
}
/** The refusal of a step, with the order's number and the product. */
export type StepNamed =
  | (Refusal<'order-stock-gone'> & { orderNumber: string })
  | Refusal<'order-preorder-owed' | 'order-credit-gone' | 'order-in-parcels'>
export type MoveRefusal =
  | Refusal<'not-found' | 'waybill-bad'>
  | StepNamed
  | (Refusal<'edited-meanwhile'> & { orderNumber: string; standing: Standing })

export type Moved = {
  ok: true
  orderNumber: string
  from: OrderStatus
  to: OrderStatus
  isPaid: boolean
  /** The step's id, by which it can be undone until its email is sent (undo/undo-move.ts). */
  undo: number | null
}

/**
 * Staff set a status (docs/product.md, States: any from any): date, stock, code, history and log in one step; the
 * email is sent once it can no longer be undone. An order that has this status already is left as it is, so that
 * nobody gets two emails. Refuses an order that has changed since the person saw it, one whose parcels contradict the
 * status, one that ships while pre-ordered pieces are owed, and reactivating a cancelled one whose items are sold out.
 */
export const moveOrder = (shop: Services, actor: Actor, move: Move): Promise<Moved | MoveRefusal> =>
  transact(shop.db, async (db) => {
    const order = await lockOrder(db, move.orderId)
    if (!order) return { ok: false, reason: 'not-found' }
    const { orderNumber, status: from } = order
    const done = {
      ok: true as const,
      orderNumber,
      from,
      to: move.to,
      isPaid: order.paidAt !== null,
    }
    if (from === move.to) {
      // The same press sent again after a lost response: it gets the first one's result.
      const own = (await listDone(db, actor, 'order', order.id)).at(-1)
      const was = ORDER_STATUSES.find((status) => status === own?.before?.['status'])
      const undo = own ? ((await findMove(db, order.id))?.eventId ?? null) : null
      // Somebody else has moved the order: the typed waybill is still stored, if the order has none.
      const typed =
        own || order.anonymizedAt || order.waybill ? null : readWaybill(move.waybill ?? '')
      if (typed === undefined) return { ok: false, reason: 'waybill-bad' }
      if (typed !== null) await noteWaybill(shop, db, actor, order, typed)
      return { ...done, from: was ?? from, undo }
    }
    if (order.version !== move.version)
      return {
        ok: false,
        reason: 'edited-meanwhile',
        orderNumber,
        standing: await findStanding(db, order),
      }
    const typed = order.anonymizedAt ? undefined : move.waybill
    const waybill = typed === undefined ? order.waybill : readWaybill(typed)
    if (waybill === undefined) return { ok: false, reason: 'waybill-bad' }
    const parcels = await checkParcels(db, order, move.to)
    if (!parcels.ok) return parcels
    const changed = await changeStatus(db, order, move.to, shop.now(), actor.userId)
    if (!changed.ok) return nameStepRefusal(db, order, changed)
    // The customer already got an email about each parcel.
    const step =
      parcels.areThere && move.to === 'shipped' && changed.step
        ? { ...changed.step, email: null }
        : changed.step
    if (step?.opensWindow) await openWindow(shop, db, order)
    const undo = step && (await awaitUndo(shop, db, order, step))
    const isNoted = waybill !== order.waybill
    if (isNoted) await db.update(orders).set({ waybill }).where(eq(orders.id, order.id))
    await auditOrder(db, actor, order, {
      action: 'status changed',
      before: { status: from, ...(isNoted && { waybill: order.waybill }) },
      after: { status: move.to, ...(isNoted && { waybill }) },
    })
    return { ...done, undo }
  })

/**
 * An order in parcels follows its parcels: staff may set it to shipped or delivered only once nothing is left to send,
 * and back only when something is.
 */
async function checkParcels(
  db: Tx,
  { id, orderNumber }: Order,
  to: OrderStatus,
): Promise<{ ok: true; areThere: boolean } | Refusal<'order-in-parcels'>> {
  const parcels = await listShipments(db, [id])
  if (parcels.length === 0) return { ok: true, areThere: false }
  const lines = unitsLeft(await listLinesToSend(db, id), parcels)
  const left = lines.reduce((sum, line) => sum + line.left, 0)
  return maySetByHand(to, left)
    ? { ok: true, areThere: true }
    : { ok: false, reason: 'order-in-parcels', orderNumber, to, left }
}

/** The refusal of a step as staff read it. */
export async function nameStepRefusal(
  db: Tx,
  { id, orderNumber }: Order,
  refused: StepRefusal,
): Promise<StepNamed> {
  if (refused.reason !== 'out-of-stock') return refused
  const { variantId, available } = refused
  const named = await nameOf(db, id, variantId)
  return { ok: false, reason: 'order-stock-gone', orderNumber, ...named, available }
}

/** An order that waits for its payment again gets a new window, because the first timer has already run. */
async function openWindow({ jobs, config, now }: Services, db: Tx, order: Order) {
  if (order.paidAt) return
  const seconds = config.paymentWindowMinutes * 60
  const expiresAt = new Date(now().getTime() + seconds * 1000)
  await db.update(orders).set({ expiresAt }).where(eq(orders.id, order.id))
  await jobs.enqueue(db, 'expire-order', { orderId: order.id }, { afterSeconds: seconds })
}

/** The product's name when it was ordered. */
async function nameOf(db: Tx, orderId: string, variantId: string) {
  const [item] = await db
    .select({ name: orderItems.name })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.variantId, variantId)))
    .limit(1)
  return item ? { product: item.name } : {}
}

/** The order's current state, and who or what moved it last. */
async function findStanding(db: Tx, order: Order): Promise<Standing> {
  const [last] = await db
    .select({ name: users.name, note: orderEvents.note })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.byUser))
    .where(eq(orderEvents.orderId, order.id))
    .orderBy(desc(orderEvents.id))
    .limit(1)
  const { version, status } = order
  return { version, status, by: last?.name ?? null, note: last?.note ?? null }
}
