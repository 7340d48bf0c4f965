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
import { formatNotice } from '../../rules/messages/notices.ts'
import { askProvider } from './ask-provider.ts'

const shop = useShop()

async function given() {
  const product = await aProduct(shop, { price: 20_000 })
  const { userId } = await aUser(shop)
  const admin = { userId: (await aUser(shop, 'admin')).userId, ip: '10.0.0.1' }
  return { product, userId, admin }
}

const asking = (admin: Parameters<typeof askProvider>[1]) => async (orderId: string) => {
  const asked = await askProvider(shop, admin, { orderId })
  return asked.ok ? formatNotice('provider-asked', asked).description : asked.reason
}

test('asked about an open payment, the provider’s answer is told and settles it', async () => {
  const { product, userId, admin } = await given()
  const { order, payment } = await aPendingOrder(shop, userId, [{ product }])
  const ask = asking(admin)
  expect(await ask(order.id)).toContain('not paid yet')
  await payAtProvider(shop, payment.reference)
  expect(await ask(order.id)).toContain('over MK\u00a022,000: Paid.')
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
  const ask = asking(admin)
  const read = () => shop.db.select().from(orders)
  const before = await read()
  expect(await ask(order.id)).toContain('MK\u00a022,000 paid by Test.')
  expect(await read()).toEqual(before)
})

test('what is no order cannot be asked about', async () => {
  const { admin } = await given()
  expect(await askProvider(shop, admin, { orderId: crypto.randomUUID() })).toMatchObject({
    reason: 'not-found',
  })
})
