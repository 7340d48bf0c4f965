import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { issueCredit } from '../../app/modules/credit/issue-credit.ts'
import { moveOrder } from '../../app/modules/orders/move-order.ts'
import { listItems } from '../../app/modules/orders/read-order.ts'
import { noteReturn } from '../../app/modules/returns/request-return.ts'
import { useApp } from '../support/app.ts'
import { anAdmin, aPaidOrder, aProduct, readOrder } from '../support/factories.ts'

const app = useApp()

/** The rows through which keys move (app/ui/admin/list/keys): each with what Enter opens and `x` ticks. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<(tr|li)[^>]* data-row="true".*?<\/\1>/gs)].map(([row]) => ({
    opens: (/<a [^>]*data-opens[^>]*>/.exec(row) ?? /<a [^>]*href="[/?][^>]*>/.exec(row))?.[0]
      .match(/href="([^"]*)"/)?.[1]
      ?.replaceAll('&amp;', '&'),
    isTicked: /<input type="checkbox"/.test(row),
  }))

test('keys move along and open the rows of orders, returns, codes, customers, stock and products', async () => {
  const { shop } = app
  const by = await anAdmin(shop)
  const admin = await app.signIn('admin')
  const customer = await app.signIn()
  const dress = await aProduct(shop, { name: 'Dress', stock: 5, price: 20_000 })
  const { order } = await aPaidOrder(shop, customer.userId, [{ product: dress }])
  const version = (await readOrder(shop, order.id)).version
  const moved = await moveOrder(shop, by, { orderId: order.id, version, to: 'delivered' })
  expect(moved).toMatchObject({ ok: true })
  const [line] = await listItems(shop.db, order.id)
  const lines = [{ lineId: line?.id ?? '', units: 1, chosen: null }]
  const asked = {
    id: randomUUID(),
    orderId: order.id,
    reason: 'faulty' as const,
    note: null,
    lines,
  }
  expect(await noteReturn(shop, by, asked)).toMatchObject({ ok: true })
  const voucher = { kind: 'voucher', email: null, reason: 'Paid in cash', amount: 9000 } as const
  expect(await issueCredit(shop, by, { id: randomUUID(), ...voucher })).toMatchObject({ ok: true })

  const opened: Record<string, string | undefined> = {}
  for (const list of ['orders', 'returns', 'credit', 'customers', 'stock', 'products']) {
    const search = list === 'customers' ? `?search=${encodeURIComponent(customer.email)}` : ''
    const rows = rowsOf((await admin.open(`/admin/${list}${search}`)).html)
    expect(rows, list).toHaveLength(1)
    expect(rows[0]?.isTicked, list).toBe(list === 'orders' || list === 'products')
    const to = new URL(rows[0]?.opens ?? '', `http://shop/admin/${list}`)
    expect((await admin.open(`${to.pathname}${to.search}`)).status, list).toBe(200)
    opened[list] = `${to.pathname}${to.search}`
  }
  const product = dress.productId
  expect(opened).toEqual({
    orders: `/admin/orders?order=${order.orderNumber}`,
    returns: `/admin/orders?order=${order.orderNumber}&part=returns`,
    credit: expect.stringMatching(/^\/admin\/credit\?credit=[0-9a-f-]{36}$/),
    customers: expect.stringContaining(`person=${customer.userId}`),
    stock: `/admin/stock/${product}`,
    products: `/admin/edit-product/${product}`,
  })
})
