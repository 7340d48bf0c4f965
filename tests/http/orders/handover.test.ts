import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '../../../app/db/tables.server.ts'
import { openLinkOf } from '../../../app/modules/orders/parcels/rider-link.ts'
import { useApp } from '../../support/app.ts'
import { aPaidOrder, aProduct, PREORDER_DAY, readOrder } from '../../support/factories.ts'

const app = useApp()

/** An order on its way, with the path of the rider's link that staff have made. */
async function aCarriedOrder() {
  const buyer = await app.signIn()
  const product = await aProduct(app.shop, { name: 'Chitenje Skirt' })
  const { order } = await aPaidOrder(app.shop, buyer.userId, [{ product }], {
    lastName: 'Kamwendo',
  })
  const admin = await app.signIn('admin')
  const path = `/admin/orders?order=${order.orderNumber}`
  const made = await admin.post(path, {
    intent: 'rider-link',
    order: order.id,
    link: '0',
    rider: 'Bike 4',
    request: crypto.randomUUID(),
  })
  expect(made.status).toBe(302)
  const { html } = await admin.open(path)
  expect(html).toContain('Made for')
  // As the WhatsApp link contains it.
  const url = /%2Fhandover%2FFSC-[\d-]+%3Fkey%3D[\w-]+/.exec(html)?.[0] ?? ''
  const { releaseCode, email, phone } = await readOrder(app.shop, order.id)
  return { admin, order, link: decodeURIComponent(url), code: releaseCode ?? '', email, phone }
}

test('a rider without an account hands a parcel over by its link, and sees no other data of the customer', async () => {
  const { admin, order, link, code, email, phone } = await aCarriedOrder()
  const slip = await (await admin.fetch(`/admin/orders/${order.orderNumber}/slip`)).text()
  expect(slip).toContain('QR code of the link for the rider')
  const rider = app.visit()
  const answer = await rider.fetch(link)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('referrer-policy')).toBe('same-origin')
  const html = await answer.text()
  expect(html).toContain(order.orderNumber)
  expect(html).toContain('name="robots" content="noindex"')
  for (const secret of ['Kamwendo', email, phone, 'Chitenje Skirt', '20,000'])
    expect(html).not.toContain(secret)
  expect(html).not.toContain(`"${code}"`)

  const wrong = code === '0000' ? '1111' : '0000'
  const refused = await rider.post(link, { code: wrong })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('That is not the code of this parcel. 4 tries are left.')
  const done = await rider.post(link, { code, request: crypto.randomUUID() })
  expect(done.status).toBe(302)
  expect(done.headers.get('location')).toBe(link)
  expect((await rider.open(link)).html).toContain('Handed over')
  // The same request again.
  expect((await rider.post(link, { code })).headers.get('location')).toBe(link)
  expect((await readOrder(app.shop, order.id)).status).toBe('delivered')
  const history = await admin.open(`/admin/orders?order=${order.orderNumber}&part=history`)
  expect(history.html).toContain('Handed over with the code by Bike 4')
  // The log has the wrong code and the right one.
  const log = await admin.open('/admin/activity')
  expect(log.html).toContain('By the rider’s link')
  expect(log.html).not.toContain('An account that is gone')
  const file = await (await admin.fetch('/admin/activity.csv')).text()
  expect(file).toContain('By the rider’s link')
})

test('a rider sees nothing of a parcel that the shop has not sent', async () => {
  const buyer = await app.signIn()
  const coat = await aProduct(app.shop, { name: 'Secret Coat', stock: 0, preorders: 5 })
  const items = [{ product: coat, preorderFrom: PREORDER_DAY }]
  const { order } = await aPaidOrder(app.shop, buyer.userId, items)
  const { releaseCode } = await readOrder(app.shop, order.id)
  // As a link that was made before such links were refused (rider-link.test.ts).
  const made = { riderLinkVersion: 1, riderLinkAt: new Date(), riderName: 'Bike 4' }
  await app.shop.db.update(orders).set(made).where(eq(orders.id, order.id))
  const url = openLinkOf(app.shop, await readOrder(app.shop, order.id), []) ?? ''
  const { pathname, search } = new URL(url)
  const answer = await app.visit().post(pathname + search, { code: releaseCode ?? '' })
  expect(answer.status).toBe(409)
  const html = await answer.text()
  expect(html).toContain('The shop has not sent this parcel yet. Call the shop.')
  for (const secret of ['Secret Coat', 'Send in parts', 'not paid'])
    expect(html).not.toContain(secret)
})

test('a handover page without the key, with another one or for another order shows nothing', async () => {
  const { link, order, code } = await aCarriedOrder()
  const { pathname, search } = new URL(link, 'http://shop')
  const other = await aCarriedOrder()
  for (const path of [
    pathname,
    `${pathname}?key=x`,
    `/handover/FSC-2026-999999${search}`,
    `${new URL(other.link, 'http://shop').pathname}${search}`,
  ]) {
    const answer = await app.visit().fetch(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('This link opens no parcel')
    await app.visit().post(path, { code })
  }
  expect((await readOrder(app.shop, order.id)).status).toBe('processing')
})
