import { readFileSync } from 'node:fs'
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  accountEvents,
  addresses,
  auditLog,
  orders,
  profiles,
  sessions,
  wishlists,
} from '../../../app/db/tables.server.ts'
import { joinNewsletter } from '../../../app/modules/newsletter/subscribe.ts'
import { NEWSLETTER_TEXT } from '../../../app/rules/messages/newsletter/words.ts'
import { givePassword } from '../../support/accounts/accounts.ts'
import { linkIn, type SignedIn, useApp } from '../../support/app.ts'
import { aCart, aPaidOrder, aProduct } from '../../support/factories.ts'

const app = useApp()
const PASSWORD = 'moyo wabwino'
let person: SignedIn

beforeEach(async () => {
  person = await app.signIn('customer')
  await givePassword(app.shop, person, PASSWORD)
})

const passMinutes = () =>
  app.shop.db.update(sessions).set({ provenAt: sql`proven_at - interval '11 minutes'` })
const isThere = async ({ userId } = person) =>
  (await app.shop.db.$count(profiles, eq(profiles.userId, userId))) === 1
const ERASE = '/account?erase=1'
const erase = (who = person, fields = {}) => who.post(ERASE, { intent: 'erase-account', ...fields })
const FILE = '/account/data.json'

/** Every key of a file at any depth, once. */
function keysOf(value: unknown, keys = new Set<string>()) {
  if (Array.isArray(value)) for (const one of value) keysOf(one, keys)
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) keysOf(one, keys.add(key))
  return keys
}

async function fill() {
  const { shop } = app
  const product = await aProduct(shop)
  const { order } = await aPaidOrder(shop, person.userId, [{ product }], { notes: 'Ring twice' })
  await aCart(shop, person.userId, [{ product }])
  await shop.db.insert(wishlists).values({ userId: person.userId, productId: product.productId })
  await shop.db.insert(addresses).values({
    userId: person.userId,
    firstName: 'Chisomo',
    lastName: 'Banda',
    phone: '+265991234567',
    addressLine1: 'Plot 4',
    city: 'Blantyre',
    district: 'Blantyre',
  })
  await joinNewsletter(shop, { email: person.email, ip: '41.70.1.1' })
  return { product, order }
}

describe('the file of one’s own data', () => {
  test('contains the shop’s data with the consents, and no secret; the account’s log records the download', async () => {
    const { product, order } = await fill()
    const { html } = await person.open('/account')
    expect(html).toContain('href="/account/data.json"')
    const answer = await person.fetch(FILE)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const text = await answer.text()
    expect(text).not.toMatch(/token|secret|hash|salt/i)
    expect(JSON.parse(text)).toMatchObject({
      account: { email: person.email, role: 'customer' },
      addresses: [{ address: 'Plot 4' }],
      orders: [
        {
          number: order.orderNumber,
          notes: 'Ring twice',
          total: order.totalAmount,
          lines: [{ product: product.name, quantity: 1 }],
          payments: [{ amount: order.totalAmount, status: 'paid' }],
          history: [{ to: 'pending' }, { to: 'processing' }],
        },
      ],
      cart: [{ product: product.name }],
      wishlist: [{ product: product.name }],
      newsletter: {
        email: person.email,
        consents: [{ act: 'asked', text_version: NEWSLETTER_TEXT.version }],
      },
      devices: [{ signed_in_at: expect.any(String) }],
    })
    const log = await app.shop.db.select().from(accountEvents)
    expect(log).toMatchObject([{ userId: person.userId, kind: 'data-downloaded' }])
  })

  test('has no key that docs/privacy.md does not explain', async () => {
    await fill()
    const keys = keysOf(await (await person.fetch(FILE)).json())
    const docs = readFileSync('docs/privacy.md', 'utf8')
    expect([...keys].filter((key) => !docs.includes(`\`${key}\``))).toEqual([])
  })

  test('needs a recent proof of identity; the question leads to the file', async () => {
    await passMinutes()
    const refused = await person.open(FILE)
    expect(refused.path).toBe('/account')
    expect(refused.html).toContain('Please say once more that it is you')
    expect(refused.html).not.toContain('href="/account/data.json"')
    const held = await person.post('/account', { intent: 'download-data' })
    expect(held.status).toBe(401)
    expect(await held.text()).toContain('Is it you?')
    const proven = await person.open(
      await person.post('/account', { intent: 'download-data', proof: PASSWORD }),
    )
    expect(proven.html).toContain('Your file is ready')
    expect((await person.fetch(FILE)).status).toBe(200)
  })

  test('is refused to a visitor who is signed out', async () => {
    expect((await app.visit().open(FILE)).path).toContain('/auth')
  })
})

describe('the consent log of the newsletter', () => {
  test('records once each who asked, confirmed, left and came back, with the version of the text', async () => {
    const customers = await app.signIn('admin')
    await joinNewsletter(app.shop, { email: person.email, ip: '41.70.1.1' })
    const [email] = await app.emails(person.email)
    const confirm = new URL(linkIn(email), 'http://shop').searchParams.get('confirm') ?? ''
    const visitor = app.visit()
    for (const answer of [
      { confirm },
      { confirm },
      { leave: confirm },
      { leave: confirm },
      { confirm },
    ])
      await visitor.post('/newsletter', answer)
    const { newsletter } = await (await person.fetch(FILE)).json()
    expect(
      newsletter.consents.map(({ act, text_version }: Record<string, string>) => [
        act,
        text_version,
      ]),
    ).toEqual([
      ['asked', '2'],
      ['confirmed', '2'],
      ['left', null],
      ['confirmed', '2'],
    ])
    const { html } = await customers.open(`/admin/customers?person=${person.userId}`)
    expect(html).toMatch(/Asked for it[^]*Confirmed it[^]*Left it[^]*Confirmed it/)
    expect((await visitor.open('/')).html).toContain(NEWSLETTER_TEXT.text)
  })

  test('a changed text of the newsletter box has a new version', () => {
    expect(NEWSLETTER_TEXT).toEqual({
      version: '2',
      text: 'One email when there is something worth wearing. Unsubscribe any time.',
    })
  })
})

describe('erasing one’s own account', () => {
  test('is asked about in plain words, without scripts, and tells by email that it is done', async () => {
    const { html } = await person.open(ERASE)
    expect(html).toContain('This erases your account for good.')
    expect(html).toContain('because the tax law demands it')
    const done = await person.open(await erase())
    expect(done.path).toBe('/')
    expect(done.html).toContain('Your account is erased')
    expect(await isThere()).toBe(false)
    expect((await person.open('/account')).path).toContain('/auth')
    const [last] = await app.emails(person.email)
    expect(last?.subject).toContain('is erased')
    const signIn = { intent: 'sign-in', email: person.email, password: PASSWORD }
    expect(await (await app.visit().post('/auth', signIn)).text()).toContain('Sign in failed')
  })

  test('asks for the password first', async () => {
    await passMinutes()
    const held = await erase()
    expect(held.status).toBe(401)
    expect(await isThere()).toBe(true)
    expect((await erase(person, { proof: 'not this one' })).status).toBe(401)
    expect(await isThere()).toBe(true)
    await erase(person, { proof: PASSWORD })
    expect(await isThere()).toBe(false)
  })

  test('waits for an open order, and names it', async () => {
    const { order } = await fill()
    const { html } = await person.open(await erase())
    expect(html).toContain(`Order ${order.orderNumber} is still open.`)
    expect(await isThere()).toBe(true)
  })

  test('is refused to the staff', async () => {
    const cashier = await app.signIn('cashier')
    expect((await cashier.open(ERASE)).html).toContain('Your account works for the shop.')
    expect((await cashier.open(await erase(cashier))).html).toContain(
      'This account works for the shop.',
    )
    expect(await isThere(cashier)).toBe(true)
  })
})

describe('the customer’s screen of the back office', () => {
  const path = () => `/admin/customers?person=${person.userId}`
  const file = () => `/admin/customers/${person.userId}/data.json`

  test('gives an admin a customer’s data as a file, and the log says who took it', async () => {
    await fill()
    const admin = await app.signIn('admin')
    const { html } = await admin.open(path())
    expect(html).toContain(`href="${file()}"`)
    expect(html).not.toContain('Erase the account')
    expect(await (await admin.fetch(file())).json()).toMatchObject({
      account: { email: person.email },
    })
    const [log] = await app.shop.db.select().from(auditLog).where(eq(auditLog.action, 'exported'))
    expect(log).toMatchObject({ byUser: admin.userId, entity: 'person', entityId: person.userId })
    const gone = file().replace(person.userId, admin.userId.replace(/.{4}$/, '0000'))
    expect((await admin.fetch(gone)).status).toBe(404)
    expect((await admin.fetch(file().replace(person.userId, 'x'))).status).toBe(404)
  })

  test('asks an admin without a recent proof "Is it you?" first, and then gives the file', async () => {
    const admin = await app.signIn('admin')
    await givePassword(app.shop, admin, PASSWORD)
    await passMinutes()
    const refused = await admin.open(file())
    expect(refused.path).toBe(path())
    expect(refused.html).toContain('Please say once more that it is you')
    expect(refused.html).not.toContain(`href="${file()}"`)
    expect(refused.html).toContain('value="download-data"')
    expect(await app.shop.db.$count(auditLog, eq(auditLog.action, 'exported'))).toBe(0)
    expect((await admin.post(path(), { intent: 'download-data' })).status).toBe(401)
    const asked = { intent: 'download-data', proof: PASSWORD }
    const proven = await admin.open(await admin.post(path(), asked))
    expect(proven.html).toContain('Your file is ready')
    expect(proven.html).toContain(`href="${file()}"`)
    expect((await admin.fetch(file())).headers.get('content-disposition')).toContain('attachment')
  })

  test('gives the files of staff members, with their devices, to a super_admin only', async () => {
    const admin = await app.signIn('admin')
    const boss = await app.signIn('super_admin')
    const cashier = await app.signIn('cashier')
    for (const { userId } of [boss, cashier, admin]) {
      const its = file().replace(person.userId, userId)
      expect((await admin.fetch(its)).status).toBe(403)
      const screen = `/admin/customers?person=${userId}`
      expect((await admin.open(screen)).html).not.toContain('Download all data')
      expect((await boss.open(screen)).html).toContain(`href="${its}"`)
      expect(await (await boss.fetch(its)).json()).toMatchObject({ account: { id: userId } })
    }
    const taken = await app.shop.db.select().from(auditLog).where(eq(auditLog.action, 'exported'))
    expect(new Set(taken.map(({ byUser }) => byUser))).toEqual(new Set([boss.userId]))
  })

  test('is closed to cashiers and customers', async () => {
    for (const role of ['cashier', 'customer'] as const) {
      const client = await app.signIn(role)
      expect((await client.fetch(file())).status).toBe(403)
    }
  })

  test('lets a super_admin erase an account after a question, and leaves its orders without a name', async () => {
    const { order } = await fill()
    await app.shop.db.update(orders).set({ status: 'delivered' })
    const boss = await app.signIn('super_admin')
    expect((await boss.open(path())).html).toContain('Erase the account…')
    const question = await boss.open(`${path()}&erase=1`)
    expect(question.html).toContain('Erase the account of')
    await passMinutes()
    const fields = { intent: 'erase', id: person.userId }
    expect((await boss.post(`${path()}&erase=1`, fields)).status).toBe(401)
    expect(await isThere()).toBe(true)
    await app.shop.db.update(sessions).set({ provenAt: sql`now()` })
    const done = await boss.open(await boss.post(`${path()}&erase=1`, fields))
    expect(done.path).toBe('/admin/customers')
    expect(done.html).toContain('Account erased')
    expect(await isThere()).toBe(false)
    const list = await boss.open(`/admin/orders?order=${order.orderNumber}`)
    expect(list.html).toContain('Erased customer')
    expect(list.html).toContain('Name, phone number, email and addresses were erased on')
    expect(list.html).not.toContain('Plot 4')
    expect(list.html).not.toContain('person@example.com')
    expect((await boss.open('/admin/activity')).html).toContain('Erased person')
    for (const other of ['/admin', '/admin/orders.csv', `/admin/orders/${order.orderNumber}/slip`])
      expect((await boss.fetch(other)).status).toBe(200)
  })

  test('refuses an admin who sends that form all the same', async () => {
    const admin = await app.signIn('admin')
    const done = await admin.open(await admin.post(path(), { intent: 'erase', id: person.userId }))
    expect(done.html).toContain('Only a super admin')
    expect(await isThere()).toBe(true)
    const refused = and(eq(accountEvents.kind, 'refused'), eq(accountEvents.userId, admin.userId))
    expect(await app.shop.db.$count(accountEvents, refused)).toBe(1)
  })
})
