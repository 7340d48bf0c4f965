import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { orderMessages, orders } from '../../../app/db/tables.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct, type TestProduct } from '../../support/factories.ts'

const app = useApp()
let admin: SignedIn
let dress: TestProduct

beforeEach(async () => {
  admin = await app.signIn('admin')
  dress = await aProduct(app.shop, { name: 'Chitenje Dress', size: 'M', stock: 5, price: 20_000 })
})

const NEW = '/admin/orders/new'
const customer = {
  firstName: 'Mary',
  lastName: 'Phiri',
  phone: '0991 555 777',
  address: 'Plot 4, Sunnyside',
  city: 'Blantyre',
  district: 'Blantyre',
  delivery: 'bike-riders',
  hours: '48',
}
const textOf = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/[^\S\u00a0]+/g, ' ')
const units = (count: number) => ({
  product: dress.productId,
  [`n:${dress.variantId}`]: String(count),
})
const send = async (intent: string, fields: Record<string, string> = {}) => {
  const answer = await admin.post(NEW, { intent, ...fields })
  return { status: answer.status, answer, text: () => answer.text() }
}

test('staff find a product, see the order’s sum, place the order, and its customer pays by the link', async () => {
  const found = await (await send('find', { find: 'chitenje' })).text()
  expect(found).toContain(`value="add:${dress.productId}"`)
  // It is the product's only size, so that one unit is filled in.
  expect(await (await send(`add:${dress.productId}`)).text()).toMatch(
    /value="1"[^>]*name="n:|name="n:[^>]*value="1"/,
  )
  const seen = textOf(await (await send('update', { ...customer, ...units(2) })).text())
  expect(seen).toContain('5 there')
  expect(seen).toContain('MK\u00a042,000')

  const made = await send('save', { ...customer, ...units(2), key: randomUUID() })
  expect(made.status).toBe(302)
  const page = await admin.open(made.answer)
  expect(textOf(page.html)).toContain('Pay link')
  const [order] = await app.shop.db.select().from(orders)
  expect(order).toMatchObject({ totalAmount: 42_000, email: '', phone: '+265991555777' })

  const [, text = ''] = /name="text" value="([^"]+)"/.exec(page.html) ?? []
  const panel = `/admin/orders?order=${order?.orderNumber}&part=messages`
  const noted = await admin.open(
    await admin.post(panel, { intent: 'answer-whatsapp', order: order?.id ?? '', text }),
  )
  const [, chat = ''] = /href="(https:\/\/wa\.me\/265991555777[^"]+)"/.exec(noted.html) ?? []
  const link = /http\S+/.exec(
    decodeURIComponent(chat.replaceAll('&amp;', '&')).split('text=')[1] ?? '',
  )
  const { pathname, search } = new URL(link?.[0] ?? '')
  const stranger = app.visit()
  const own = await stranger.open(pathname + search)
  expect(textOf(own.html)).toContain('Waiting for payment of MK\u00a042,000')
  const paying = await stranger.post(pathname + search, { intent: 'pay' })
  expect(paying.headers.get('location')).toContain('/sandbox/pay/')

  const byEmail = { intent: 'answer-email', order: order?.id ?? '', text }
  expect(textOf(await (await admin.post(panel, byEmail)).text())).toContain('no email address')
})

test('the pay link goes by email as a notice: it claims no message of the customer, and answers none', async () => {
  const email = 'mary@example.com'
  await send('save', { ...customer, email, ...units(1), key: randomUUID() })
  const [order] = await app.shop.db.select().from(orders)
  const panel = `/admin/orders?order=${order?.orderNumber}`
  const { html } = await admin.open(panel)
  const notice = /name="notice" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const [, text = ''] = /name="text" value="([^"]+)"/.exec(html) ?? []
  const about = { order: order?.id ?? '', text }
  await app.shop.db
    .insert(orderMessages)
    .values({ orderId: about.order, kind: 'other', text: 'Which color?', isWaiting: true })
  const before = (await app.emails()).length
  await admin.post(panel, { intent: 'answer-email', ...about, notice })
  await admin.post(panel, { intent: 'answer-whatsapp', ...about, notice: 'return' })
  const [sent] = (await app.emails()).slice(before)
  expect(sent?.text).toContain('is kept for you until')
  expect(sent?.text).not.toContain('You wrote to us')
  expect(sent?.text).toContain('Pay your order')
  const counted = () => app.shop.db.$count(orderMessages, eq(orderMessages.isWaiting, true))
  expect(await counted()).toBe(1)
  await admin.post(panel, { intent: 'answer-whatsapp', ...about })
  expect(await counted()).toBe(0)
})

test('a fault of a draft order is shown beside its field, and what was typed stays', async () => {
  const wrong = { ...customer, ...units(2), phone: '12', email: 'mary@', delivery: '' }
  const refused = await send('save', wrong)
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(html).toContain('value="Plot 4, Sunnyside"')
  for (const words of [
    'a phone number that the courier can call',
    'name@example.com',
    'a courier service',
  ])
    expect(textOf(html)).toContain(words)
  const many = await send('save', { ...customer, ...units(6) })
  expect(many.status).toBe(409)
  const none = await send('save', customer)
  expect(textOf(await none.text())).toContain('Choose at least one product')
  expect(await app.shop.db.$count(orders)).toBe(0)
})

test.each(['2x', '1O', '1.5', '-1', '1000'])(
  'units of an order that cannot be read, as %j, are refused at their field, and no line is lost',
  async (text) => {
    const bag = await aProduct(app.shop, { name: 'Straw Bag', stock: 5, price: 9000 })
    const form = new URLSearchParams({ ...customer, ...units(1), key: randomUUID() })
    form.append('product', bag.productId)
    form.append(`n:${bag.variantId}`, text)
    const isShown = (html: string) => {
      const field = new RegExp(`<input[^>]*name="n:${bag.variantId}"[^>]*>`).exec(html)?.[0] ?? ''
      expect(field).toContain(`value="${text}"`)
      expect(field).toContain('aria-invalid="true"')
      expect(textOf(html)).toContain('a whole number from 1 to 999')
    }
    const post = (path: string, intent: string) => {
      form.set('intent', intent)
      return admin.fetch(path, { method: 'POST', body: form })
    }
    isShown(await (await post(NEW, 'update')).text())
    const refused = await post(NEW, 'save')
    expect(refused.status).toBe(400)
    isShown(await refused.text())
    expect(await app.shop.db.$count(orders)).toBe(0)

    form.set(`n:${bag.variantId}`, ' 2 ')
    expect((await post(NEW, 'save')).status).toBe(302)
    const [order] = await app.shop.db.select().from(orders)
    const path = `/admin/orders/${order?.orderNumber}/edit`
    form.set(`n:${bag.variantId}`, text)
    form.set('version', String(order?.version))
    const kept = await post(path, 'save')
    expect(kept.status).toBe(400)
    isShown(await kept.text())
    expect(await app.shop.db.select().from(orders)).toMatchObject([{ totalAmount: 40_000 }])
  },
)

test('only admins write orders', async () => {
  for (const role of ['customer', 'cashier'] as const) {
    const other = await app.signIn(role)
    expect((await other.fetch(NEW)).status).toBe(403)
    const fields = { intent: 'save', ...customer, ...units(1) }
    expect((await other.post(NEW, fields)).status).toBe(403)
  }
  expect(await app.shop.db.$count(orders)).toBe(0)
})

test('an unpaid order is changed only in the version that was seen, and its customer pays the new sum', async () => {
  await send('save', { ...customer, ...units(1), key: randomUUID() })
  const [order] = await app.shop.db.select().from(orders)
  const path = `/admin/orders/${order?.orderNumber}/edit`
  const { html } = await admin.open(path)
  expect(html).toContain('value="Plot 4, Sunnyside"')
  const [, version = ''] = /name="version" value="(\d+)"/.exec(html) ?? []
  const edit = { intent: 'save', ...customer, ...units(3), version }
  // Updating the sum keeps the version that was seen.
  const shown = await (await admin.post(path, { ...edit, intent: 'update' })).text()
  expect(textOf(shown)).toContain('MK\u00a062,000')
  expect(shown).toContain(`name="version" value="${version}"`)
  const done = await admin.open(await admin.post(path, edit))
  expect(textOf((await admin.open(`${done.path}&part=history`)).html)).toContain(
    'Changed by the shop',
  )
  const late = await admin.post(path, { ...edit, ...units(1) })
  expect(late.status).toBe(409)
  expect(await app.shop.db.select().from(orders)).toMatchObject([{ totalAmount: 62_000 }])

  const move = { intent: 'move', order: order?.id ?? '', to: 'processing', version: '2' }
  await admin.post('/admin/orders', move)
  const gone = await admin.fetch(path)
  expect(gone.headers.get('location')).toBe(`/admin/orders?order=${order?.orderNumber}`)
  expect((await (await app.signIn('cashier')).fetch(path)).status).toBe(403)
})
