import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aPaidOrder, aPendingOrder, aProduct, aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { orders } from '../../db/tables.server.ts'
import { bringWindowsBack } from './bring-windows-back.ts'

const shop = useShop()

test('an order placed while the clock was ahead waits half an hour from now; others are unchanged', async () => {
  const product = await aProduct(shop)
  const { userId } = await aUser(shop)
  const place = async () => (await aPendingOrder(shop, userId, [{ product }])).order.id
  const [ahead, today] = [await place(), await place()]
  const cancelled = await place()
  const paid = (await aPaidOrder(shop, userId, [{ product }])).order.id
  await shop.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, cancelled))
  // Set back to waiting by staff, but paid: it never ends by itself.
  await shop.db.update(orders).set({ status: 'pending' }).where(eq(orders.id, paid))
  await shop.db
    .update(orders)
    .set({
      createdAt: sql`${orders.createdAt} + interval '1 year'`,
      expiresAt: sql`${orders.expiresAt} + interval '1 year'`,
    })
    .where(sql`${orders.id} <> ${today}`)
  const windows = async () => {
    const all = await shop.db
      .select({
        id: orders.id,
        minutes: sql<number>`round(extract(epoch from ${orders.expiresAt} - now()) / 60)::int`,
      })
      .from(orders)
      .orderBy(asc(orders.createdAt), asc(orders.id))
    return new Map(all.map(({ id, minutes }) => [id, minutes]))
  }
  const before = await windows()
  await bringWindowsBack(shop.db)
  expect(await windows()).toEqual(new Map([...before, [ahead, 30]]))
  expect(before.get(today)).toBe(30)
})
