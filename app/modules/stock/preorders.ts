import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import { preorders, products, variants } from '../../db/tables.server.ts'
import { countedUnits, preorderUnits } from './availability.ts'
import { lockProductsOf } from './lock-products.ts'
import type { Cause, OrderedQuantity, OutOfStock, VariantQuantity } from './move-stock.ts'

/**
 * Writes what is owed to an order of one variant and returns its id; writes and returns nothing where so many units may
 * not be promised for that day.
 */
const preparePromise = prepareOnce((db: Tx) => {
  const { placeholder } = sql
  const promised = db.$with('promised', { id: sql<number>`id`.as('id') }).as(sql`
    insert into preorders (order_id, variant_id, units, owed)
    select ${placeholder('orderId')}::uuid, ${variants.id}, ${placeholder('quantity')}::int, ${placeholder('quantity')}::int
    from ${variants} join ${products} on ${products.id} = ${variants.productId}
    where ${variants.id} = ${placeholder('variantId')} and ${variants.retiredAt} is null
      and ${variants.preorderFrom} = ${placeholder('from')}::date and ${preorderUnits} >= ${placeholder('quantity')}::int
    returning id`)
  return db.with(promised).select().from(promised)
})

/**
 * Promises units to an order before they arrive. The product must be locked, so that the units owed never exceed
 * its limit.
 */
export const promiseUnits = (
  db: Tx,
  orderId: string,
  { variantId, quantity, preorderFrom }: OrderedQuantity,
) => preparePromise(db).execute({ orderId, variantId, quantity, from: preorderFrom })

/** What an order was promised, whether it has arrived or not. */
export const listPromised = (db: Db | Tx, orderId: string) =>
  db
    .select({ variantId: preorders.variantId, owed: preorders.owed })
    .from(preorders)
    .where(eq(preorders.orderId, orderId))

/** Deletes the pre-orders of an order that ends. Its products must be locked. */
export const forgetPromised = (db: Tx, orderId: string) =>
  db.delete(preorders).where(eq(preorders.orderId, orderId))

/**
 * Ends the pre-orders of units that were refunded because they will not be sent, as far as these have not arrived: what
 * arrives goes to the next order. They count as never promised, so that no customer is notified of them.
 */
export async function forgetUnsent(db: Tx, order: string, unsent: readonly VariantQuantity[]) {
  const waiting = (await listPromised(db, order)).filter(({ owed }) => owed > 0)
  const gone = unsent.filter(({ variantId: id }) => waiting.some((one) => one.variantId === id))
  if (gone.length === 0) return
  const { orderId, variantId, units, owed } = preorders
  await lockProductsOf(
    db,
    gone.map((one) => one.variantId),
  )
  for (const { variantId: id, quantity } of gone) {
    const isThis = and(eq(orderId, order), eq(variantId, id))
    await db.delete(preorders).where(and(isThis, eq(owed, units), lte(units, quantity)))
    await db
      .update(preorders)
      .set({
        units: sql`${units} - least(${owed}, ${quantity}::int)`,
        owed: sql`greatest(${owed} - ${quantity}::int, 0)`,
      })
      .where(and(isThis, gt(owed, 0)))
  }
}

/**
 * How many units of each variant have not arrived for each of these orders; leaves out variants that have all arrived.
 */
export async function listOwed(db: Db | Tx, orderIds: readonly string[]) {
  if (orderIds.length === 0) return []
  const { orderId, variantId, owed } = preorders
  return db
    .select({ orderId, variantId, owed })
    .from(preorders)
    .where(sql`${inArray(orderId, [...orderIds])} and ${owed} > 0`)
    .orderBy(preorders.id)
}

/** Whether the order, which the query names `orders`, waits for pre-ordered units. */
export const isWaitingForStock: SQL = sql`exists (select from preorders where preorders.order_id = orders.id and preorders.owed > 0)`

/**
 * What a cancelled order takes when it is reinstated: of its pre-orders the units in stock, and the rest is promised
 * again as far as the limit allows. Returns what to take from stock now; refuses when stock and limit together are
 * too few.
 */
export async function promiseAgain(
  db: Tx,
  lines: readonly OrderedQuantity[],
  { orderId }: Cause & { orderId: string },
): Promise<{ ok: true; lines: VariantQuantity[] } | OutOfStock> {
  if (!lines.some(({ preorderFrom }) => preorderFrom))
    return { ok: true, lines: lines.map(asOrdinary) }
  const ids = lines.map(({ variantId }) => variantId)
  await lockProductsOf(db, ids)
  const levels = await db
    .select({
      variantId: variants.id,
      onHand: countedUnits,
      room: sql<number>`coalesce(greatest(${variants.preorderLimit} - ${variants.preorderOwed}, 0), 0)`,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(inArray(variants.id, ids))
  const levelOf = new Map(levels.map((level) => [level.variantId, level]))
  const taken: VariantQuantity[] = []
  for (const line of lines) {
    const { variantId, quantity } = line
    const { onHand = 0, room = 0 } = levelOf.get(variantId) ?? {}
    const there = line.preorderFrom ? Math.min(quantity, onHand ?? quantity) : quantity
    if (there > 0) taken.push({ variantId, quantity: there })
    const units = quantity - there
    if (units === 0) continue
    if (units > room)
      return { ok: false, reason: 'out-of-stock', variantId, available: there + room }
    await db.insert(preorders).values({ orderId, variantId, units, owed: units })
  }
  return { ok: true, lines: taken }
}

const asOrdinary = ({ variantId, quantity }: VariantQuantity) => ({ variantId, quantity })
