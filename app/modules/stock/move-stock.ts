import { eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { pipeline } from '../../db/pipeline.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import { products, stockMovements, variants } from '../../db/tables.server.ts'
import { preorderOf } from '../../rules/stock/preorders.ts'
import type { MovementKind, StockCause } from '../../rules/stock/stock.ts'
import { PREORDER_COLUMNS, safetyStock } from './availability.ts'
import { lockProductsMoved, lockProductsOf } from './lock-products.ts'
import { listReservedNotSent } from './not-sent.ts'
import { forgetPromised, listPromised, promiseUnits } from './preorders.ts'

/** The order, till sale or staff member that a movement is for. */
export type Cause = {
  orderId?: string
  posSaleId?: string
  byUser?: string | null
  cause?: StockCause
  /** In the staff member's own words. */
  reason?: string | null
}
export type VariantQuantity = { variantId: string; quantity: number }
/** `preorderFrom`: the units are promised before they arrive and ship from that day. */
export type OrderedQuantity = VariantQuantity & { preorderFrom?: string | null }

/** Units that a movement must leave in stock: an order leaves the tills' safety stock. */
const leftBy = (isOfShop: boolean): SQL => (isOfShop ? safetyStock : sql`0`)

/**
 * Writes one variant's ledger row and returns its id; writes and returns nothing where fewer than `leftBy` units
 * would remain.
 */
const prepareTaking = prepareOnce((db: Tx, isOfShop: boolean) => {
  const { placeholder } = sql
  const taken = db.$with('taken', { id: sql<number>`id`.as('id') }).as(sql`
    insert into stock_movements (variant_id, kind, quantity, order_id, pos_sale_id, by_user, cause, reason)
    select v.id, ${placeholder('kind')}, -(${placeholder('quantity')}::int), ${placeholder('orderId')}::uuid,
      ${placeholder('posSaleId')}::uuid, ${placeholder('byUser')}::uuid, ${placeholder('cause')},
      ${placeholder('reason')}
    from variants v join products p on p.id = v.product_id
    where v.id = ${placeholder('variantId')} and p.track_inventory
      and v.inventory - ${leftBy(isOfShop)} >= ${placeholder('quantity')}::int
    returning id`)
  return db.with(taken).select().from(taken)
})

/** Adds up the lines of each variant before they are checked: otherwise two lines could each pass alone. */
function addUp(requested: readonly OrderedQuantity[]) {
  const sums = new Map<string, OrderedQuantity>()
  for (const line of requested) {
    const quantity = line.quantity + (sums.get(line.variantId)?.quantity ?? 0)
    sums.set(line.variantId, { ...line, quantity })
  }
  return [...sums.values()]
}

export type OutOfStock = {
  ok: false
  reason: 'out-of-stock'
  variantId: string
  available: number
}
type NotTaken =
  | OutOfStock
  /** The units are in stock now, or are promised for another day (`from`) than the order asked for. */
  | { ok: false; reason: 'preorder-changed'; variantId: string; from: string | null }

/**
 * Takes units of variants, all or none, never below zero; takes nothing of products whose stock is not tracked. An
 * order leaves the tills' safety stock (availability.ts); a till sale, or an order that is paid already, does not.
 * Units that an order asks for as a pre-order are promised instead (preorders.ts), and refused when they are in stock
 * or may not be promised. Call it inside a transaction that rolls back on refusal.
 */
export async function takeStock(
  db: Tx,
  requested: readonly OrderedQuantity[],
  kind: Extract<MovementKind, 'reservation' | 'sale' | 'pos_sale'>,
  cause: Cause,
): Promise<{ ok: true } | NotTaken> {
  const lines = addUp(requested)
  const isOfShop = kind === 'reservation' && cause.orderId !== undefined
  const take = (line: OrderedQuantity): PromiseLike<unknown[]> =>
    line.preorderFrom && cause.orderId
      ? promiseUnits(db, cause.orderId, line)
      : prepareTaking(db, isOfShop).execute(movement(cause, kind, line.variantId, line.quantity))
  const [tracked, ...taken] = await pipeline(
    () =>
      lockProductsOf(
        db,
        lines.map(({ variantId }) => variantId),
      ),
    ...lines.map((line) => () => take(line)),
  )
  const isTracked = new Map(tracked.map((row) => [row.variantId, row.trackInventory]))
  for (const [n, line] of lines.entries()) {
    if (taken[n]?.length === 1) continue
    if (!line.preorderFrom && isTracked.get(line.variantId) === false) continue
    return explainNotTaken(db, line, isOfShop)
  }
  return { ok: true }
}

async function explainNotTaken(
  db: Tx,
  { variantId, preorderFrom = null }: OrderedQuantity,
  isOfShop: boolean,
): Promise<NotTaken> {
  const [level] = await db
    .select({
      available: sql`greatest(${variants.inventory} - ${leftBy(isOfShop)}, 0)`.mapWith(Number),
      isTracked: products.trackInventory,
      ...PREORDER_COLUMNS,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(variants.id, variantId))
  const available = level?.available ?? 0
  const offered = level && isOfShop ? preorderOf(level) : null
  const isThere = available > 0 || level?.isTracked === false
  if (isThere ? preorderFrom : offered && offered.from !== preorderFrom)
    return { ok: false, reason: 'preorder-changed', variantId, from: offered?.from ?? null }
  return { ok: false, reason: 'out-of-stock', variantId, available: offered?.units ?? available }
}

const movementsOf = (cause: Cause) =>
  cause.orderId
    ? sql`${stockMovements.orderId} = ${cause.orderId}::uuid`
    : sql`${stockMovements.posSaleId} = ${cause.posSaleId ?? null}::uuid`

/** What an order or a till sale has reserved of each variant now; only the ledger knows. */
export async function listReservedOf(db: Tx, cause: Cause) {
  return db
    .select({
      variantId: stockMovements.variantId,
      quantity: sql<number>`-sum(${stockMovements.quantity})`.mapWith(Number),
    })
    .from(stockMovements)
    .where(movementsOf(cause))
    .groupBy(stockMovements.variantId)
    .having(sql`sum(${stockMovements.quantity}) < 0`)
    .orderBy(stockMovements.variantId)
}

/** A row of the ledger. */
export const movement = (
  cause: Cause,
  kind: MovementKind,
  variantId: string,
  quantity: number,
) => ({
  variantId,
  kind,
  quantity,
  orderId: cause.orderId ?? null,
  posSaleId: cause.posSaleId ?? null,
  byUser: cause.byUser ?? null,
  cause: cause.cause ?? null,
  reason: cause.reason ?? null,
})

/**
 * Releases all that an order or till sale still has reserved, and ends its pre-orders. Units that were refunded because
 * they will not be sent stay with the order in the ledger: staff book by hand what of them is in the shop.
 */
export async function giveBackStock(
  db: Tx,
  kind: Extract<MovementKind, 'release' | 'return'>,
  cause: Cause,
) {
  const promised = cause.orderId ? await listPromised(db, cause.orderId) : []
  const ids = [...(await listReservedOf(db, cause)), ...promised].map((row) => row.variantId)
  if (ids.length === 0) return
  await lockProductsOf(db, ids)
  const { orderId } = cause
  const kept = orderId ? await listReservedNotSent(db, orderId) : new Map<string, number>()
  // Before the release: otherwise the released units would go to the order's own pre-order.
  if (orderId) await forgetPromised(db, orderId)
  // Read again: under the lock nobody else can change it.
  const given = (await listReservedOf(db, cause)).flatMap(({ variantId, quantity }) => {
    const units = quantity - (kept.get(variantId) ?? 0)
    return units > 0 ? [movement(cause, kind, variantId, units)] : []
  })
  if (given.length > 0) await db.insert(stockMovements).values(given)
}

/**
 * Turns what a locked order or till sale has reserved into a sale; the quantity on hand stays the same. Locks the
 * products first, as every change of stock does. Both statements are sent at once, because most payments wait for the
 * lock of a popular product.
 */
export async function sellReserved(
  db: Tx,
  kind: Extract<MovementKind, 'sale' | 'pos_sale'>,
  cause: Cause,
) {
  const { orderId = null, posSaleId = null, byUser = null, reason = null } = cause
  const mine = movementsOf(cause)
  await pipeline(
    () => lockProductsMoved(db, mine, orderId),
    // The release goes first, so that the stock is never below zero between the two rows.
    () =>
      db.execute(sql`
        insert into stock_movements (variant_id, kind, quantity, order_id, pos_sale_id, by_user, cause, reason)
        select variant_id, step.kind, step.sign * held, ${orderId}::uuid, ${posSaleId}::uuid, ${byUser}::uuid,
          ${cause.cause ?? null}, ${reason}
        from (select variant_id, -sum(quantity)::int as held from stock_movements where ${mine}
            group by variant_id having sum(quantity) < 0) as reserved,
          (values ('release', 1), (${kind}, -1)) as step (kind, sign)
        order by variant_id, step.sign desc`),
  )
}

type Adjustment = Extract<MovementKind, 'opening' | 'received' | 'adjustment'>

/**
 * Puts units of variants in stock, or removes some by adjustment, each variant once: all or none, in one statement for
 * any number of variants. Refuses to go below zero and names the first variant that would.
 */
export async function adjustStocks(
  db: Tx,
  requested: readonly VariantQuantity[],
  kind: Adjustment,
  cause: Cause,
): Promise<{ ok: true } | OutOfStock> {
  const [first] = requested
  if (!first) return { ok: true }
  const ids = requested.map(({ variantId }) => variantId)
  await lockProductsOf(db, ids)
  const levels = sql`select v.id, v.inventory, w.quantity, w.place
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(requested.map(({ quantity }) => quantity))}::int[])
      with ordinality as w (id, quantity, place)
    join variants v on v.id = w.id`
  const moved = await db.execute(sql`
    with levels as (${levels})
    insert into stock_movements (variant_id, kind, quantity, by_user, cause, reason)
    select id, ${kind}, quantity, ${cause.byUser ?? null}::uuid, ${cause.cause ?? null}, ${cause.reason ?? null}
    from levels where not exists (select from levels where inventory + quantity < 0)`)
  if (moved.rowCount === requested.length) return { ok: true }
  const { rows } = await db.execute<{ id: string; inventory: number }>(sql`
    select id, inventory from (${levels}) levels where inventory + quantity < 0 order by place limit 1`)
  const { id: variantId, inventory: available } = rows[0] ?? { id: first.variantId, inventory: 0 }
  return { ok: false, reason: 'out-of-stock', variantId, available }
}

/** Adjusts one variant in the same way. */
export async function adjustStock(
  db: Tx,
  variantId: string,
  quantity: number,
  kind: Adjustment,
  cause: Cause,
): Promise<{ ok: true } | Omit<OutOfStock, 'variantId'>> {
  const done = await adjustStocks(db, [{ variantId, quantity }], kind, cause)
  return done.ok ? done : { ok: false, reason: 'out-of-stock', available: done.available }
}
