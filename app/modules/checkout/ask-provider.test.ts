import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
} from '../../../tests/support/ladder.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { auditLog, orders } from '../../db/tables.server.ts'
import { askProvider } from './ask-provider.ts'

const shop = useShop()

async function given() {
  const product = await aProduct(shop, { price: 20_000 })
  const { userId } = await aUser(shop)
  const admin = { userId: (await aUser(shop, 'admin')).userId, ip: '10.0.0.1' }
  return { product, userId, admin }
}

test('asked about an open payment, the provider’s answer is told and settles it', async () => {
  const { product, userId, admin } = await given()
  const { order, payment } = await aPendingOrder(shop, userId, [{ product }])
  expect(await askProvider(shop, admin, { orderId: order.id })).toMatchObject({
    ok: true,
    message: expect.stringContaining('not paid yet'),
  })
  await payAtProvider(shop, payment.reference)
  expect(await askProvider(shop, admin, { orderId: order.id })).toMatchObject({
    message: expect.stringContaining('over MK\u00a022,000: Paid.'),
  })
  const [after] = await shop.db.select().from(orders).where(eq(orders.id, order.id))
  expect(after?.status).toBe('processing')
  expect(await shop.db.select().from(auditLog)).toMatchObject([
    { action: 'provider asked', label: order.orderNumber, byUser: admin.userId },
    { action: 'provider asked' },
  ])
})

test('about a settled payment the answer is told, and changes nothing', async () => {
  const { product, userId, admin } = await given()
  const { order } = await aPaidOrder(shop, userId, [{ product }])
  const read = () => shop.db.select().from(orders)
  const before = await read()
  expect(await askProvider(shop, admin, { orderId: order.id })).toMatchObject({
    message: expect.stringContaining('MK\u00a022,000 paid by Test.'),
  })
  expect(await read()).toEqual(before)
})

test('what is no order cannot be asked about', async () => {
  const { admin } = await given()
  expect(await askProvider(shop, admin, { orderId: crypto.randomUUID() })).toMatchObject({
    reason: 'not-found',
  })
})
