import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  banners,
  categories,
  deliveries,
  newsletterSubscribers,
  posSales,
  priceChanges,
  returns,
  stockCounts,
  suppliers,
  waitlistRequests,
} from '../../app/db/tables.server.ts'
import { recordAudit } from '../../app/modules/audit/record-audit.ts'
import { issueCredit } from '../../app/modules/credit/issue-credit.ts'
import { loadBuild, type SignedIn, useApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { aDiscount, anAdmin, aPaidOrder, aProduct, aUser } from '../support/factories.ts'
import { anImport } from '../support/imports/imports.ts'
import { type Address, fillIn, listAddresses, staffsOwn } from '../support/route-table.ts'
import { aClosedShift, aTill } from '../support/till/counter.ts'

/** Public addresses, each with its reason. Every other address of the route table is for staff. */
const OPEN: Record<string, string> = {
  '/': 'the shop',
  '/auth': 'the way in',
  '/product/:slug': 'the shop',
  '/category/:slug': 'the shop',
  '/products': 'the shop',
  '/search': 'the shop',
  '/recently-viewed': 'the shop',
  '/cart': 'of the browser that asks',
  '/checkout': 'of the person who asks',
  '/checkout/success': 'of the person who asks',
  '/checkout/failed': 'tells nothing',
  '/orders': 'of the person who asks',
  '/orders/:orderNumber':
    'of the person who asks, or for who has its key (orders/own-page.test.ts)',
  '/orders/:orderNumber/invoice': 'the same',
  '/handover/:orderNumber': 'for who has its key (orders/handover.test.ts)',
  '/wishlist': 'of the person who asks',
  '/reviews/new': 'of who has bought',
  '/reviews/new/:slug': 'of who has bought',
  '/about-us': 'a text',
  '/size-guide': 'a text',
  '/gift-voucher': 'unguessable, and names nobody',
  '/returns-policy': 'a text',
  '/student-discount': 'a text',
  '/privacypolicy': 'a text',
  '/termsofservice': 'a text',
  '/track-order': 'for who knows number and e-mail',
  '/newsletter': 'for who has the email',
  '/reviews/emails': 'for who has the email',
  '/waitlist': 'for who has the email',
  '/account': 'of the person who asks',
  '/account/data.json': 'of the person who asks',
  '/invitation': 'for who has the email (accounts/invitations.test.ts)',
  '/dev/mail': 'the sample shop only (machines.test.ts)',
  '/404': 'tells nothing',
  '/*': 'tells nothing',
  '/pos': 'leads to the till',
  '/admin/pos/worker.js': 'a script, alike for everybody',
  '/admin/pos/app.webmanifest': 'a text',
  '/functions/process-payment': 'of the person who asks',
  '/webhooks/paychangu': 'signed by the provider',
  '/payments/return/:reference': 'unguessable, leads to a page that asks who it is',
  '/sandbox/pay/:reference': 'unguessable, and the test provider only',
  '/events': 'of the person who asks (below)',
  '/api/auth/*': 'the way in',
  '/api/products': 'the shop',
  '/api/products/:slug': 'the shop',
  '/api/categories': 'the shop',
  '/api/banners': 'the shop',
  '/api/openapi.json': 'a text',
  '/api/cart/:id?': 'of the person who asks',
  '/api/orders/:orderNumber?': 'of the person who asks',
  '/api/*': 'tells nothing',
  '/healthz': 'for machines',
  '/readyz': 'for machines',
  '/metrics': 'for who has the token (machines.test.ts)',
  '/sitemap.xml': 'the shop',
  '/robots.txt': 'a text',
  '/manifest.webmanifest': 'a text',
  '/settings.json': 'what the shop is called and promises',
}
/** Addresses that a cashier may use as well: the till's screens, and their requests. */
const TILL = ['/admin/pos', '/pos/success', '/pos/failed']
const isTill = ({ path }: Address) => /^\/(admin\/pos|pos)(\/|$)/.test(path)

const ADDRESSES = listAddresses((await loadBuild()).routes)
const STAFFS = staffsOwn(ADDRESSES, OPEN)
const ADMIN = STAFFS.filter((address) => !isTill(address))
const SECRET = 'Chinsinsi'

const app = useApp()
let values: Record<string, string>

/** One record of each kind that the back office shows, each with a word that nobody else may read. */
beforeEach(async () => {
  const { shop } = app
  const product = await aProduct(shop, { name: `${SECRET} dress`, costPrice: 1 })
  const buyer = await aUser(shop)
  await shop.db.execute(
    sql`update users set name = ${`${SECRET} Banda`} where id = ${buyer.userId}`,
  )
  await shop.db.execute(
    sql`update profiles set full_name = ${`${SECRET} Banda`} where user_id = ${buyer.userId}`,
  )
  const email = `${SECRET.toLowerCase()}@example.com`
  const { order } = await aPaidOrder(shop, buyer.userId, [{ product }], { email, lastName: SECRET })
  await shop.db.insert(returns).values({
    id: crypto.randomUUID(),
    orderId: order.id,
    status: 'requested',
    reason: 'faulty',
    requestedBy: buyer.userId,
  })
  await shop.db.insert(banners).values({ title: `${SECRET} banner`, isActive: false })
  await shop.db
    .insert(categories)
    .values({ name: `${SECRET} range`, slug: 'range', isActive: false })
  await aDiscount(shop, { code: SECRET.toUpperCase() })
  await issueCredit(shop, await anAdmin(shop), {
    id: randomUUID(),
    kind: 'goodwill',
    amount: 1000,
    email,
    reason: SECRET,
  })
  await shop.db.insert(newsletterSubscribers).values({ email, token: 'x', confirmedAt: new Date() })
  await shop.db
    .insert(waitlistRequests)
    .values({ variantId: product.variantId, email, token: 'x', confirmedAt: new Date() })
  await shop.db.insert(posSales).values({
    saleNumber: 'POS-2026-000001',
    cashierId: buyer.userId,
    customerName: SECRET,
    paymentMethod: 'cash',
    paymentStatus: 'completed',
    subtotal: 1,
    totalAmount: 1,
    cashAmount: 1,
    idempotencyKey: 'x',
  })
  await shop.db.transaction((db) =>
    recordAudit(
      db,
      { userId: buyer.userId, ip: '10.0.0.1' },
      { action: 'edited', entity: 'product', entityId: product.productId, label: SECRET },
    ),
  )
  const till = await aTill(shop, `${SECRET} counter`)
  const { id: shiftId } = await aClosedShift(shop, {
    tillId: till.id,
    openedBy: buyer.userId,
    counted: {},
  })
  const [supplier] = await shop.db
    .insert(suppliers)
    .values({ name: `${SECRET} Textiles` })
    .returning()
  const [delivery] = await shop.db
    .insert(deliveries)
    .values({ supplierId: supplier?.id ?? null, note: SECRET })
    .returning()
  const file = await anImport(shop, buyer.userId, { fileName: `${SECRET}.csv` })
  const [change] = await shop.db
    .insert(priceChanges)
    .values({ name: SECRET, kind: 'percent', value: 10, startsAt: new Date('2099-12-12') })
    .returning()
  const [count] = await shop.db.insert(stockCounts).values({ location: SECRET }).returning()
  values = {
    countId: count?.id ?? '',
    deliveryId: delivery?.id ?? '',
    importId: file.id,
    changeId: change?.id ?? '',
    shiftId,
    tillId: till.id,
    id: product.productId,
    productId: product.productId,
    orderNumber: order.orderNumber,
    paper: 'invoice',
    saleNumber: 'POS-2026-000001',
    userId: buyer.userId,
    act: 'ask',
    '*': 'anything',
  }
})

const upload = () => {
  const form = new FormData()
  form.set('picture', new File(['GIF89a'], 'dress.gif', { type: 'image/gif' }))
  return form
}

/** Every way to request an address: the page, the data of an in-app navigation, and writes of all kinds. */
function* waysTo({ id, path, around }: Address): Generator<[string, RequestInit?]> {
  const asked = fillIn(path, values)
  yield [asked]
  yield [`${asked}/`]
  yield [asked.toUpperCase()]
  yield [`${asked}?index&edit=${values['id']}&search=${SECRET}`]
  yield [`${asked}.data`]
  for (const route of [...around, id]) yield [`${asked}.data?_routes=${encodeURIComponent(route)}`]
  yield [asked, { method: 'HEAD' }]
  for (const place of [asked, `${asked}.data`]) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      yield [
        place,
        { method, body: new URLSearchParams({ intent: 'delete', id: values['id'] ?? '' }) },
      ]
      yield [
        place,
        { method, body: '{"intent":"delete"}', headers: { 'Content-Type': 'application/json' } },
      ]
      yield [place, { method, body: upload() }]
    }
  }
}

type GuardedResponse = {
  status: number
  location: string | null
  body: string
  cache: string | null
}

/** What is wrong with an answer to a person without the right; null when nothing is. */
function wrongWith(answer: GuardedResponse, isSignedIn: boolean) {
  const leadsTo = answer.location ?? (answer.status === 202 ? answer.body : '')
  const isSentAway = [202, 302].includes(answer.status) && leadsTo.includes('/auth?then=')
  if (answer.body.toLowerCase().includes(SECRET.toLowerCase())) return 'tells a secret'
  if (!answer.cache?.includes('no-store')) return 'may be kept'
  if ([403, 405].includes(answer.status)) return null
  return isSentAway && !isSignedIn ? null : `answers ${answer.status}`
}

async function findLeaks(client: Client, addresses: Address[], isSignedIn: boolean) {
  const leaks: string[] = []
  for (const address of addresses) {
    for (const [path, init] of waysTo(address)) {
      const response = await client.fetch(path, init)
      const wrong = wrongWith(
        {
          status: response.status,
          location: response.headers.get('location'),
          cache: response.headers.get('cache-control'),
          body: await response.text(),
        },
        isSignedIn,
      )
      if (wrong) leaks.push(`${init?.method ?? 'GET'} ${path} ${wrong}`)
    }
  }
  return leaks
}

/** Everything that the shop has stored, except sessions, rate limits and the log of refusals. */
async function readEverything() {
  const { rows: tables } = await app.shop.db.execute<{
    name: string
  }>(sql`select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('sessions', 'rate_limits', 'account_events')`)
  const all = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as print from "${name}" t`,
  )
  return (await app.shop.db.execute(sql.raw(all.join(' union all ')))).rows
}

describe('the route table', () => {
  const around = { id: 'layout', parentId: 'root' }
  const fresh = listAddresses({
    root: { id: 'root', path: '' },
    layout: around,
    shown: { id: 'shown', parentId: 'layout', path: 'about-us' },
    forgotten: { id: 'forgotten', parentId: 'layout', path: 'admin/forgotten/:id' },
    loose: { id: 'loose', parentId: 'root', path: 'sales.csv' },
  })

  test('a new route counts as one for staff until it is listed as public with a reason', () => {
    expect(staffsOwn(fresh, OPEN).map(({ path }) => path)).toEqual([
      '/admin/forgotten/:id',
      '/sales.csv',
    ])
    expect(staffsOwn(fresh, { ...OPEN, '/sales.csv': 'a reason' })).toHaveLength(1)
    expect(fresh[1]?.around).toEqual(['root', 'layout'])
    expect(() => fillIn('/admin/:new', {})).toThrow('Say in the test what new of /admin/:new is.')
  })

  test('an answer that shows the planted word, may be cached, or lets somebody in counts as a leak', () => {
    const kept = { cache: 'private, no-store', location: null, body: '' }
    const away = { ...kept, status: 302, location: '/auth?then=%2Fadmin' }
    expect(wrongWith({ ...kept, status: 403 }, true)).toBeNull()
    expect(wrongWith(away, false)).toBeNull()
    expect(wrongWith(away, true)).toBe('answers 302')
    expect(wrongWith({ ...away, location: '/admin' }, false)).toBe('answers 302')
    expect(wrongWith({ ...kept, status: 200 }, true)).toBe('answers 200')
    expect(wrongWith({ ...kept, status: 404 }, true)).toBe('answers 404')
    expect(wrongWith({ ...kept, status: 500 }, true)).toBe('answers 500')
    expect(wrongWith({ ...kept, status: 403, cache: null }, true)).toBe('may be kept')
    expect(wrongWith({ ...kept, status: 403, body: SECRET }, true)).toBe('tells a secret')
  })

  test('the list of public routes names only existing addresses', () => {
    const known = ADDRESSES.map(({ path }) => path)
    expect(Object.keys(OPEN).filter((path) => !known.includes(path))).toEqual([])
    expect(TILL.filter((path) => !known.includes(path))).toEqual([])
    expect(STAFFS.length).toBeGreaterThan(20)
  })
})

describe('no staff address shows or changes anything, however it is requested', () => {
  const asked = { timeout: 120_000 }
  test('for a visitor, who is led to the sign-in page', asked, async () => {
    const before = await readEverything()
    expect(await findLeaks(app.visit(), STAFFS, false)).toEqual([])
    expect(await readEverything()).toEqual(before)
    const path = `/admin/edit-product/${values['id']}?from=list`
    const { headers } = await app.visit().fetch(path)
    expect(headers.get('location')).toBe(`/auth?then=${encodeURIComponent(path)}`)
  })
  test('for a customer', asked, async () => {
    const customer = await app.signIn('customer')
    const before = await readEverything()
    expect(await findLeaks(customer, STAFFS, true)).toEqual([])
    expect(await readEverything()).toEqual(before)
  })
  test('for a cashier outside the till', asked, async () => {
    const cashier = await app.signIn('cashier')
    const before = await readEverything()
    expect(await findLeaks(cashier, ADMIN, true)).toEqual([])
    expect(await readEverything()).toEqual(before)
    for (const path of TILL) expect((await cashier.fetch(path)).status).toBe(200)
  })
})

describe('a customer', () => {
  let customer: SignedIn
  beforeEach(async () => {
    customer = await app.signIn('customer')
  })
  test('sees the reason, and the Unauthorized toast on the shop’s home page', async () => {
    const denied = await (await customer.fetch('/admin')).text()
    expect(denied).toContain('You are not authorized to access the admin dashboard.')
    expect(denied).toContain('content="1; url=/"')
    const { html } = await customer.open('/')
    expect(html).toContain('Unauthorized')
  })
  test('sees at the till that it is not for them, and stays there', async () => {
    const denied = await (await customer.fetch('/admin/pos')).text()
    expect(denied).toContain('Access Denied')
    expect(denied).toContain('You don&#x27;t have permission to access the POS system.')
    expect(denied).not.toContain('http-equiv="refresh"')
    expect((await customer.open('/')).html).not.toContain('Unauthorized')
  })
})

describe('news about orders', () => {
  /** Reads a stream until this text has come, which comes after everything sent before it. */
  async function handle(stream: Response, until: string) {
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (reader && !text.includes(until)) {
      const { done, value } = await reader.read()
      if (done) break
      text += value
    }
    await reader?.cancel()
    return text
  }

  test.each(['customer', 'cashier'] as const)(
    'a %s gets only events of their own orders',
    async (role) => {
      const listener = await app.signIn(role)
      const other = await aUser(app.shop)
      const items = [{ product: await aProduct(app.shop) }]
      const stream = await listener.fetch('/events')
      const { order } = await aPaidOrder(app.shop, other.userId, items)
      const own = await aPaidOrder(app.shop, listener.userId, items)
      const received = await handle(
        stream,
        `"order_number":"${own.order.orderNumber}","status":"processing"`,
      )
      expect(received).toContain(own.order.orderNumber)
      expect(received).not.toContain(order.orderNumber)
    },
  )

  test('a visitor gets no events', async () => {
    expect((await app.visit().json('/events')).status).toBe(401)
  })
})

/** Addresses that answer with a page: no files, papers, uploads, nor requests of the till's program. */
const isScreen = ({ path }: Address) =>
  !/[*]|:paper|\.(csv|zip)|pictures$|^\/admin\/pos\//.test(path)

/** Where the planted word is shown to those who may read it: otherwise finding none elsewhere would prove nothing. */
const PROTECTED = [
  '/admin',
  '/admin/orders',
  '/admin/products',
  '/admin/edit-product/:id',
  '/admin/customers',
  '/admin/banners',
  '/admin/discount-codes',
  '/admin/credit',
  '/admin/credit.csv',
  '/admin/categories',
  '/admin/import',
  '/admin/import/:importId',
  '/admin/returns',
  '/admin/returns.csv',
  '/admin/pos-sales',
  '/admin/shifts',
  '/admin/shifts/:shiftId/z-report',
  '/admin/shifts.csv',
  '/admin/stock',
  '/admin/stock/:productId',
  '/admin/newsletter',
  '/admin/waitlist',
  '/admin/activity',
  '/admin/orders/:orderNumber/:paper',
  '/admin/orders.csv',
  '/admin/products.csv',
  '/admin/customers.csv',
  '/admin/customers/:userId/data.json',
  '/admin/pos-sales.csv',
  '/admin/stock.csv',
  '/admin/deliveries',
  '/admin/deliveries/:deliveryId',
  '/admin/stock-takes',
  '/admin/stock-takes/:countId',
  '/admin/suppliers',
  '/admin/newsletter.csv',
  '/admin/waitlist.csv',
  '/admin/activity.csv',
]

test('an admin sees the planted word where nobody else may', async () => {
  const admin = await app.signIn('admin')
  const silent: string[] = []
  for (const path of PROTECTED) {
    const text = await (await admin.fetch(fillIn(path, values))).text()
    if (!text.toLowerCase().includes(SECRET.toLowerCase())) silent.push(path)
  }
  expect(silent).toEqual([])
})

test.each(['admin', 'super_admin'] as const)('%s opens every staff page', async (role) => {
  const admin = await app.signIn(role)
  // The first shows a person whom its address names, to a super_admin only (accounts/without-account.test.ts). The
  // second is the editing of a paid order, which redirects to the panel.
  const elsewhere = ['/admin/customers/data.json', '/admin/orders/:orderNumber/edit']
  const others = STAFFS.filter(({ path }) => !elsewhere.includes(path))
  for (const { path } of others.filter(isScreen)) {
    const answer = await admin.fetch(fillIn(path, values))
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.headers.get('cache-control')).toContain('no-store')
  }
  expect((await admin.fetch('/admin/nonsense')).status).toBe(404)
})

test('a person whose role is removed is turned away with the next request', async () => {
  await app.signIn('super_admin')
  const admin = await app.signIn('super_admin')
  expect((await admin.fetch('/admin')).status).toBe(200)
  const { changeRole } = await import('../../app/modules/accounts/change-role.ts')
  expect(await changeRole(app.shop, admin.email, 'customer')).toMatchObject({ ok: true })
  expect((await admin.fetch('/admin')).status).toBe(403)
})

test('/pos leads to the till', async () => {
  const answer = await app.visit().fetch('/pos')
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/admin/pos')
})

test('personal pages lead visitors to the sign-in page and back', async () => {
  for (const path of ['/orders', '/checkout']) {
    const answer = await app.visit().fetch(path)
    expect([path, answer.headers.get('location')]).toEqual([
      path,
      `/auth?then=${encodeURIComponent(path)}`,
    ])
  }
})
