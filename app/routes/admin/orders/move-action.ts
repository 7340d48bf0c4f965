import { data } from 'react-router'
import { z } from 'zod'
import type { Actor } from '../../../modules/audit/record-audit.ts'
import { type Move, type Moved, moveOrder } from '../../../modules/orders/move-order.ts'
import { packOrder } from '../../../modules/orders/parcels/pack-order.ts'
import { undoMove } from '../../../modules/orders/undo/undo-move.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { UNDO } from '../../../rules/messages/forms.ts'
import { formatCoded } from '../../../rules/messages/message.ts'
import { type BulkAim, bulkTexts } from '../../../rules/messages/orders/changes.ts'
import { orderNotes } from '../../../rules/messages/orders/orders.ts'
import { STAFF_STATUS_WORDS } from '../../../rules/messages/orders/words.ts'
import { formatRefusal } from '../../../rules/messages/refusals.ts'
import { ORDER_STATUSES } from '../../../rules/orders/orders.ts'
import { MOST_ORDERS_AT_ONCE } from '../../../rules/orders/packing-papers.ts'
import { UNDO_SECONDS } from '../../../rules/orders/undo.ts'
import { readText, readTexts, readValues, version } from '../../../web/forms/read-form.ts'
import { type FormKind, saveForm } from '../../../web/forms/save-form.ts'
import type { ListAct } from '../../../web/forms/text-form.ts'
import { listPath } from '../../../web/lists/list-query.ts'
import { badToast, goodToast, type Toast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/screen'
import { askAboutMove, askAboutMoves, isToAsk } from './ask-first.ts'

const status = z.enum(ORDER_STATUSES)
const oneMove = z.object({ order: z.uuid(), version, to: status })
/** An order in the version that the actor saw. */
export const oneSeen = z.object({ order: z.uuid(), version })
/** `waybill`: typed with the status of several orders. */
const oneTicked = oneSeen.extend({ waybill: z.string().optional() })
const many = z.array(oneTicked).min(1).max(MOST_ORDERS_AT_ONCE)
const manyMoves = z.object({ to: status, orders: many })
const manyPacked = z
  .object({ orders: many })
  .transform(({ orders }) => ({ to: 'packed' as const, orders }))
const undone = z.array(z.coerce.number().int().positive()).min(1).max(MOST_ORDERS_AT_ONCE)

async function moveOne({ shop, actor, form, respond }: ListAct, { request }: Route.ActionArgs) {
  const read = oneMove.safeParse(readValues(form, ['order', 'version', 'to']))
  if (!read.success) return respond(badToast('bad-form'))
  const { order: id, version, to } = read.data
  const list = listPath(request, '/admin/orders')
  const typed = readTyped(form)
  if (isToAsk(form)) {
    const sent = Object.entries({ intent: 'move', order: id, version, ...typed })
    const fields = sent.map(([name, value]) => [name, String(value)] as const)
    const moveQuestion = await askAboutMove(shop, { order: id, to, back: list, fields })
    if (moveQuestion) return data({ moveQuestion })
  }
  const values = { order: id, to, ...typed }
  return saveForm(shop, { seen: { id, version }, values }, moving(shop, actor, list), respond)
}

const moveTicked =
  (isPacking: boolean) =>
  async ({ shop, actor, form, respond }: ListAct, { request }: Route.ActionArgs) => {
    const orders = readTexts(form, 'order').map((order) => ({
      order,
      version: readText(form, `version:${order}`),
      waybill: readText(form, `waybill:${order}`, 200) || undefined,
    }))
    const read = isPacking
      ? manyPacked.safeParse({ orders })
      : manyMoves.safeParse({ to: readText(form, 'to'), orders })
    if (!read.success) {
      const message = bulkTexts['nothing-chosen']({ most: MOST_ORDERS_AT_ONCE, isPacking })
      return respond(badToast({ reason: 'bad-form', message }))
    }
    const list = listPath(request, '/admin/orders')
    if (read.data.to !== 'packed' && isToAsk(form)) {
      const { to, orders: seen } = read.data
      const moveQuestion = await askAboutMoves(shop, { orders: seen, to, back: list })
      if (moveQuestion) return data({ moveQuestion })
    }
    const done = await moveMany(shop, actor, read.data)
    if (done.refused.length > 0) return data({ bulk: done })
    return respond(withUndo(list, goodToast('orders-status-changed', done), done.undo))
  }

/** The waybill of a form that has a field for it. */
const readTyped = (form: FormData) =>
  form.has('waybill') ? { waybill: readText(form, 'waybill', 200) } : {}

/** The new status of one order, and the waybill that was typed with it. */
type Aim = { order: string } & Pick<Move, 'to' | 'waybill'>

const moving = (
  shop: Shop,
  actor: Actor,
  list: string,
): FormKind<Aim, Aim, object, object, Moved> => ({
  entity: 'order',
  read: (values) => ({ ok: true, edit: values }),
  async save(values, seen) {
    if (!seen) return { ok: false, reason: 'not-found' }
    const { order: orderId, ...requested } = values
    const { to } = requested
    const moved = await moveOrder(shop, actor, { orderId, version: seen.version, ...requested })
    if (moved.ok || moved.reason !== 'edited-meanwhile') return moved
    const { note, version, status, by } = moved.standing
    const cause = note && formatCoded(orderNotes, note)
    const words = STAFF_STATUS_WORDS
    const fields = [{ label: 'Status', mine: words[to], theirs: words[status] }]
    return { ok: false, overtaken: { values, conflict: { version, by, cause, fields } } }
  },
  saved: (moved) =>
    withUndo(list, goodToast('order-status-changed', moved), moved.undo ? [moved.undo] : []),
  failed: 'order-status-failed',
  missing: 'not-found',
  isRefusedByToast: true,
  extras: async () => ({}),
})

type Ticked = z.infer<typeof oneTicked>

/** Moves one of the ticked orders; the result tells whether it already had that status. */
async function moveTickedOne(shop: Shop, actor: Actor, to: BulkAim, ticked: Ticked) {
  const { order, version, waybill } = ticked
  const seen = { orderId: order, version }
  if (to !== 'packed') {
    const moved = await tryAct(shop, 'order-status-failed', () =>
      moveOrder(shop, actor, { ...seen, to, ...(waybill && { waybill }) }),
    )
    return moved.ok ? { ...moved, wasSo: moved.from === moved.to } : moved
  }
  const packed = await tryAct(shop, 'order-status-failed', () =>
    packOrder(shop, actor, { ...seen, isPacked: true, lines: 'all' }),
  )
  return packed.ok ? { ...packed, isPaid: true } : packed
}

/** Adds Undo to the toast, for as long as the moves can be undone. */
export const withUndo = (to: string, toast: Toast, moves: readonly number[]): Toast =>
  moves.length === 0
    ? toast
    : {
        ...toast,
        action: {
          label: UNDO,
          to,
          seconds: UNDO_SECONDS,
          fields: [['intent', 'undo'], ...moves.map((move) => ['move', String(move)] as const)],
        },
      }

/** Undoes each move by itself: a move that can no longer be undone does not stop the others. */
async function undoMoves(shop: Shop, actor: Actor, moves: readonly string[]): Promise<Toast> {
  const read = undone.safeParse(moves)
  if (!read.success) return badToast('bad-form')
  const back: { orderNumber: string; to: Move['to'] }[] = []
  const refused: Toast[] = []
  for (const move of read.data) {
    const one = await tryAct(shop, 'order-status-failed', () => undoMove(shop, actor, move))
    if (one.ok) back.push(one)
    else refused.push(badToast(one))
  }
  const [first] = refused
  if (first && back.length === 0) return first
  return goodToast('moves-undone', { undone: back, left: refused.length })
}

/** A pending order still waits for its payment, and a cancelled one needs none. */
const needsPaying = (to: BulkAim) => to !== 'pending' && to !== 'cancelled'

/** Moves each order by itself: an order that cannot be moved does not stop the others. */
async function moveMany(
  shop: Shop,
  actor: Actor,
  { to, orders }: { to: BulkAim; orders: readonly Ticked[] },
) {
  const done = {
    to,
    moved: 0,
    already: 0,
    unpaid: 0,
    refused: [] as { order: string | null; why: string }[],
    undo: [] as number[],
  }
  for (const order of orders) {
    const moved = await moveTickedOne(shop, actor, to, order)
    if (moved.ok && moved.wasSo) done.already += 1
    else if (moved.ok) {
      done.moved += 1
      if (moved.undo) done.undo.push(moved.undo)
      if (!moved.isPaid && needsPaying(to)) done.unpaid += 1
    } else {
      const number = 'orderNumber' in moved ? moved.orderNumber : null
      const words = formatRefusal(moved)
      const why =
        moved.reason === 'edited-meanwhile'
          ? bulkTexts['edited-meanwhile']
          : (words.description ?? words.title)
      done.refused.push({ order: number, why })
    }
  }
  return done
}

/** The acts that move one order or several, and the act that undoes them. */
export const MOVE_ACTS = {
  move: moveOne,
  'move-many': moveTicked(false),
  'pack-many': moveTicked(true),
  undo: async ({ shop, actor, form, respond }: ListAct) =>
    respond(await undoMoves(shop, actor, readTexts(form, 'move'))),
}
