import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aPaidOrder, aProduct, aUser, PREORDER_DAY } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { transact } from '../../db/transact.server.ts'
import { adjustStock } from '../stock/move-stock.ts'
import { notifyArrived } from './notify-customer.ts'

const shop = useShop()

test('a customer with a pre-order is notified once, when all of it has been in stock for some minutes', async () => {
  const { userId } = await aUser(shop)
  const product = await aProduct(shop, { stock: 0, preorders: 5 })
  const { order } = await aPaidOrder(shop, userId, [
    { product, quantity: 2, preorderFrom: PREORDER_DAY },
  ])
  const notified: string[] = []
  const jobs = {
    ...shop.jobs,
    enqueue: async (_: unknown, name: string, data: object) => {
      notified.push(`${name}: ${'subject' in data ? String(data.subject) : ''}`)
    },
  } as typeof shop.jobs
  const notify = () => notifyArrived({ ...shop, jobs })
  const adjust = (units: number) =>
    transact(shop.db, (db) => adjustStock(db, product.variantId, units, 'received', {}))
  const minutesPass = () =>
    shop.db.transaction(async (db) => {
      await db.execute(sql`set local session_replication_role = replica`)
      await db.execute(
        sql`update stock_movements set created_at = created_at - interval '5 minutes'`,
      )
    })
  await adjust(1)
  await minutesPass()
  await notify()
  expect(notified).toEqual([])
  await adjust(1)
  await notify()
  expect(notified).toEqual([])
  await minutesPass()
  await Promise.all([notify(), notify()])
  await notify()
  expect(notified).toEqual([`send-email: Your pre-order ${order.orderNumber} has arrived`])
})
