import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addresses, auditLog, profiles, sessions } from '../../../app/db/tables.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aPaidOrder, aProduct, aUser } from '../../support/factories.ts'

const app = useApp()
const PATH = '/admin/customers'
let boss: SignedIn
let person: SignedIn

beforeEach(async () => {
  boss = await app.signIn('super_admin')
  person = await app.signIn('customer')
})

const roleOf = async (userId: string) =>
  (await app.shop.db.select().from(profiles).where(eq(profiles.userId, userId)))[0]?.role
const give = (change: Record<string, string> = {}) => ({
  intent: 'give-role',
  id: person.userId,
  seen: 'customer',
  role: 'cashier',
  ...change,
})
const log = (action: 'role changed' | 'signed out' | 'exported') =>
  app.shop.db.select().from(auditLog).where(eq(auditLog.action, action))

describe('the list of people', () => {
  test('shows everybody with their number, and asks to select a person', async () => {
    const { html } = await boss.open(PATH)
    expect(html).toMatch(/Customers<span[^>]*>2<\/span>/)
    expect(html).toContain(person.email)
    expect(html).toContain('super admin')
    expect(html).toContain('Select a customer to view details')
    expect(html).toContain('href="/admin"')
  })

  test('says when nobody is found', async () => {
    const { html } = await boss.open(`${PATH}?search=nobody+at+all`)
    expect(html).toContain('No customers found')
    expect(html).not.toContain(person.email)
    expect(html).toMatch(/Customers<span[^>]*>0<\/span>/)
  })

  test('shows a name that is not there as No name, with U for a picture', async () => {
    await app.shop.db
      .update(profiles)
      .set({ fullName: null })
      .where(eq(profiles.userId, person.userId))
    const { html } = await boss.open(`${PATH}?search=${person.email}`)
    expect(html).toContain('No name')
    expect(html).toMatch(/<span[^>]*aria-hidden[^>]*>U<\/span>/)
  })

  test('answers malformed addresses without errors', async () => {
    for (const odd of ['person=x', 'role=x', 'give=x', 'after=x', 'sort=-x', 'search=%00'])
      expect((await boss.fetch(`${PATH}?${odd}`)).status, odd).toBe(200)
  })
})

describe('a selected person', () => {
  test('without orders and addresses is shown with a message', async () => {
    const { html } = await boss.open(`${PATH}?person=${person.userId}`)
    for (const words of [
      'Customer Details',
      'Recent Orders',
      'No orders yet',
      'No addresses saved',
    ])
      expect(html).toContain(words)
  })

  test('is shown with orders and addresses', async () => {
    const product = await aProduct(app.shop, { price: 45_000 })
    const { order } = await aPaidOrder(app.shop, person.userId, [{ product }])
    await app.shop.db.insert(addresses).values({
      userId: person.userId,
      firstName: 'Tamanda',
      lastName: 'Gondwe',
      phone: '+265991234567',
      addressLine1: 'Plot 4',
      city: 'Zomba',
      district: 'Zomba',
      isDefault: true,
    })
    const { html } = await boss.open(`${PATH}?person=${person.userId}`)
    for (const words of [order.orderNumber, 'MK\u00a047,000', 'Default', 'Plot 4', 'Zomba'])
      expect(html, words).toContain(words)
  })

  test('is reported as unknown when there is none', async () => {
    const { html } = await boss.open(`${PATH}?person=0b5f3f0c-5d38-4b3c-9e6e-2f6f6a1f7b11`)
    expect(html).toContain('There is no account like that.')
  })

  test.each([
    ['newsletter_subscribers', 'email', 'what was agreed to', 'Never asked for'],
    ['profiles', 'phone', 'customer details', 'There is no account like that.'],
    ['sessions', 'ip_address', 'devices', 'No device'],
    ['account_events', 'detail', 'sign-ins', 'Nothing yet'],
  ])(
    'gets an error message for data that could not be read, not an empty list: without %s.%s',
    async (table, column, what, absent) => {
      const rename = (from: string, to: string) =>
        app.shop.db.execute(sql.raw(`alter table ${table} rename ${from} to ${to}`))
      await rename(column, 'away')
      try {
        const { status, html } = await boss.open(`${PATH}?person=${person.userId}`)
        expect(status).toBe(200)
        expect(html).toContain(`Error loading ${what}.`)
        expect(html).not.toContain(absent)
      } finally {
        await rename('away', column)
      }
    },
  )
})

describe('a super_admin', () => {
  test('confirms a role, which applies from the next sign-in; its removal applies from the next request', async () => {
    expect((await person.fetch('/admin')).status).toBe(403)
    const path = `${PATH}?person=${person.userId}&give=admin`
    const { html } = await boss.open(path)
    expect(html).toContain('Make Chisomo Banda')
    const done = await boss.open(await boss.post(path, give({ role: 'admin' })))
    expect(done.path).toBe(`${PATH}?person=${person.userId}`)
    expect(done.html).toContain('Role changed')
    expect(done.html).toContain('from the next sign-in on')
    expect((await person.fetch('/admin/customers')).status).toBe(302)
    const { userId, email } = person
    person = await app.signIn('admin', { userId, email })
    expect((await person.fetch('/admin/customers')).status).toBe(200)
    expect(await log('role changed')).toMatchObject([
      { byUser: boss.userId, before: { role: 'customer' }, after: { role: 'admin' } },
    ])
    await boss.post(PATH, give({ seen: 'admin', role: 'customer' }))
    expect((await person.fetch('/admin/customers')).status).toBe(403)
  })

  test('sees that somebody else has given a role meanwhile, and decides', async () => {
    const other = await app.signIn('super_admin')
    await other.post(PATH, give())
    const path = `${PATH}?person=${person.userId}&give=admin`
    const refused = await boss.post(path, give({ role: 'admin' }))
    expect(refused.status).toBe(409)
    const html = await refused.text()
    expect(html).toContain('has changed the role while you were looking')
    expect(html).toContain('name="seen" value="cashier"')
    expect(await roleOf(person.userId)).toBe('cashier')
    await boss.post(path, give({ seen: 'cashier', role: 'admin' }))
    expect(await roleOf(person.userId)).toBe('admin')
  })

  test('who is the last one keeps the role', async () => {
    const answer = await boss.post(
      PATH,
      give({ id: boss.userId, seen: 'super_admin', role: 'customer' }),
    )
    expect((await boss.open(answer)).html).toContain('This is the last super admin.')
    expect(await roleOf(boss.userId)).toBe('super_admin')
  })

  test('signs somebody out on every device, and nobody else', async () => {
    const answer = await boss.post(PATH, { intent: 'sign-out-everywhere', id: person.userId })
    expect((await boss.open(answer)).html).toContain('is signed out on every device.')
    expect((await person.fetch('/orders')).headers.get('location')).toContain('/auth')
    expect(await app.shop.db.$count(sessions)).toBe(1)
    expect(await log('signed out')).toHaveLength(1)
  })
})

describe('an admin', () => {
  test('sees roles and cannot change them, in the page or past it', async () => {
    const admin = await app.signIn('admin')
    const { html } = await admin.open(`${PATH}?person=${person.userId}&give=admin`)
    expect(html).not.toContain('Change role')
    expect(html).not.toContain('Make Chisomo Banda')
    for (const fields of [
      give({ role: 'admin' }),
      give({ id: admin.userId, seen: 'admin', role: 'super_admin' }),
      { intent: 'sign-out-everywhere', id: person.userId },
    ])
      expect((await admin.open(await admin.post(PATH, fields))).html).toContain(
        'Only a super admin grants and revokes roles.',
      )
    expect(await roleOf(person.userId)).toBe('customer')
    expect(await roleOf(admin.userId)).toBe('admin')
    expect((await person.fetch('/orders')).status).toBe(200)
  })
})

test('nonsense in the form of a role changes nothing', async () => {
  for (const change of [{ role: 'owner' }, { seen: '' }, { id: 'x' }, { intent: 'burn' }])
    expect((await boss.open(await boss.post(PATH, give(change)))).html).toContain(
      'Please check the form and try again.',
    )
  expect(await roleOf(person.userId)).toBe('customer')
})

test('the people leave as a file, as searched, and the log keeps who took it', async () => {
  await app.shop.db
    .update(profiles)
    .set({ fullName: '=HYPERLINK("x")' })
    .where(eq(profiles.userId, person.userId))
  await aUser(app.shop)
  const answer = await boss.fetch(`${PATH}.csv?search=${encodeURIComponent(person.email)}`)
  expect(answer.headers.get('content-type')).toContain('text/csv')
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('Name,Email,Phone,Role,Joined')
  expect(lines[1]).toContain(`'=HYPERLINK`)
  expect(await log('exported')).toMatchObject([
    { byUser: boss.userId, entity: 'person', after: { search: person.email } },
  ])
  expect((await person.fetch(`${PATH}.csv`)).status).toBe(403)
})
