import { expect, test } from 'vitest'
import { orders } from '../../../app/db/tables.server.ts'
import { TEST_PAYMENTS } from '../../../app/rules/messages/payments/words.ts'
import { useApp } from '../../support/app.ts'
import { aCart, aPaidOrder, aProduct } from '../../support/factories.ts'

const app = useApp({ SAMPLE_SHOP: 'off', PAYMENTS: 'sandbox' })
const { shop } = app

test('a real shop with sandbox payments says so on every page of shop and back office', async () => {
  const visitor = app.visit()
  for (const path of ['/', '/products', '/auth', '/about-us', '/no/such/page'])
    expect((await visitor.open(path)).html, path).toContain(TEST_PAYMENTS)
  const buyer = await app.signIn()
  await aCart(shop, buyer.userId, [{ product: await aProduct(shop) }])
  for (const path of ['/cart', '/checkout', '/orders'])
    expect((await buyer.open(path)).html, path).toContain(TEST_PAYMENTS)
  const admin = await app.signIn('admin')
  for (const path of [
    '/admin',
    '/admin/orders',
    '/admin/discount-codes',
    '/pos/success',
    '/pos/failed',
  ])
    expect((await admin.open(path)).html, path).toContain(TEST_PAYMENTS)
})

test('the till learns of test payments when it starts, and shows them', async () => {
  const { body } = await (await app.signIn('cashier')).json('/admin/pos/start')
  expect(body).toMatchObject({
    shop: { takesMobileMoney: true, takesExchanges: true, takesOrderExchanges: true, isTest: true },
  })
})

test('a sandbox payment pays when the settings choose the sandbox by name', async () => {
  const buyer = await app.signIn()
  await aPaidOrder(shop, buyer.userId, [{ product: await aProduct(shop) }])
  expect(await shop.db.select().from(orders)).toMatchObject([{ status: 'processing' }])
})
