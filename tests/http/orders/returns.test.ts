import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  orderItems,
  orders,
  pictures,
  refunds,
  returnPhotos,
  returns,
  variants,
} from '../../../app/db/tables.server.ts'
import { anonymizeOrders } from '../../../app/modules/orders/anonymize-orders.ts'
import { forgetReturnNotes } from '../../../app/modules/returns/forget-notes.ts'
import { adjustStock } from '../../../app/modules/stock/move-stock.ts'
import { useApp } from '../../support/app.ts'
import { aPaidOrder, aProduct } from '../../support/factories.ts'

// docs/product.md, Returns of online orders

const app = useApp()
const textOf = (html: string) => html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ')

test('a customer requests a return on the order’s page, staff handle it in the order’s panel, and the money goes back', async () => {
  const { shop } = app
  const buyer = await app.signIn()
  const admin = await app.signIn('admin')
  const product = await aProduct(shop, { name: 'Chitenje Skirt', stock: 50, price: 20_000 })
  const { order } = await aPaidOrder(shop, buyer.userId, [{ product, quantity: 2 }])
  const page = `/orders/${order.orderNumber}`
  const panel = `/admin/orders?order=${order.orderNumber}&part=returns`
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
  // Without the account nobody sends anything back by the link.
  expect((await app.visit().post(page, asked)).status).not.toBe(200)

  expect(textOf((await admin.open('/admin')).html)).toMatch(/1\s+return to see to/)
  for (const list of ['/admin/orders?waiting=returns', '/admin/returns?status=to-do'])
    expect(textOf((await admin.open(list)).html)).toContain(order.orderNumber)
  const see = async () => textOf((await admin.open(panel)).html)
  // Only staff see how many units are available for an exchange.
  expect(await see()).toContain('The same once more, 48 in stock')
  expect(html).not.toContain('in stock')
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

test('staff exchange for somebody at the counter in two steps, and the order that goes out is delivered', async () => {
  const { shop } = app
  const buyer = await app.signIn()
  const admin = await app.signIn('admin')
  const product = await aProduct(shop, { name: 'Linen Dress', stock: 5, price: 20_000 })
  const { order } = await aPaidOrder(shop, buyer.userId, [{ product }])
  const delivered = { status: 'delivered' as const, deliveredAt: shop.now() }
  await shop.db.update(orders).set(delivered).where(eq(orders.id, order.id))
  const panel = `/admin/orders?order=${order.orderNumber}&part=returns`
  const { html } = await admin.open(panel)
  const lineId = /name="units:([0-9a-f-]+)"/.exec(html)?.[1] ?? ''
  const id = /name="return" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const asked = { order: order.id, return: id, reason: 'other-size', note: '', here: 'on' }
  const chosen = { [`units:${lineId}`]: '1', [`wanted:${lineId}`]: product.variantId }
  const noted = await admin.open(await admin.post(panel, { intent: 'return', ...asked, ...chosen }))
  expect(textOf(noted.html)).toContain('It has arrived, and nobody is told by email.')
  expect(noted.html).toMatch(/<input[^>]*name="handed-over"[^>]*checked=""/)
  const [one] = await shop.db.select().from(returns)
  const about = { intent: 'return-inspect', return: id, version: String(one?.version) }
  const done = { [`restocked:${lineId}`]: '1', 'handed-over': 'on' }
  await admin.post(panel, { ...about, ...done })
  const [settled] = await shop.db.select().from(returns)
  const [out] = await shop.db
    .select()
    .from(orders)
    .where(eq(orders.id, settled?.exchangeOrderId ?? ''))
  expect(out).toMatchObject({ status: 'delivered' })
})

test('the search for the order of a return opens the only one with its form, lists several, and says at the field that there is none', async () => {
  const { shop } = app
  const buyer = await app.signIn()
  const admin = await app.signIn('admin')
  const product = await aProduct(shop, { name: 'Chitenje Skirt', stock: 50 })
  const { order } = await aPaidOrder(shop, buyer.userId, [{ product }])
  const { order: other } = await aPaidOrder(shop, buyer.userId, [{ product }])
  const delivered = { status: 'delivered' as const, deliveredAt: shop.now() }
  await shop.db.update(orders).set(delivered)
  const find = (text: string) => admin.fetch(`/admin/returns?find=${encodeURIComponent(text)}`)
  const one = await find(` ${order.orderNumber.toLowerCase()} `)
  expect(one.status).toBe(302)
  const path = one.headers.get('location') ?? ''
  expect(path).toBe(`/admin/orders?part=returns&order=${order.orderNumber}&note=on`)
  const { html } = await admin.open(path)
  expect(html).toMatch(/<details open=""[^>]*><summary[^>]*>Note a return…/)
  expect((await find(order.email)).headers.get('location')).toBe(
    `/admin/orders?part=returns&${new URLSearchParams({ search: order.email })}`,
  )
  // A row's own link does not open the form.
  const plain = (await admin.open(`/admin/orders?order=${other.orderNumber}&part=returns`)).html
  expect(plain).not.toMatch(/<details open=""[^>]*><summary[^>]*>Note a return…/)
  const none = await find('FSC-1999-000001')
  expect(none.status).toBe(200)
  const shown = await none.text()
  expect(shown).toMatch(/<input[^>]*aria-invalid="true"[^>]*value="FSC-1999-000001"/)
  expect(textOf(shown)).toContain('No order has this number, email, phone or name.')
})

test('a customer exchanges a size: staff approve and inspect it, and the other size is sent by its own order', async () => {
  const { shop } = app
  const buyer = await app.signIn()
  const admin = await app.signIn('admin')
  const product = await aProduct(shop, { name: 'Linen Dress', stock: 5, size: 'M', price: 20_000 })
  const large = await shop.db.transaction(async (db) => {
    const { productId } = product
    const [variant] = await db
      .insert(variants)
      .values({ productId, sku: 'LD-L', size: 'L' })
      .returning()
    await adjustStock(db, variant?.id ?? '', 1, 'opening', {})
    return variant?.id ?? ''
  })
  const { order } = await aPaidOrder(shop, buyer.userId, [{ product }])
  const delivered = { status: 'delivered' as const, deliveredAt: shop.now() }
  await shop.db.update(orders).set(delivered).where(eq(orders.id, order.id))
  const page = `/orders/${order.orderNumber}`
  const { html } = await buyer.open(page)
  expect(html).toContain(
    `<option value="${large}">Size L</option><option value="${product.variantId}">The same once more: Size M</option>`,
  )
  // Nothing else was bought, so that this piece is ticked.
  const lineId = /name="units:([0-9a-f-]+)" checked="" value="1"/.exec(html)?.[1] ?? ''
  const id = /name="return" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const lines = { [`units:${lineId}`]: '1', [`wanted:${lineId}`]: large }
  const asked = { intent: 'return', return: id, reason: 'other-size', note: '', ...lines }
  const unsaid = await buyer.open(await buyer.post(page, { ...asked, [`wanted:${lineId}`]: '' }))
  expect(textOf(unsaid.html)).toContain('Please choose the size or color that you want instead.')
  const answer = await buyer.open(await buyer.post(page, asked))
  expect(textOf(answer.html)).toContain('for Size L')

  const panel = `/admin/orders?order=${order.orderNumber}&part=returns`
  const act = async (intent: string, fields: Record<string, string> = {}) => {
    const [one] = await shop.db.select().from(returns)
    const about = { intent, return: id, version: String(one?.version) }
    return textOf((await admin.open(await admin.post(panel, { ...about, ...fields }))).html)
  }
  expect(textOf((await admin.open(panel)).html)).toContain('Agree without the exchange')
  await act('return-approve')
  await act('return-receive')
  const many = { [`restocked:${lineId}`]: '1', [`faulty:${lineId}`]: '1' }
  expect(await act('return-inspect', many)).toContain('More pieces of a line are put in stock')
  expect(await act('return-inspect', { [`restocked:${lineId}`]: '1' })).toContain('Goes out as')
  // Items that are back in stock have labels, whose page leads back to the order.
  const inspected = (await admin.open(panel)).html
  expect(inspected).toContain(`href="/admin/labels?return=${id}"`)
  const labels = (await admin.open(`/admin/labels?return=${id}`)).html
  expect(labels).toMatch(/<input[^>]*name="n"[^>]*value="1"/)
  expect(labels).toContain(
    `href="/admin/orders?order=${order.orderNumber}&amp;part=returns#return-${id}"`,
  )
  const mine = textOf((await buyer.open('/orders')).html)
  expect(mine).toContain('Paid by your exchange')
  expect(await shop.db.select().from(refunds)).toEqual([])

  const rows = async (query: string) =>
    textOf((await admin.open(`/admin/returns${query}`)).html).includes(order.orderNumber)
  expect(await rows('?status=settled')).toBe(true)
  expect(await rows('?status=to-do')).toBe(false)
  expect(await rows(`?search=${order.orderNumber.slice(-4)}`)).toBe(true)
  expect(await rows('?search=nobody-is-called-so')).toBe(false)
  const file = await (await admin.fetch('/admin/returns.csv?status=settled')).text()
  expect(file).toContain(`${order.orderNumber},`)
  const link = (await admin.open('/admin/returns')).html
  expect(link).toContain(`/admin/orders?order=${order.orderNumber}&amp;part=returns#return-${id}`)
})

test('photos of a return are shown only to its requester and staff, and deleted with the notes', async () => {
  const { shop } = app
  const buyer = await app.signIn()
  const admin = await app.signIn('admin')
  const product = await aProduct(shop, { stock: 5 })
  const { order } = await aPaidOrder(shop, buyer.userId, [{ product }])
  const delivered = { status: 'delivered' as const, deliveredAt: shop.now() }
  await shop.db.update(orders).set(delivered).where(eq(orders.id, order.id))
  const page = `/orders/${order.orderNumber}`
  const { html } = await buyer.open(page)
  const lineId = /name="units:([0-9a-f-]+)"/.exec(html)?.[1] ?? ''
  const photo = await sharp({
    create: { width: 60, height: 80, channels: 3, background: 'red' },
  })
    .withExif({ IFD3: { GPSLatitudeRef: 'S' } })
    .jpeg()
    .toBuffer()
  const send = async (who: Pick<typeof buyer, 'fetch'>, count: number) => {
    const body = new FormData()
    const fields = {
      intent: 'return',
      return: crypto.randomUUID(),
      reason: 'faulty',
      note: 'A hole',
    }
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    body.append(`units:${lineId}`, '1')
    for (let n = 0; n < count; n += 1)
      body.append('photos', new File([new Uint8Array(photo)], 'hole.jpg', { type: 'image/jpeg' }))
    const sent = new Response(body)
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
    return who.fetch(page, { method: 'POST', headers, body: await sent.arrayBuffer() })
  }
  await send(buyer, 4)
  await send(app.visit(), 1)
  await send(await app.signIn(), 1)
  expect(await shop.db.$count(returns)).toBe(0)
  expect(await shop.db.$count(pictures)).toBe(0)

  expect(await buyer.open(await send(buyer, 2))).toMatchObject({ status: 200 })
  const stored = await shop.db.select().from(pictures)
  expect(stored.map(({ path }) => path.split('/')[0])).toEqual(['returns', 'returns'])
  const path = stored[0]?.path ?? ''
  const address = shop.storage.url(path)
  // Without the place where the photo was taken.
  const read = await shop.storage.read(path)
  const bytes: Buffer[] = []
  for await (const chunk of read?.bytes ?? []) bytes.push(chunk)
  expect((await sharp(Buffer.concat(bytes)).metadata()).exif).toBeUndefined()
  const own = (await buyer.open(page)).html
  expect(own).toContain(address.replace(/\.jpg$/, ''))
  const panel = `/admin/orders?order=${order.orderNumber}&part=returns`
  expect((await admin.open(panel)).html).toContain(address.replace(/\.jpg$/, ''))
  // A holder of the order's link sees no photos.
  const link = new RegExp(`${page}(\\?key=[\\w-]+)`).exec(own)?.[1]
  expect(link).toBeDefined()
  const linked = (await app.visit().open(`${page}${link}`)).html
  expect(linked).toContain(order.orderNumber)
  expect(linked).not.toContain('/files/returns/')

  await shop.db.transaction((db) => anonymizeOrders(db, [order.id]))
  expect(await forgetReturnNotes(shop.db, 100)).toBe(1)
  expect(await shop.db.$count(returnPhotos)).toBe(0)
  expect(await forgetReturnNotes(shop.db, 100)).toBe(0)
})

test('a refused return form keeps its input, and shows the reason at the choice', async () => {
  const { shop } = app
  const buyer = await app.signIn()
  const product = await aProduct(shop, { stock: 5 })
  const { order } = await aPaidOrder(shop, buyer.userId, [{ product, quantity: 2 }])
  const delivered = { status: 'delivered' as const, deliveredAt: shop.now() }
  await shop.db.update(orders).set(delivered).where(eq(orders.id, order.id))
  const page = `/orders/${order.orderNumber}`
  const { html } = await buyer.open(page)
  const units = /name="(units:[0-9a-f-]+)"/.exec(html)?.[1] ?? ''
  const asked = { intent: 'return', return: crypto.randomUUID(), reason: 'faulty', note: 'A hole' }
  const formOf = (answered: string) => /<details[^>]* open[\s\S]*?<\/details>/.exec(answered)?.[0]

  const many = await buyer.post(page, { ...asked, [units]: '3' })
  expect(many.status).toBe(400)
  const back = formOf(await many.text()) ?? ''
  expect(back).toContain('no more than were bought')
  expect(back).toContain('A hole')
  expect(back).toMatch(/<option value="faulty" selected/)
  expect(/<input[^>]*type="number"[^>]*>/.exec(back)?.[0]).toMatch(/aria-invalid="true".*value="3"/)

  const send = async (photos: number) => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ ...asked, [units]: '2' })) body.append(name, value)
    for (let n = 0; n < photos; n += 1) body.append('photos', new File(['x'], `${n}.jpg`))
    const sent = new Response(body)
    const answer = await buyer.fetch(page, {
      method: 'POST',
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
      body: await sent.arrayBuffer(),
    })
    return { status: answer.status, form: formOf(await answer.text()) ?? '' }
  }
  const expectKept = (form: string) => {
    expect(form).toContain('A hole')
    expect(form).not.toContain('aria-invalid="true"')
    expect(/<input[^>]*type="number"[^>]*>/.exec(form)?.[0]).toContain('value="2"')
  }
  const photos = await send(4)
  expect(photos.status).toBe(400)
  expect(photos.form).toContain('At most 3 photos')
  expectKept(photos.form)

  // A customer who asks too often loses none of the typed text either.
  const { rateLimiter } = shop
  shop.rateLimiter = { ...rateLimiter, take: async () => ({ allowed: false, retryAfter: 90 }) }
  const often = await send(1)
  shop.rateLimiter = rateLimiter
  expect(often.status).toBe(429)
  expect(often.form).toContain('2 minutes')
  expectKept(often.form)
  expect(await shop.db.$count(returns)).toBe(0)
})

test('a return that can no longer be requested is refused in the place of the form', async () => {
  const { shop } = app
  const buyer = await app.signIn()
  const product = await aProduct(shop, { stock: 5 })
  const { order } = await aPaidOrder(shop, buyer.userId, [{ product }])
  const page = `/orders/${order.orderNumber}`
  const [line] = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
  const asked = { intent: 'return', return: crypto.randomUUID(), reason: 'faulty', note: 'A hole' }
  const late = await buyer.post(page, { ...asked, [`units:${line?.id}`]: '1' })
  expect(late.status).toBe(409)
  expect(textOf(await late.text())).toContain('Only what was sent can come back')
})
