import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { orderItems, orders, posSaleItems, products } from '../../../app/db/tables.server.ts'
import { useApp } from '../../support/app.ts'
import { aPaidOrder, aProduct, type TestProduct } from '../../support/factories.ts'
import { aSoldLine, aTill } from '../../support/till/till.ts'

// docs/decisions/0087-what-a-line-cost.md

const app = useApp()
const { shop } = app
const COST = 7_654_321
const WRITTEN = /7,?654,?321/

const costs = (productId: string, costPrice: number) =>
  shop.db.update(products).set({ costPrice }).where(eq(products.id, productId))

let buyer: Awaited<ReturnType<typeof app.signIn>>
let cashier: typeof buyer
let skirt: TestProduct
let scarf: TestProduct
let orderNumber: string
let orderId: string
let till: Awaited<ReturnType<typeof aTill>>
let saleNumber: string

beforeEach(async () => {
  buyer = await app.signIn()
  cashier = await app.signIn('cashier')
  skirt = await aProduct(shop, { name: 'Chitenje Skirt', price: 20_000, stock: 20 })
  scarf = await aProduct(shop, { name: 'Silk Scarf', price: 9000, stock: 20 })
  await costs(skirt.productId, COST)
  const bought = [skirt, scarf].map((product) => ({ product, quantity: 1 }))
  const { order } = await aPaidOrder(shop, buyer.userId, bought)
  orderNumber = order.orderNumber
  orderId = order.id
  const delivered = { status: 'delivered', deliveredAt: shop.now() } as const
  await shop.db.update(orders).set(delivered).where(eq(orders.id, orderId))
  till = await aTill(cashier)
  await till.send(till.openShift)
  const { received } = await till.send(till.sale([aSoldLine(skirt), aSoldLine(scarf)]))
  saleNumber = received[0]?.number ?? ''
})

test('a line of an order or a till sale keeps its product’s cost at that time, and none when no cost is set', async () => {
  await costs(skirt.productId, 5)
  const ordered = await shop.db
    .select({ productId: orderItems.productId, unitCost: orderItems.unitCost })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
  const sold = await shop.db
    .select({ productId: posSaleItems.productId, unitCost: posSaleItems.unitCost })
    .from(posSaleItems)
  for (const lines of [ordered, sold])
    expect(new Map(lines.map(({ productId, unitCost }) => [productId, unitCost]))).toEqual(
      new Map([
        [skirt.productId, COST],
        [scarf.productId, null],
      ]),
    )
})

test('no shopper, cashier or program of theirs can read the cost of a line', async () => {
  const headers = { 'X-Till-Device': till.deviceId }
  const ways = [
    ...[
      '/orders',
      `/orders/${orderNumber}`,
      `/orders/${orderNumber}/invoice`,
      '/account/data.json',
      '/settings.json',
      '/api/orders',
      `/api/orders/${orderNumber}`,
    ].map((path) => ({ by: buyer, path })),
    ...[
      '/admin/pos/goods',
      '/admin/pos/stock',
      `/admin/pos/returns?number=${orderNumber}`,
      `/admin/pos/sales/${saleNumber}`,
    ].map((path) => ({ by: cashier, path })),
  ]
  for (const { by, path } of ways) {
    const answer = await by.fetch(path, { headers })
    expect([path, answer.status]).toEqual([path, 200])
    expect(await answer.text(), path).not.toMatch(WRITTEN)
  }
  const admin = await app.signIn('admin')
  // The cost is not sent to staff with an order either, only read where it is needed.
  const slips = `/admin/orders/print?paper=slips&order=${orderNumber}`
  for (const path of [slips, `/admin/orders?order=${orderNumber}`]) {
    const page = await (await admin.fetch(path)).text()
    expect(page).toContain('Chitenje Skirt')
    expect(page, path).not.toMatch(WRITTEN)
  }
  const form = await admin.fetch(`/admin/edit-product/${skirt.productId}`)
  expect(await form.text()).toMatch(WRITTEN)
})
