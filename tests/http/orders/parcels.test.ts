import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orderItems } from '../../../app/db/tables.server.ts'
import { requestRefund } from '../../../app/modules/refunds/request-refund.ts'
import { useApp } from '../../support/app.ts'
import { aPaidOrder, aProduct, readOrder } from '../../support/factories.ts'

// docs/product.md, Parcels

const app = useApp()
const textOf = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/[^\S\u00a0]+/g, ' ')

test('staff send an order in parts, and its customer sees each parcel on all pages', async () => {
  const { shop } = app
  const buyer = await app.signIn()
  const admin = await app.signIn('admin')
  const dress = await aProduct(shop, { name: 'Linen Dress', size: 'M', stock: 5, price: 20_000 })
  const bag = await aProduct(shop, { name: 'Straw Bag', stock: 5, price: 9000 })
  const items = [{ product: dress, quantity: 2 }, { product: bag }]
  const { order } = await aPaidOrder(shop, buyer.userId, items)
  const number = order.orderNumber
  const panel = `/admin/orders?order=${number}`
  const see = async (path: string, by = admin) => textOf((await by.open(path)).html)
  const act = async (fields: Record<string, string>) => {
    const { version } = await readOrder(shop, order.id)
    const about = { order: order.id, version: String(version) }
    return admin.open(await admin.post(panel, { ...about, ...fields }))
  }
  const { html } = await admin.open(panel)
  expect(textOf(html)).toContain('Send in parts')
  const parcel = /name="parcel" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const [line] = await shop.db.select().from(orderItems).where(eq(orderItems.name, 'Linen Dress'))
  const units = { [`units:${line?.id}`]: '1' }
  const sent = { intent: 'parcel-send', parcel, ...units, courier: 'Axa Bus', waybill: 'AX 77' }
  const answer = await act(sent)
  expect(textOf(answer.html)).toContain(`The rest of ${number} is still to be sent.`)
  expect(answer.html).toContain('name="move"')
  const shown = await see(panel)
  for (const words of ['1 of 3 items shipped', 'Parcel 1 Axa Bus · AX 77', 'Send the next parcel'])
    expect(shown).toContain(words)
  expect(await see('/admin/orders')).toContain('1 of 3 items sent')
  expect(await see('/admin')).toMatch(/1\s+order to pack/)

  for (const path of [`/orders/${number}`, '/orders']) {
    const page = await see(path, buyer)
    for (const words of [
      '1 of 3 items shipped',
      'Axa Bus · Waybill AX 77',
      '1 × Linen Dress, Size M',
    ])
      expect(page).toContain(words)
  }
  const { email } = await readOrder(shop, order.id)
  const tracked = await app.visit().post('/track-order', { order_number: number, email })
  const text = textOf(await tracked.text())
  expect(text).toContain('Waybill AX 77')
  expect(text).not.toContain('Linen Dress')
  const own = await (await buyer.fetch(`/api/orders/${number}`)).json()
  expect(own).toMatchObject({
    parcels: [{ number: 1, waybill: 'AX 77', items: [{ quantity: 1 }] }],
  })
  expect(await (await admin.fetch('/admin/orders.csv')).text()).toContain('Items in parcels')
  const slip = await see(`/admin/orders/${number}/slip?parcel=1`)
  expect(slip).toContain('Parcel 1')
  expect(slip).not.toContain('Straw Bag')
  expect((await admin.fetch(`/admin/orders/${number}/slip?parcel=2`)).status).toBe(404)

  const refused = await act({ intent: 'move', to: 'cancelled' })
  expect(textOf(refused.html)).toContain('are on their way, so it cannot be set to Cancelled')
  expect(textOf((await act({ intent: 'parcel-delivered', parcel })).html)).toContain(
    'Parcel 1 delivered',
  )
  expect(textOf((await act({ intent: 'parcel-back', parcel })).html)).toContain(
    'This parcel has arrived.',
  )
  for (const by of [buyer, await app.signIn('cashier')])
    expect((await by.post(panel, { ...sent, order: order.id, version: '9' })).status).toBe(403)

  // The next parcel's slip has its rider's link; the slip of the delivered one does not.
  await act({ ...sent, parcel: crypto.randomUUID() })
  await act({ intent: 'rider-link', link: '0', rider: 'Bike 4', request: crypto.randomUUID() })
  const hasLink = async (parcel: string) =>
    (await (await admin.fetch(`/admin/orders/${number}/slip?parcel=${parcel}`)).text()).includes(
      'QR code of the link for the rider',
    )
  expect([await hasLink('1'), await hasLink('2')]).toEqual([false, true])
})

test('the panel and the packing slips of an order list no units for picking that are no longer sent', async () => {
  const { shop } = app
  const buyer = await app.signIn()
  const admin = await app.signIn('admin')
  const dress = await aProduct(shop, { name: 'Linen Dress', stock: 5, price: 20_000 })
  const bag = await aProduct(shop, { name: 'Straw Bag', stock: 5, price: 9000 })
  const items = [{ product: dress, quantity: 3 }, { product: bag }]
  const { order } = await aPaidOrder(shop, buyer.userId, items)
  const lines = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
  const given = await requestRefund(
    shop,
    { userId: admin.userId, ip: '10.0.0.1' },
    {
      id: crypto.randomUUID(),
      orderId: order.id,
      version: (await readOrder(shop, order.id)).version,
      what: {
        kind: 'lines',
        lines: lines.map(({ id }) => ({ lineId: id, units: 1 })),
        withDelivery: false,
      },
      way: 'bank',
      reason: 'not-sent',
      note: null,
      given: { reference: 'NB 4711' },
    },
  )
  expect(given).toMatchObject({ ok: true })
  const { html } = await admin.open(`/admin/orders?order=${order.orderNumber}`)
  const picked = [...html.matchAll(/name="line"[^>]*value="([^"]+)"/g)].map(([, id]) => id)
  expect(picked).toEqual(lines.filter(({ name }) => name === 'Linen Dress').map(({ id }) => id))
  expect(textOf(html)).toContain('2 × Linen Dress')
  for (const path of [`${order.orderNumber}/slip`, `print?paper=slips&order=${order.id}`]) {
    const slip = textOf((await admin.open(`/admin/orders/${path}`)).html)
    expect(slip).toMatch(/Not packed yet 2 × Linen Dress/)
    expect(slip).not.toContain('Straw Bag')
  }
})
