import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { deliveries, deliveryLines, suppliers, variants } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { deliveryName } from '../../rules/messages/purchasing/words.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import {
  type DeliveryAct,
  MOST_DELIVERY_LINES,
  mayAct,
  stateOf,
} from '../../rules/purchasing/deliveries.ts'
import type {
  DeliveryConflict,
  DeliveryEdit,
  Typed,
  TypedUnits,
} from '../../rules/purchasing/delivery-form.ts'
import { variantName } from '../../rules/stock/stock-changes.ts'
import { listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { listDeliveryLines } from './read-deliveries.ts'

type Delivery = typeof deliveries.$inferSelect

/** How the audit log and messages name a line: the product and its size. */
export const nameOf = (line: { product: string; size: string | null; color: string | null }) =>
  [line.product, variantName(line)].filter(Boolean).join(', ')

/** The audit entry's reference to a delivery. */
export const deliveryInLog = ({ id, number }: { id: string; number: number }) =>
  ({ entity: 'delivery', entityId: id, label: deliveryName(number) }) as const

/** Starts a draft; a repeated press starts only one. */
export const startDelivery = (db: Db, actor: Actor): Promise<{ ok: true; id: string }> =>
  transact(db, async (db) => {
    const [made] = await listDone(db, actor, 'delivery')
    if (made) return { ok: true, id: made.entityId }
    const [row] = await db.insert(deliveries).values({ createdBy: actor.userId }).returning()
    if (!row) throw new Error('the delivery was not written')
    await recordAudit(db, actor, { ...deliveryInLog(row), action: 'created' })
    return { ok: true, id: row.id }
  })

/** Locks a delivery for an act that its state allows; the next transaction that changes it waits. */
export async function lockDelivery(
  db: Tx,
  id: string,
  act: DeliveryAct,
): Promise<{ ok: true; delivery: Delivery } | Refusal<'not-found' | 'delivery-done'>> {
  const [delivery] = await db.select().from(deliveries).where(eq(deliveries.id, id)).for('update')
  if (!delivery) return { ok: false, reason: 'not-found' }
  return mayAct(act, delivery.state)
    ? { ok: true, delivery }
    : { ok: false, reason: 'delivery-done' }
}

/** Writes a delivery's state, which its lines determine. Its row must be locked. */
export async function putState(db: Tx, id: string) {
  const state = stateOf(await listDeliveryLines(db, id))
  await db
    .update(deliveries)
    .set({ state, version: sql`${deliveries.version} + 1` })
    .where(eq(deliveries.id, id))
  return state
}

/** Whether a typed value is to be written: null when another person has written another one meanwhile. */
function decide<T>(stored: T, { was, sent = [], is }: Typed<T>, isOver: boolean): boolean | null {
  // A page that saves one field sends all of them: what nobody has changed is no conflict.
  if (is === stored || (is === was && sent.every((one) => one === was))) return false
  return isOver || stored === was || sent.includes(stored) ? true : null
}

/**
 * What arrived is 0 again once it is booked, as it was when an older page was made: its number would be booked a second
 * time.
 */
function decideUnits(
  line: { arriving: number; received: number },
  units: TypedUnits,
  isOver: boolean,
) {
  const isBooked = bookedSince(line, units) !== 0
  return isBooked && !isOver && units.is !== line.arriving
    ? null
    : decide(line.arriving, units, isOver)
}
const bookedSince = (line: { received: number }, { received = line.received }: TypedUnits) =>
  line.received - received

/**
 * The values of an expected delivery that the audit log stores: supplier, expected day and costs. Arrivals are recorded
 * when they are booked, and a draft when it is expected or booked: until then it is a form that is being filled in.
 */
async function readPromise(db: Tx, id: string) {
  const [head] = await db
    .select({
      supplier: suppliers.name,
      ...columnsOf(deliveries, 'note', 'expectedOn'),
    })
    .from(deliveries)
    .leftJoin(suppliers, eq(suppliers.id, deliveries.supplierId))
    .where(eq(deliveries.id, id))
  const lines = await listDeliveryLines(db, id)
  return {
    ...head,
    ...Object.fromEntries(lines.map((line) => [`${line.product}, cost price`, line.unitCost])),
  }
}

/**
 * Writes what a form of a delivery changed, so that two people who type on two devices both find their values. One
 * that another person has changed stays as they have it, and is returned, unless this form was sent to be saved over
 * it.
 */
export async function saveLines(db: Tx, actor: Actor, delivery: Delivery, edit: DeliveryEdit) {
  const before = delivery.state === 'draft' ? null : await readPromise(db, delivery.id)
  const lines = await listDeliveryLines(db, delivery.id)
  const isOver = edit.over === delivery.version
  const conflicts: DeliveryConflict[] = []
  for (const line of lines) {
    const units = edit.units.get(line.id)
    const cost = edit.costs.get(line.productId)
    const hasUnits = units ? decideUnits(line, units, isOver) : false
    const hasCost = cost ? decide(line.unitCost, cost, isOver) : false
    if (units && hasUnits === null)
      conflicts.push({
        of: 'units',
        name: nameOf(line),
        mine: units.is ?? 0,
        theirs: line.arriving,
        booked: bookedSince(line, units),
      })
    // Each size of a product has its cost.
    const isFirst = lines.find(({ productId }) => productId === line.productId) === line
    if (cost && hasCost === null && isFirst)
      conflicts.push({ of: 'cost', name: line.product, mine: cost.is, theirs: line.unitCost })
    if (!hasUnits && !hasCost) continue
    await db
      .update(deliveryLines)
      .set({
        ...(hasUnits && { arriving: units?.is ?? 0 }),
        ...(hasCost && { unitCost: cost?.is ?? null }),
      })
      .where(eq(deliveryLines.id, line.id))
  }
  const { supplierId, note, expectedOn } = edit
  const hasSupplier = decide(delivery.supplierId, supplierId, isOver)
  const hasNote = decide(delivery.note, note, isOver)
  const hasDay = decide(delivery.expectedOn, expectedOn, isOver)
  for (const [of, has, { is }, theirs] of [
    ['supplier', hasSupplier, supplierId, delivery.supplierId],
    ['expected_on', hasDay, expectedOn, delivery.expectedOn],
    ['note', hasNote, note, delivery.note],
  ] as const)
    if (has === null) conflicts.push({ of, mine: is, theirs })
  const known =
    hasSupplier && supplierId.is
      ? await db.select({ id: suppliers.id }).from(suppliers).where(eq(suppliers.id, supplierId.is))
      : []
  await db
    .update(deliveries)
    .set({
      ...(hasSupplier && { supplierId: known[0]?.id ?? null }),
      ...(hasNote && { note: note.is }),
      ...(hasDay && { expectedOn: expectedOn.is }),
      version: sql`${deliveries.version} + 1`,
    })
    .where(eq(deliveries.id, delivery.id))
  if (before) {
    const after = await readPromise(db, delivery.id)
    await recordAudit(db, actor, { ...deliveryInLog(delivery), action: 'edited', before, after })
  }
  return conflicts
}

export type Saved = { ok: true; conflicts: number }

/** More presses than may wait for an answer at once, on all devices that edit one delivery. */
const KEPT_PRESSES = 50

/** Saves what was typed so far. */
export const saveDelivery = (
  db: Db,
  actor: Actor,
  id: string,
  edit: DeliveryEdit,
): Promise<Saved | Refusal<'not-found' | 'delivery-done'>> =>
  transact(db, async (db) => {
    const locked = await lockDelivery(db, id, 'edit')
    if (!locked.ok) return locked
    const conflicts = await saveLines(db, actor, locked.delivery, edit)
    return { ok: true, conflicts: conflicts.length }
  })

/**
 * Adds all sizes of a product to a delivery, after saving what was typed so far. A scanned size counts one more
 * arriving unit, because each scan is one unit; a repeated press adds none.
 */
export const addToDelivery = (
  db: Db,
  actor: Actor,
  id: string,
  edit: DeliveryEdit,
  { productId, scanned }: { productId: string; scanned: string | null },
): Promise<
  (Saved & { lineId: number | null }) | Refusal<'not-found' | 'delivery-done' | 'delivery-full'>
> =>
  transact(db, async (db) => {
    const locked = await lockDelivery(db, id, 'edit')
    if (!locked.ok) return locked
    const { length: conflicts } = await saveLines(db, actor, locked.delivery, edit)
    const sizes = await db
      .select({ variantId: variants.id })
      .from(variants)
      .where(and(eq(variants.productId, productId), isNull(variants.retiredAt)))
      .orderBy(variants.position)
      .limit(MOST_DELIVERY_LINES)
    if (sizes.length === 0) return { ok: false, reason: 'not-found' }
    await db
      .insert(deliveryLines)
      .values(sizes.map((size) => ({ ...size, deliveryId: id })))
      .onConflictDoNothing()
    if ((await listDeliveryLines(db, id)).length > MOST_DELIVERY_LINES)
      return { ok: false, reason: 'delivery-full', most: MOST_DELIVERY_LINES }
    const one = scanned ?? (sizes.length === 1 ? (sizes[0]?.variantId ?? null) : null)
    if (!one) return { ok: true, conflicts, lineId: null }
    const { presses } = locked.delivery
    const { request } = actor
    const isAgain = Boolean(request && presses.includes(request))
    if (request && !isAgain)
      await db
        .update(deliveries)
        .set({ presses: [...presses, request].slice(-KEPT_PRESSES) })
        .where(eq(deliveries.id, id))
    const [line] = await db
      .update(deliveryLines)
      .set({ arriving: sql`${deliveryLines.arriving} + ${isAgain ? 0 : 1}` })
      .where(and(eq(deliveryLines.deliveryId, id), eq(deliveryLines.variantId, one)))
      .returning({ id: deliveryLines.id })
    return { ok: true, conflicts, lineId: line?.id ?? null }
  })

/** Removes a product from a delivery, except sizes that were expected or have arrived. */
export const dropFromDelivery = (
  db: Db,
  id: string,
  productId: string,
): Promise<{ ok: true } | Refusal<'not-found' | 'delivery-done'>> =>
  transact(db, async (db) => {
    const locked = await lockDelivery(db, id, 'edit')
    if (!locked.ok) return locked
    const ofProduct = db
      .select({ id: variants.id })
      .from(variants)
      .where(eq(variants.productId, productId))
    await db
      .delete(deliveryLines)
      .where(
        and(
          eq(deliveryLines.deliveryId, id),
          inArray(deliveryLines.variantId, ofProduct),
          eq(deliveryLines.expected, 0),
          eq(deliveryLines.received, 0),
        ),
      )
    await putState(db, id)
    return { ok: true }
  })
