import { randomUUID } from 'node:crypto'
import { asc, desc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  auditLog,
  banners,
  categories,
  credits,
  discounts,
  orders,
  products,
  sandboxPayments,
  secondFactors,
  unreadableTillEvents,
} from '../../../app/db/tables.server.ts'
import { settlePayment } from '../../../app/modules/checkout/settle-payment.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import {
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
} from '../../support/factories.ts'
import { aSale, aShift, aTill } from '../../support/till/counter.ts'

const app = useApp()
const { shop } = app
let boss: SignedIn
beforeEach(async () => {
  boss = await app.signIn('super_admin')
})

type Fields = Record<string, string>
type Sent = { path: string; fields: Fields | URLSearchParams }

const BANNER = { intent: 'save', title: 'Chitenje week', isActive: 'true' }
const CATEGORY = { intent: 'save', name: 'Hats', slug: '', parentId: '', isActive: 'true' }
const CODE = { intent: 'save', code: 'WEEK5', type: 'percentage', value: '5', isActive: 'true' }
const PRODUCT = {
  name: 'Linen Dress',
  sku: 'LIN-1',
  price: '25000',
  track_inventory: 'on',
  inventory_quantity: '7',
  status: 'active',
}

async function aBanner(title = 'Chitenje week') {
  await boss.post('/admin/banners', { ...BANNER, title })
  const [row] = await shop.db.select().from(banners).orderBy(desc(banners.position)).limit(1)
  if (!row) throw new Error('no banner')
  return row
}
async function aCategory(name = 'Hats') {
  await boss.post('/admin/categories', { ...CATEGORY, name })
  const [row] = await shop.db.select().from(categories).where(eq(categories.name, name))
  if (!row) throw new Error('no category')
  return row
}
async function aCode() {
  await boss.post('/admin/discount-codes', CODE)
  const [row] = await shop.db.select().from(discounts)
  if (!row) throw new Error('no code')
  return row
}
const about = ({ id, version }: { id: string; version: number }) => ({
  id,
  version: String(version),
})
const productOf = async (id: string) => {
  const [row] = await shop.db.select().from(products).where(eq(products.id, id))
  if (!row) throw new Error('no product')
  return row
}
async function anOrder() {
  const { userId } = await aUser(shop)
  const product = await aProduct(shop, { stock: 9 })
  return (await aPaidOrder(shop, userId, [{ product, quantity: 1 }])).order
}
async function versionOf(id: string) {
  const [row] = await shop.db.select().from(orders).where(eq(orders.id, id))
  return String(row?.version)
}
/** Store credit above the limit for one person, requested by somebody else; then boss's acts on it. */
async function aStoreCredit(...intents: string[]) {
  const asked = { intent: 'issue', credit: randomUUID(), kind: 'voucher', amount: '60000' }
  const by = await app.signIn('admin')
  await by.post('/admin/credit', { ...asked, email: 'mary@example.com', reason: 'Paid by bank' })
  const read = async () => {
    const [row] = await shop.db.select().from(credits)
    return { credit: row?.id ?? '', version: String(row?.version) }
  }
  for (const intent of intents) await boss.post('/admin/credit', { intent, ...(await read()) })
  return read()
}
async function together(about: Fields) {
  const fields = new URLSearchParams(about)
  for (const { id } of [await anOrder(), await anOrder()]) {
    fields.append('order', id)
    fields.append(`version:${id}`, await versionOf(id))
  }
  return { path: '/admin/orders', fields }
}
const ticked = (intent: string, ids: string[]) =>
  new URLSearchParams([['intent', intent], ...ids.map((id) => ['id', id] as [string, string])])

/** Each act of the back office that does more than set a state, with the data that it needs. */
const ACTS: Record<string, () => Promise<Sent>> = {
  'a new banner': async () => ({ path: '/admin/banners', fields: BANNER }),
  'a banner that is edited': async () => ({
    path: '/admin/banners',
    fields: { ...BANNER, ...about(await aBanner()), title: 'New week', position: '3' },
  }),
  'a banner that is moved': async () => {
    await aBanner('First')
    await aBanner('Second')
    const { id } = await aBanner('Third')
    return { path: '/admin/banners', fields: { intent: 'move', id, way: 'up' } }
  },
  'a banner that is switched off': async () => ({
    path: '/admin/banners',
    fields: { intent: 'switch', id: (await aBanner()).id, active: 'false' },
  }),
  'a banner that is deleted': async () => ({
    path: '/admin/banners',
    fields: { intent: 'delete', ...about(await aBanner()) },
  }),
  'a new category': async () => ({ path: '/admin/categories', fields: CATEGORY }),
  'a category that is edited': async () => ({
    path: '/admin/categories',
    fields: { ...CATEGORY, ...about(await aCategory()), name: 'Caps' },
  }),
  'a category that is moved': async () => {
    const rows = [await aCategory('A'), await aCategory('B'), await aCategory('C')]
    const seen = rows.map(({ id }) => id).join()
    return {
      path: '/admin/categories',
      fields: { intent: 'move', move: `up:${rows[2]?.id}`, seen },
    }
  },
  'a category that is switched off': async () => ({
    path: '/admin/categories',
    fields: { intent: 'switch', id: (await aCategory()).id, active: 'false' },
  }),
  'a category that is deleted': async () => ({
    path: '/admin/categories',
    fields: { intent: 'delete', ...about(await aCategory()) },
  }),
  'a new code': async () => ({ path: '/admin/discount-codes', fields: CODE }),
  'a code that is edited': async () => ({
    path: '/admin/discount-codes',
    fields: { ...CODE, ...about(await aCode()), value: '7' },
  }),
  'a code that is switched off': async () => ({
    path: '/admin/discount-codes',
    fields: { intent: 'switch', id: (await aCode()).id, active: 'false' },
  }),
  'a code that is deleted': async () => ({
    path: '/admin/discount-codes',
    fields: { intent: 'delete', ...about(await aCode()) },
  }),
  'a new product': async () => ({ path: '/admin/add-product', fields: PRODUCT }),
  'a product that is edited, stock and all': async () => {
    const { productId } = await aProduct(shop, { stock: 5 })
    const row = await productOf(productId)
    return {
      path: `/admin/edit-product/${productId}`,
      fields: {
        ...about(row),
        ...PRODUCT,
        inventory_loaded: '5',
        inventory_quantity: '8',
      },
    }
  },
  'a product that is saved as it is': async () => {
    await boss.post('/admin/add-product', PRODUCT)
    const [row] = await shop.db.select().from(products)
    if (!row) throw new Error('no product')
    return {
      path: `/admin/edit-product/${row.id}`,
      fields: { ...about(row), ...PRODUCT, inventory_loaded: '7' },
    }
  },
  'a product that is switched off': async () => ({
    path: '/admin/products',
    fields: { intent: 'switch', id: (await aProduct(shop)).productId, active: 'false' },
  }),
  'a product that is deleted': async () => {
    await boss.post('/admin/add-product', PRODUCT)
    const [row] = await shop.db.select().from(products)
    return { path: '/admin/products', fields: { intent: 'delete', id: row?.id ?? '' } }
  },
  'a sold product that is archived instead': async () => {
    const { userId } = await aUser(shop)
    const product = await aProduct(shop, { stock: 9 })
    await aPaidOrder(shop, userId, [{ product, quantity: 1 }])
    return { path: '/admin/products', fields: { intent: 'delete', id: product.productId } }
  },
  'products that are switched off together': async () => ({
    path: '/admin/products',
    fields: ticked('deactivate', [
      (await aProduct(shop)).productId,
      (await aProduct(shop)).productId,
    ]),
  }),
  'products that are archived together': async () => ({
    path: '/admin/products',
    fields: ticked('archive', [(await aProduct(shop)).productId, (await aProduct(shop)).productId]),
  }),
  'products that Undo brings back': async () => {
    const { productId: id } = await aProduct(shop)
    await boss.post('/admin/products', { intent: 'deactivate', id })
    const { version } = await productOf(id)
    return { path: '/admin/products', fields: { intent: 'undo', was: `${id} ${version} active` } }
  },
  'a product out of the archive': async () => {
    const { productId: id } = await aProduct(shop)
    await boss.post('/admin/products', { intent: 'archive', id })
    return { path: '/admin/products', fields: { intent: 'restore', id } }
  },
  'units that came in': async () => {
    const { productId, variantId } = await aProduct(shop, { stock: 5 })
    const fields = {
      intent: 'receive',
      product: productId,
      version: '0',
      [`units:${variantId}`]: '3',
    }
    return { path: '/admin/stock', fields }
  },
  'units that are counted': async () => {
    const { productId, variantId } = await aProduct(shop, { stock: 5 })
    const fields = {
      intent: 'adjust',
      product: productId,
      variant: variantId,
      version: '0',
      reason: 'counted',
      units: '4',
      seen: '5',
      note: '',
    }
    return { path: `/admin/stock/${productId}`, fields }
  },
  'an order that is shipped': async () => {
    const { id } = await anOrder()
    const fields = { intent: 'move', order: id, version: await versionOf(id), to: 'shipped' }
    return { path: '/admin/orders', fields }
  },
  'an order that is cancelled': async () => {
    const { id } = await anOrder()
    const fields = { intent: 'move', order: id, version: await versionOf(id), to: 'cancelled' }
    return { path: '/admin/orders', fields }
  },
  'orders that are shipped together': () => together({ intent: 'move-many', to: 'shipped' }),
  'orders that are packed together': () => together({ intent: 'pack-many' }),
  'an order that was seen to': async () => {
    const { userId } = await aUser(shop)
    const product = await aProduct(shop, { stock: 9 })
    const { order, payment } = await aPendingOrder(shop, userId, [{ product }])
    await shop.db.update(sandboxPayments).set({ amount: 1000 })
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    const fields = { intent: 'handled', order: order.id, version: await versionOf(order.id) }
    return { path: '/admin/orders', fields }
  },
  'the provider that is asked': async () => {
    const { userId } = await aUser(shop)
    const product = await aProduct(shop, { stock: 9 })
    const { order } = await aPendingOrder(shop, userId, [{ product }])
    return { path: '/admin/orders', fields: { intent: 'ask', order: order.id } }
  },
  'a sale of a till that was seen to': async () => {
    const { userId } = await aUser(shop, 'cashier')
    const product = await aProduct(shop, { stock: 9 })
    const { id: tillId } = await aTill(shop, 'Front counter')
    const shift = await aShift(shop, { tillId, openedBy: userId })
    const sold = { cashierId: userId, product, shiftId: shift.id, tillId }
    const { id } = await aSale(shop, { ...sold, reviewReasons: ['short-stock'] })
    const fields = { intent: 'handled', kind: 'sale', id, seen: 'short-stock', note: 'Counted' }
    return { path: '/admin/pos-sales', fields }
  },
  'what no one could read, seen to': async () => {
    const { userId } = await aUser(shop, 'cashier')
    await shop.db.insert(unreadableTillEvents).values({
      id: 'odd',
      sentBy: userId,
      body: { kind: 'sell' },
      why: { code: 'unreadable', path: 'kind', problem: 'unknown' },
    })
    const fields = { intent: 'handled', kind: 'unread', id: 'odd', seen: '', note: 'Rung up' }
    return { path: '/admin/pos-sales', fields }
  },
  'store credit that is agreed to': async () => ({
    path: '/admin/credit',
    fields: { intent: 'agree', ...(await aStoreCredit()) },
  }),
  'store credit that is called off': async () => ({
    path: '/admin/credit',
    fields: { intent: 'call-off', ...(await aStoreCredit()) },
  }),
  'store credit that is blocked': async () => ({
    path: '/admin/credit',
    fields: { intent: 'block', ...(await aStoreCredit('agree')) },
  }),
  'store credit that may be spent again': async () => ({
    path: '/admin/credit',
    fields: { intent: 'unblock', ...(await aStoreCredit('agree', 'block')) },
  }),
  'a role that is given': async () => {
    const { userId } = await aUser(shop)
    const fields = { intent: 'give-role', id: userId, seen: 'customer', role: 'cashier' }
    return { path: '/admin/customers', fields }
  },
  'a person who is signed out everywhere': async () => {
    const { userId } = await app.signIn('customer')
    return { path: '/admin/customers', fields: { intent: 'sign-out-everywhere', id: userId } }
  },
  'a second step that is reset': async () => {
    const { userId } = await aUser(shop, 'cashier')
    await shop.db.insert(secondFactors).values({ userId, secret: 'lost', confirmedAt: new Date() })
    return { path: '/admin/customers', fields: { intent: 'reset-second-step', id: userId } }
  },
  'an account that is erased': async () => {
    const { userId } = await aUser(shop)
    return { path: '/admin/customers', fields: { intent: 'erase', id: userId } }
  },
  'the data of somebody without an account that is erased': async () => {
    const contact = 'reader@example.com'
    await app.visit().post('/newsletter', { email: contact, then: '/' })
    return { path: '/admin/customers', fields: { intent: 'erase-contact', contact } }
  },
  'an abandoned shift that is closed': async () => {
    const { userId } = await aUser(shop, 'cashier')
    const { id: tillId } = await aTill(shop, 'Front counter')
    const { id } = await aShift(shop, { tillId, openedBy: userId })
    return { path: '/admin/shifts', fields: { intent: 'close', id } }
  },
  'a till that is retired': async () => ({
    path: '/admin/shifts',
    fields: { intent: 'retire', id: (await aTill(shop, 'Front counter')).id },
  }),
  'a till that is brought back': async () => {
    const { id } = await aTill(shop, 'Front counter')
    await boss.post('/admin/shifts', { intent: 'retire', id })
    return { path: '/admin/shifts', fields: { intent: 'restore', id } }
  },
}

async function send({ path, fields }: Sent, request = 'one-press') {
  const body = new URLSearchParams(fields)
  body.set('request', request)
  const answer = await boss.fetch(path, { method: 'POST', body })
  const flash = answer.headers.getSetCookie().find((line) => line.includes('flash='))
  return [answer.status, answer.headers.get('location'), flash?.split(';')[0]]
}
const toasts = (html: string) =>
  /role="status".*?<form/s
    .exec(html.replaceAll('<!-- -->', ''))?.[0]
    .replace(/<[^>]+>/g, ' ')
    .trim()
/** Emails that are queued, at once or for after the time to undo. */
const countEmails = async () => {
  const { rows } = await shop.db.execute(
    sql`select from pgboss.job where name in ('send-email', 'notify-moved')`,
  )
  return rows.length
}
const logged = () => shop.db.$count(auditLog)

for (const [name, prepare] of Object.entries(ACTS))
  test(`${name}: sent again after a lost answer, it is done once and answered as at first`, async () => {
    const act = await prepare()
    // The messages about the act are not compared.
    await boss.open('/admin')
    const before = await logged()
    const first = await send(act)
    const shown = toasts((await boss.open('/admin')).html) ?? ''
    expect(shown).not.toMatch(/Error|no longer|meanwhile|already/)
    const done = await logged()
    const emails = await countEmails()
    if (!/as it is/.test(name)) expect(done).toBeGreaterThan(before)
    expect(await send(act)).toEqual(first)
    expect(await logged()).toBe(done)
    expect(await countEmails()).toBe(emails)
  })

test('one request sent twice at the same moment makes one banner, category, code and product', async () => {
  for (const act of [
    { path: '/admin/banners', fields: BANNER },
    { path: '/admin/categories', fields: CATEGORY },
    { path: '/admin/discount-codes', fields: CODE },
    { path: '/admin/add-product', fields: PRODUCT },
  ])
    expect((await Promise.all([send(act), send(act)])).map(([status]) => status)).toEqual([
      302, 302,
    ])
  for (const table of [banners, categories, discounts, products])
    expect(await shop.db.$count(table)).toBe(1)
})

test('a second request makes a second banner, and two people’s requests are never the same', async () => {
  await send({ path: '/admin/banners', fields: BANNER })
  await send({ path: '/admin/banners', fields: BANNER }, 'next-press')
  boss = await app.signIn('admin')
  await send({ path: '/admin/banners', fields: BANNER })
  expect(await shop.db.$count(banners)).toBe(3)
})

test('a text typed between a lost answer and the next try is saved, into the row that the first try made', async () => {
  await send({ path: '/admin/banners', fields: BANNER })
  await send({ path: '/admin/banners', fields: { ...BANNER, title: 'Chitenje weeks' } })
  expect(await shop.db.select().from(banners)).toMatchObject([{ title: 'Chitenje weeks' }])
  await send({ path: '/admin/categories', fields: CATEGORY })
  await send({ path: '/admin/categories', fields: { ...CATEGORY, name: 'Sun hats' } })
  expect(await shop.db.select().from(categories)).toMatchObject([{ name: 'Sun hats' }])
  await send({ path: '/admin/discount-codes', fields: CODE })
  await send({ path: '/admin/discount-codes', fields: { ...CODE, code: 'WEEK6' } })
  expect(await shop.db.select().from(discounts)).toMatchObject([{ code: 'WEEK6' }])
})

test('a product form that is changed after a lost answer is not silently ignored', async () => {
  await send({ path: '/admin/add-product', fields: PRODUCT })
  const [status] = await send({ path: '/admin/add-product', fields: { ...PRODUCT, price: '1000' } })
  expect(status).toBe(400)
  expect(await shop.db.select().from(products)).toMatchObject([{ price: 25_000 }])
})

test('a banner that somebody else has changed since the lost answer is not overwritten', async () => {
  const banner = await aBanner()
  const mine = { ...BANNER, ...about(banner), title: 'Mine', position: '0' }
  await send({ path: '/admin/banners', fields: mine })
  const other = await app.signIn('admin')
  const theirs = { ...BANNER, id: banner.id, version: String(banner.version + 1), position: '0' }
  await other.post('/admin/banners', { ...theirs, title: 'Theirs' })
  const [status] = await send({ path: '/admin/banners', fields: { ...mine, subtitle: 'More' } })
  expect(status).toBe(409)
  const [row] = await shop.db.select().from(banners).orderBy(asc(banners.id))
  expect(row?.title).toBe('Theirs')
})
