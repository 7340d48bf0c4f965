// @module-tag slow

import { eq } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { aCheckoutRequest, aProduct, aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { orderItems, orders, payments, stockMovements } from '../../db/tables.server.ts'
import { checkLedger } from '../health/check-stock.ts'
import { placeOrder } from './place-order.ts'

let url = ''
const shop = useShop({}, async (own) => {
  url = own
})

/** Ends the connections of the shop that are within a transaction; how many there were. */
async function cut(by: pg.Client) {
  const { rowCount } = await by.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'zovala' and state = 'idle in transaction'`,
  )
  return rowCount ?? 0
}

test('an order placed while connections break is stored completely or not at all', async () => {
  const dress = await aProduct(shop, { price: 20_000, stock: 200 })
  const hand = new pg.Client({ connectionString: url })
  await hand.connect()
  onTestFinished(() => hand.end())
  const buyers = await Promise.all(Array.from({ length: 40 }, () => aUser(shop)))
  const one = aCheckoutRequest([{ product: dress, quantity: 1 }])
  const placing = Promise.allSettled(buyers.map(({ userId }) => placeOrder(shop, userId, one)))
  let isOver = false
  void placing.then(() => (isOver = true))
  let lost = 0
  while (lost < 12 && !isOver) lost += await cut(hand)

  const acknowledged = (await placing).flatMap((one) =>
    one.status === 'fulfilled' && one.value.ok ? [one.value.order.id] : [],
  )
  const kept = await shop.db.select().from(orders)
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
  expect(lost).toBeGreaterThan(0)
  for (const { id } of kept) {
    const of = async (table: typeof orderItems | typeof payments | typeof stockMovements) =>
      (await shop.db.select().from(table).where(eq(table.orderId, id))).length
    expect([await of(orderItems), await of(payments), await of(stockMovements)]).toEqual([1, 1, 1])
  }
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  // The shop goes on by itself.
  const { userId } = await aUser(shop)
  const next = await placeOrder(shop, userId, aCheckoutRequest([{ product: dress, quantity: 1 }]))
  expect(next.ok).toBe(true)
})
