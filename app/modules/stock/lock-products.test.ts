import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { aProduct, type TestProduct } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import type { Tx } from '../../db/open.server.ts'
import { lockProducts, lockProductsOf } from './lock-products.ts'

const shop = useShop()

test('products of more variants than a statement can have parameters are locked by one statement', {
  tags: 'slow',
}, async () => {
  const { variantId } = await aProduct(shop)
  const ids = [variantId, ...Array.from({ length: 65_536 }, () => randomUUID())]
  expect(await shop.db.transaction((db) => Promise.resolve(lockProductsOf(db, ids)))).toEqual([
    { variantId, trackInventory: true },
  ])
})

const isWaiting = async () => {
  const { rows } = await shop.db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

test.each([
  [
    'products',
    (db: Tx, all: TestProduct[]) =>
      lockProducts(
        db,
        all.map(({ productId }) => productId),
      ),
  ],
  [
    'products of variants',
    (db: Tx, all: TestProduct[]) =>
      lockProductsOf(
        db,
        all.map(({ variantId }) => variantId),
      ),
  ],
])(
  '%s are locked in the order of their ids, however they are listed: waiting for the first holds no other',
  async (_name, lock) => {
    // The table holds them the other way round: read as they lie there, the last one would be locked first.
    const ids = Array.from({ length: 3 }, () => randomUUID()).sort()
    const made: TestProduct[] = []
    for (const id of ids.toReversed()) made.unshift(await aProduct(shop, { id }))
    const [first, ...others] = made
    if (!first) throw new Error('no product')
    let locking: Promise<unknown> | undefined
    await shop.db.transaction(async (holder) => {
      await holder.execute(sql`select from products where id = ${first.productId} for update`)
      locking = shop.db.transaction((db) => Promise.resolve(lock(db, [...made].reverse())))
      await vi.waitFor(async () => expect(await isWaiting()).toBe(true))
      // Another transaction: it gets them at once, or fails.
      for (const { productId } of others)
        await shop.db.execute(sql`select from products where id = ${productId} for update nowait`)
    })
    await locking
  },
)
