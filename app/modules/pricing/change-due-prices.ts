import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { priceChanges, pricedProducts, products } from '../../db/tables.server.ts'
import {
  changePrices,
  isForGood,
  type LeftReason,
  nextPriceState,
  OPEN_STATES,
  PRICED_STEPS,
  type PricedState,
  type Prices,
} from '../../rules/pricing/price-changes.ts'
import { setPrices } from '../catalogue/edit/set-prices.ts'
import { lockProducts } from '../stock/lock-products.ts'
import { lockChange, moveChange, type PriceChangeRow } from './move-change.ts'

/** Products in one transaction: a sale of one of them waits no longer than this takes. */
const AT_ONCE = 100

/**
 * Writes the prices of every change that is due to start or to end (the `change-prices` job), some products in each
 * transaction together with their marks: when it is killed, late or runs twice at once, each price is written once.
 * Changes that end go first, because the next one may start at that moment. A change that fails does not stop the
 * others; it fails the job, which is tried again.
 */
export async function changeDuePrices({ db }: { db: Db }): Promise<void> {
  const due = await db
    .select({ id: priceChanges.id })
    .from(priceChanges)
    .where(
      and(
        inArray(priceChanges.state, [...OPEN_STATES]),
        sql`${priceChanges.startsAt} <= now() and (${priceChanges.state} <> 'running' or ${priceChanges.endsAt} <= now())`,
      ),
    )
    .orderBy(
      sql`${priceChanges.state} <> 'ending' and coalesce(${priceChanges.endsAt} > now(), true)`,
      asc(priceChanges.startsAt),
    )
  const errors: unknown[] = []
  for (const { id } of due)
    try {
      while (await db.transaction((db) => takeStep(db, id)));
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 0) throw errors[0]
}

/** Takes one step of a change; false when nothing more is to be done. */
async function takeStep(db: Tx, id: string): Promise<boolean> {
  const change = await lockChange(db, id)
  if (!change) return false
  const signed = { userId: change.byUser, ip: null }
  if (change.isOver && nextPriceState(change.state, 'end')) {
    await moveChange(db, signed, change, 'end')
    return true
  }
  switch (change.state) {
    case 'planned':
      if (change.isDue) await moveChange(db, signed, change, 'start')
      return change.isDue
    case 'starting':
      if (await writeSome(db, change, 'waiting', apply)) return true
      await moveChange(db, signed, change, isForGood(change) ? 'written-for-good' : 'written')
      return !isForGood(change)
    case 'ending':
      await db
        .update(pricedProducts)
        .set(left('late'))
        .where(and(eq(pricedProducts.changeId, id), eq(pricedProducts.state, 'waiting')))
      if (await writeSome(db, change, 'applied', restore)) return true
      await moveChange(db, signed, change, 'written')
      return false
    default:
      return false
  }
}

type Item = typeof pricedProducts.$inferSelect
type Now = Prices & { isArchived: boolean }
type Mark = Partial<Item> & { state: PricedState }
type Outcome = Mark & { set?: Prices }

/** Writes the next products of a change; false when there are none. */
async function writeSome(
  db: Tx,
  change: PriceChangeRow,
  state: 'waiting' | 'applied',
  decide: (change: PriceChangeRow, item: Item, now: Now) => Outcome,
) {
  const items = await db
    .select()
    .from(pricedProducts)
    .where(and(eq(pricedProducts.changeId, change.id), eq(pricedProducts.state, state)))
    .orderBy(asc(pricedProducts.productId))
    .limit(AT_ONCE)
  if (items.length === 0) return false
  const ids = items.map(({ productId }) => productId)
  await lockProducts(db, ids)
  const rows = await db
    .select({
      id: products.id,
      price: products.price,
      comparePrice: products.comparePrice,
      archivedAt: products.archivedAt,
    })
    .from(products)
    .where(inArray(products.id, ids))
  const nowOf = new Map(rows.map((row) => [row.id, row]))
  for (const item of items) {
    const now = nowOf.get(item.productId)
    // The product was deleted meanwhile, and its row of this change with it.
    if (!now) continue
    const { set, ...mark } = decide(change, item, { ...now, isArchived: now.archivedAt !== null })
    if (!PRICED_STEPS[item.state].includes(mark.state))
      throw new Error('no step of a priced product')
    if (set)
      await setPrices(db, { userId: change.byUser, ip: null }, item.productId, set, change.name)
    await db.update(pricedProducts).set(mark).where(eq(pricedProducts.id, item.id))
  }
  return true
}

const left = (leftBecause: LeftReason): Mark => ({ state: 'left', leftBecause })

function apply(change: PriceChangeRow, _item: Item, now: Now): Outcome {
  if (now.isArchived) return left('archived')
  const next = changePrices(change, now)
  if (!next.ok) return left(next.why)
  return {
    state: 'applied',
    oldPrice: now.price,
    oldComparePrice: now.comparePrice,
    newPrice: next.prices.price,
    newComparePrice: next.prices.comparePrice,
    set: next.prices,
  }
}

/** Restores the former prices, unless staff have changed the prices meanwhile. */
function restore(_change: PriceChangeRow, item: Item, now: Now): Outcome {
  const { oldPrice, oldComparePrice, newPrice, newComparePrice } = item
  if (oldPrice === null || now.price !== newPrice || now.comparePrice !== newComparePrice)
    return left('edited')
  return { state: 'restored', set: { price: oldPrice, comparePrice: oldComparePrice } }
}
