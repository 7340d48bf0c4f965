import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders, refunds, returns } from '../../../app/db/tables.server.ts'
import { useApp } from '../../support/app.ts'
import { aPaidOrder, aProduct } from '../../support/ladder.ts'

// docs/product.md, Returns of online orders

const app = useApp()
const textOf = (html: string) => html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ')

test('a customer asks on the order’s page, staff see to it in its panel, and the money goes back', async () => {
  const { shop } = app
  const buyer = await app.signIn()
  const admin = await app.signIn('admin')
  const product = await aProduct(shop, { name: 'Chitenje Skirt', stock: 50, price: 20_000 })
  const { order } = await aPaidOrder(shop, buyer.userId, [{ product, quantity: 2 }])
  const page = `/orders/${order.orderNumber}`
  const panel = `/admin/orders?order=${order.orderNumber}`
  expect(textOf((await buyer.open(page)).html)).not.toContain('Ask to send something back')
  const delivered = { status: 'delivered' as const, deliveredAt: shop.now() }
  await shop.db.update(orders).set(delivered).where(eq(orders.id, order.id))

  const { html } = await buyer.open(page)
  const line = /name="(units:[0-9a-f-]+)"/.exec(html)?.[1] ?? ''
  const id = /name="return" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const asked = { intent: 'return', return: id, reason: 'faulty', note: 'A hole', [line]: '1' }
  const answer = await buyer.open(await buyer.post(page, asked))
  expect(answer.html).toContain('We have your request')
  expect(textOf(answer.html)).toContain('Asked for')
  // By the link alone nobody sends anything back.
  expect((await app.visit().post(page, asked)).status).not.toBe(200)

  expect(textOf((await admin.open('/admin')).html)).toMatch(/1\s+return to see to/)
  expect(textOf((await admin.open('/admin/orders?waiting=returns')).html)).toContain(
    order.orderNumber,
  )
  const see = async () => textOf((await admin.open(panel)).html)
  expect(await see()).toContain('A hole')
  const act = async (intent: string, fields: Record<string, string> = {}) => {
    const [one] = await shop.db.select().from(returns)
    const about = { intent, return: id, version: String(one?.version) }
    return textOf((await admin.open(await admin.post(panel, { ...about, ...fields }))).html)
  }
  expect(await act('return-approve')).toContain('Return updated')
  expect(await act('return-receive')).toContain('Arrived, to be inspected')
  const lineId = line.slice('units:'.length)
  expect(await act('return-inspect', { [`faulty:${lineId}`]: '1' })).toContain('1 written off')
  const refund = crypto.randomUUID()
  const money = { refund, way: 'dashboard', reference: 'PC 77', delivery: '' }
  expect(await act('return-settle', money)).toContain('Settled')
  expect(await shop.db.select().from(refunds)).toMatchObject([{ id: refund, amount: 20_000 }])
  expect(textOf((await buyer.open(page)).html)).toContain('Settled')
})
