import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { orders, pictures, rateLimits, returns, variants } from '../../../app/db/tables.server.ts'
import { makeOrder } from '../../../app/modules/checkout/drafts/make-order.ts'
import { findWaitingOrder } from '../../../app/modules/checkout/own-orders.ts'
import { settlePayment } from '../../../app/modules/checkout/settle-payment.ts'
import { payOrder } from '../../../app/modules/checkout/start-payment.ts'
import { moveOrder } from '../../../app/modules/orders/move-order.ts'
import { orderPath } from '../../../app/modules/orders/order-link.ts'
import { renewOrderLink } from '../../../app/modules/orders/renew-order-link.ts'
import { findLatestPayment } from '../../../app/modules/payments/payments.ts'
import { exportOrders } from '../../../app/modules/privacy/export-orders.ts'
import { adjustStock } from '../../../app/modules/stock/move-stock.ts'
import { MOST_LINK_RETURNS } from '../../../app/rules/returns/returns.ts'
import { useApp } from '../../support/app.ts'
import type { Client } from '../../support/client.ts'
import {
  ADDRESS,
  aDeliveredOrder,
  anAdmin,
  aProduct,
  payAtProvider,
  readOrder,
} from '../../support/factories.ts'

// docs/product.md, Returns of online orders; docs/decisions/0088-returns-by-the-link.md

const app = useApp({ RATE_LIMIT_SCALE: '1' })
const textOf = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

/** An order by phone: staff typed it, it was paid by its link and has arrived. It has no account with a password. */
async function anOrderByPhone() {
  const { shop } = app
  const dress = await aProduct(shop, { name: 'Linen Dress', size: 'M', stock: 9 })
  const actor = await anAdmin(shop)
  const customer = { address: ADDRESS, email: '', courierId: 'bike-riders' }
  const made = await makeOrder(shop, actor, {
    customer: { ...customer, collectAt: null, notes: null, code: null },
    lines: [{ productId: dress.productId, variantId: dress.variantId, quantity: 3 }],
    hours: 24,
    key: randomUUID(),
  })
  if (!made.ok) throw new Error(made.reason)
  const [placed] = await shop.db.select().from(orders)
  if (!placed) throw new Error('no order')
  const waiting = await findWaitingOrder(shop, placed.userId, placed.orderNumber)
  if (!waiting) throw new Error('it does not wait')
  await payOrder(shop, waiting)
  const payment = await findLatestPayment(shop.db, { orderId: placed.id })
  await payAtProvider(shop, payment?.reference ?? '')
  await settlePayment(shop, payment?.reference ?? '')
  const { version } = await readOrder(shop, placed.id)
  await moveOrder(shop, actor, { orderId: placed.id, version, to: 'delivered' })
  return { dress, order: await readOrder(shop, placed.id) }
}

const linkOf = (order: { id: string; linkVersion: number; orderNumber: string }) =>
  orderPath(app.shop.config, order, 'without-code')
const emails = async () =>
  (await app.shop.db.execute(sql`select from pgboss.job where name = 'send-email'`)).rows.length
const lineIn = (html: string) => /name="units:([0-9a-f-]+)"/.exec(html)?.[1] ?? ''
const ask = async (who: Client, path: string, fields: Record<string, string> = {}) => {
  const { html } = await who.open(path)
  const id = randomUUID()
  const about = { intent: 'return', return: id, reason: 'faulty', note: 'A hole' }
  const answer = await who.post(path, { ...about, [`units:${lineIn(html)}`]: '1', ...fields })
  return { id, status: answer.status, answer }
}

test('a return of an order by phone is requested by its link, answered by WhatsApp, and the exchange has its own link', async () => {
  const { shop } = app
  const { dress, order } = await anOrderByPhone()
  const large = await shop.db.transaction(async (db) => {
    const [variant] = await db
      .insert(variants)
      .values({ productId: dress.productId, sku: 'LD-L', size: 'L' })
      .returning()
    await adjustStock(db, variant?.id ?? '', 1, 'opening', {})
    return variant?.id ?? ''
  })
  const guest = app.visit()
  const link = linkOf(order)
  const lineId = lineIn((await guest.open(link)).html)
  const asked = await ask(guest, link, { reason: 'other-size', [`wanted:${lineId}`]: large })
  const page = await guest.open(asked.answer)
  expect(textOf(page.html)).toContain('We answer to the email or the phone of the order')
  expect(textOf(page.html)).toContain('1 × Linen Dress for Size L')
  expect(await shop.db.select().from(returns)).toMatchObject([
    { id: asked.id, status: 'requested', requestedBy: null, linkVersion: order.linkVersion },
  ])

  const admin = await app.signIn('admin')
  const panel = `/admin/orders?order=${order.orderNumber}&part=returns`
  const act = async (intent: string, fields: Record<string, string> = {}) => {
    const [one] = await shop.db.select().from(returns)
    const about = { intent, return: asked.id, version: String(one?.version) }
    return (await admin.open(await admin.post(panel, { ...about, ...fields }))).html
  }
  expect(textOf((await admin.open(panel)).html)).toContain('by the link: the customer, or who has')
  const agreed = await act('return-approve')
  const [, text = ''] = /name="text" value="([^"]+)"/.exec(agreed) ?? []
  expect(text).toContain('put a note with the order number into the parcel')
  expect(text).toContain('The size or color that you want is kept for you')
  const form = { intent: 'answer-whatsapp', order: order.id, text }
  const noted = await admin.post(panel.replace('returns', 'messages'), form)
  expect((await admin.open(noted)).html).toContain('https://wa.me/265991234567')
  await act('return-receive')
  await act('return-inspect', { [`restocked:${lineId}`]: '1' })
  // There is no email address, so that nothing is enqueued.
  expect(await emails()).toBe(0)

  const [, path = ''] =
    /href="(\/orders\/FSC-\d{4}-\d{6}\?key=[\w-]+)"[^>]*>FSC/.exec((await guest.open(link)).html) ??
    []
  expect(textOf((await guest.open(path.replaceAll('&amp;', '&'))).html)).toContain('Size L')
})

test('a return requested by the link is cancelled by that link and by the account only', async () => {
  const { shop } = app
  const buyer = await app.signIn()
  const dress = await aProduct(shop, { stock: 9 })
  const { order } = await aDeliveredOrder(shop, buyer.userId, [{ product: dress, quantity: 3 }])
  const page = `/orders/${order.orderNumber}`
  const guest = app.visit()
  const link = linkOf(order)
  const byAccount = await ask(buyer, page)
  const byLink = await ask(guest, link)
  const statuses = async () =>
    Object.fromEntries((await shop.db.select().from(returns)).map((one) => [one.id, one.status]))
  const callOff = (who: Client, path: string, id: string) =>
    who.post(path, { intent: 'return-cancel', return: id, version: '1' })

  // A holder of the link sees the state of the other return, and nothing more.
  const shown = (await guest.open(link)).html
  expect(shown.match(/value="return-cancel"/g)).toHaveLength(1)
  expect(shown).not.toContain('A hole')
  expect(shown).not.toContain('restocked')
  const asked = (await app.emails()).filter(({ subject }) => subject.startsWith('You want to send'))
  expect(asked).toHaveLength(2)
  expect(asked.filter(({ text }) => text.includes('by the link of the order'))).toHaveLength(1)
  await callOff(guest, link, byAccount.id)
  expect(await statuses()).toEqual({ [byAccount.id]: 'requested', [byLink.id]: 'requested' })
  // Another order's link opens nothing of this order.
  const other = await aDeliveredOrder(shop, buyer.userId, [{ product: dress }])
  await callOff(guest, linkOf(other.order), byLink.id)
  expect((await statuses())[byLink.id]).toBe('requested')

  expect(textOf((await buyer.open(page)).html)).toContain('Asked for by the link')
  await renewOrderLink(shop.db, order.id)
  const stale = await guest.post(link, { intent: 'return', return: randomUUID(), reason: 'faulty' })
  expect(stale.status).toBe(302)
  await callOff(guest, link, byLink.id)
  const renewed = linkOf(await readOrder(shop, order.id))
  await callOff(guest, renewed, byLink.id)
  expect((await guest.open(renewed)).html).not.toContain('return-cancel')
  expect((await statuses())[byLink.id]).toBe('requested')
  await callOff(buyer, page, byLink.id)
  expect(await statuses()).toEqual({ [byAccount.id]: 'requested', [byLink.id]: 'cancelled' })

  const [exported] = (await exportOrders(shop.db, buyer.userId)).filter(
    ({ number }) => number === order.orderNumber,
  )
  expect(exported?.returns.map(({ by_link, note }) => ({ by_link, note }))).toEqual([
    { by_link: false, note: 'A hole' },
    { by_link: true, note: 'A hole' },
  ])
})

test('photos sent by the link are shown to its holders, the account and staff; after a new link the old one no longer shows them', async () => {
  const { shop } = app
  const buyer = await app.signIn()
  const dress = await aProduct(shop, { stock: 9 })
  const { order } = await aDeliveredOrder(shop, buyer.userId, [{ product: dress, quantity: 3 }])
  const guest = app.visit()
  const link = linkOf(order)
  const lineId = lineIn((await guest.open(link)).html)
  const background = { r: 200, g: 0, b: 0 }
  const photo = await sharp({ create: { width: 60, height: 80, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const send = async (path: string, count: number) => {
    const body = new FormData()
    const about = { intent: 'return', return: randomUUID(), reason: 'faulty', note: '' }
    for (const [name, value] of Object.entries({ ...about, [`units:${lineId}`]: '1' }))
      body.append(name, value)
    for (let n = 0; n < count; n += 1)
      body.append('photos', new File([new Uint8Array(photo)], 'hole.jpg', { type: 'image/jpeg' }))
    const sent = new Response(body)
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
    return guest.fetch(path, { method: 'POST', headers, body: await sent.arrayBuffer() })
  }
  expect((await send(link, 4)).status).toBe(400)
  await send(`/orders/${order.orderNumber}?key=${'x'.repeat(32)}`, 1)
  expect(await shop.db.$count(pictures)).toBe(0)
  await send(link, 1)
  const [stored] = await shop.db.select().from(pictures)
  const address = shop.storage.url(stored?.path ?? '').replace(/\.jpg$/, '')
  const admin = await app.signIn('admin')
  const panel = `/admin/orders?order=${order.orderNumber}&part=returns`
  for (const [who, path] of [
    [guest, link],
    [buyer, `/orders/${order.orderNumber}`],
    [admin, panel],
  ] as const)
    expect((await who.open(path)).html).toContain(address)
  await renewOrderLink(shop.db, order.id)
  const renewed = linkOf(await readOrder(shop, order.id))
  expect((await guest.open(renewed)).html).not.toContain(address)
})

test('returns by the link are limited, and do not count against the account’s limit', async () => {
  const { shop } = app
  const buyer = await app.signIn()
  const dress = await aProduct(shop, { stock: 30 })
  const { order } = await aDeliveredOrder(shop, buyer.userId, [{ product: dress, quantity: 20 }])
  const link = linkOf(order)
  const asked: number[] = []
  // Each from its own network, until the limit of the link is used up.
  for (let n = 0; n < 3; n += 1) {
    const guest = app.visit()
    for (let m = 0; m < 6; m += 1) asked.push((await ask(guest, link)).status)
  }
  expect(asked.filter((status) => status === 302)).toHaveLength(MOST_LINK_RETURNS)
  expect(asked.slice(0, 6)).toEqual([302, 302, 302, 302, 302, 429])
  expect((await ask(buyer, `/orders/${order.orderNumber}`)).status).toBe(302)
  // Nor after the rate limits were deleted.
  await shop.db.delete(rateLimits)
  const more = await ask(app.visit(), link)
  expect(more.status).toBe(409)
  expect(textOf(await more.answer.text())).toContain('So many returns of one order')
  const byLink = (await shop.db.select().from(returns)).filter((one) => one.linkVersion !== null)
  expect(byLink).toHaveLength(MOST_LINK_RETURNS)
})

test('a return has either a requesting account or a link', async () => {
  const { shop } = app
  const { order } = await anOrderByPhone()
  await ask(app.visit(), linkOf(order))
  for (const set of [{ linkVersion: null }, { requestedBy: order.userId }])
    await expect(
      shop.db.update(returns).set(set).where(eq(returns.orderId, order.id)),
    ).rejects.toMatchObject({ cause: { constraint: 'returns_asked_by' } })
})
