import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog, profiles, users } from '../../../app/db/tables.server.ts'
import { listAddresses } from '../../../app/modules/accounts/addresses.ts'
import { readDetails, saveDetails } from '../../../app/modules/accounts/save-details.ts'
import { readSubscription } from '../../../app/modules/newsletter/own-subscription.ts'
import { givePassword } from '../../support/accounts/accounts.ts'
import { linkIn, type SignedIn, useApp } from '../../support/app.ts'

const app = useApp()
const PASSWORD = 'moyo wabwino'
let person: SignedIn

beforeEach(async () => {
  person = await app.signIn('customer')
  await givePassword(app.shop, person, PASSWORD)
})

const send = (intent: string, fields = {}, by = person) =>
  by.post('/account', { intent, ...fields })

test('every page links a signed-in person to the account, in the header and in the menu of phones', async () => {
  const countLinks = (html: string) => html.split('href="/account"').length - 1
  expect(countLinks((await person.open('/products')).html)).toBe(2)
  expect(countLinks((await app.visit().open('/products')).html)).toBe(0)
})

test('the account leads to the orders, the wishlist and the tracking of an order', async () => {
  const main = (await person.open('/account')).html.split(/<main|<footer/)[1]
  for (const way of ['/orders', '/wishlist', '/track-order'])
    expect(main).toContain(`href="${way}"`)
})

describe('the details of an account', () => {
  const own = async () => {
    const [row] = await app.shop.db
      .select({ name: users.name, fullName: profiles.fullName, phone: profiles.phone })
      .from(users)
      .innerJoin(profiles, eq(profiles.userId, users.id))
      .where(eq(users.id, person.userId))
    return row
  }

  test('are stored in the shop’s spelling, and the shop uses them from then on', async () => {
    const saved = await send('save-details', { name: '  Chisomo   Phiri ', phone: '0888 111 222' })
    const { html } = await person.open(saved)
    expect(html).toContain('Details saved')
    expect(html).toContain('value="+265888111222"')
    expect(html).toMatch(/signed in as <strong>Chisomo Phiri</)
    const name = 'Chisomo Phiri'
    expect(await own()).toEqual({ name, fullName: name, phone: '+265888111222' })
    await send('save-details', { name, phone: '' })
    expect(await own()).toMatchObject({ phone: null })
  })

  test.each([
    [{ name: ' ', phone: '0888111222' }, 'Please enter your full name'],
    [{ name: 'x'.repeat(201), phone: '' }, 'At most 200 characters.'],
    [{ name: 'Chisomo', phone: 'call me' }, 'It should look like 0991 234 567'],
  ])(
    'that are invalid are shown again with the reason, and nothing is saved: %j',
    async (typed, text) => {
      const before = await own()
      const refused = await send('save-details', typed)
      expect(refused.status).toBe(400)
      const html = await refused.text()
      expect(html).toContain(text)
      if (typed.phone) expect(html).toContain(`value="${typed.phone}"`)
      expect(await own()).toEqual(before)
    },
  )
})

test('a cashier cannot change their own name, because receipts and the log contain it', async () => {
  const cashier = await app.signIn('cashier')
  const page = (await cashier.open('/account')).html
  expect(page).toMatch(
    /<input[^>]*readOnly=""[^>]*name="name"|<input[^>]*name="name"[^>]*readOnly=""/,
  )
  const refused = await send('save-details', { name: 'Another', phone: '' }, cashier)
  expect(await refused.text()).toContain('Your name stays')
  const [own] = await app.shop.db.select().from(users).where(eq(users.id, cashier.userId))
  const saved = await send('save-details', { name: own?.name ?? '', phone: '0888111222' }, cashier)
  expect(saved.status).toBe(302)
})

test('a staff member’s new phone number is logged, because it tells which orders and sales are their own', async () => {
  const cashier = await app.signIn('cashier')
  const [own] = await app.shop.db.select().from(users).where(eq(users.id, cashier.userId))
  const name = own?.name ?? ''
  await send('save-details', { name, phone: '0888111222' }, cashier)
  await send('save-details', { name, phone: '' }, cashier)
  await send('save-details', { name, phone: '' }, cashier)
  await send('save-details', { name: 'Chisomo Phiri', phone: '0888111222' })
  expect(await app.shop.db.select().from(auditLog).orderBy(auditLog.id)).toMatchObject([
    { byUser: cashier.userId, entityId: cashier.userId, after: { phone: '+265888111222' } },
    { before: { phone: '+265888111222' }, after: { phone: null } },
  ])
})

test('account details that come after an erasure bring no name back', async () => {
  const erased = await app.shop.db.delete(profiles).where(eq(profiles.userId, person.userId))
  expect(erased.rowCount).toBe(1)
  const late = { name: 'Chisomo Phiri', phone: '' }
  expect(
    await saveDetails(app.shop.db, { userId: person.userId, ip: '10.0.0.1' }, late),
  ).toMatchObject({ ok: false })
  const [row] = await app.shop.db.select().from(users).where(eq(users.id, person.userId))
  expect(row?.name).not.toBe('Chisomo Phiri')
})

describe('addresses on the account’s page', () => {
  const PLOT = {
    firstName: 'Chisomo',
    lastName: 'Banda',
    phone: '0991 234 567',
    address: 'Plot 4',
    city: 'Blantyre',
    district: 'Blantyre',
  }
  const list = () => listAddresses(app.shop.db, person.userId)

  test('are added, made the default one and removed', async () => {
    await send('save-address', PLOT)
    const added = await send('save-address', { ...PLOT, address: 'Plot 5' })
    expect((await person.open(added)).html).toContain('Address saved')
    const other = (await list()).find(({ isDefault }) => !isDefault)?.id ?? ''
    await send('default-address', { 'address-id': other })
    expect((await list())[0]).toMatchObject({ id: other, address: 'Plot 5', isDefault: true })
    // Twice, as after a lost answer.
    for (let n = 0; n < 2; n++) {
      const removed = await send('remove-address', { 'address-id': other })
      expect((await person.open(removed)).html).toContain('Address removed')
    }
    expect(await list()).toMatchObject([{ address: 'Plot 4', isDefault: true }])
  })

  test('that are invalid are shown again, each field with its reason', async () => {
    const refused = await send('save-address', { ...PLOT, phone: '12', district: 'Paris' })
    expect(refused.status).toBe(400)
    const html = await refused.text()
    expect(html).toContain('value="Plot 4"')
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2)
    expect(await list()).toEqual([])
  })

  test('of another account can be neither chosen nor removed', async () => {
    await send('save-address', PLOT)
    const [mine] = await list()
    const other = await app.signIn('customer')
    for (const intent of ['default-address', 'remove-address'])
      for (const id of [mine?.id ?? '', 'x', ''])
        expect((await send(intent, { 'address-id': id }, other)).status).toBe(302)
    expect(await list()).toEqual([mine])
  })
})

describe('a new password on the account’s page', () => {
  const NEW = 'moyo wabwino kwambiri'
  const signInWith = (password: string) =>
    app.visit().json('/api/auth/sign-in/email', { body: { email: person.email, password } })

  test('is accepted with the old password, and signs other devices out', async () => {
    expect((await signInWith(PASSWORD)).status).toBe(200)
    const before = app.visit()
    await before.json('/api/auth/sign-in/email', {
      body: { email: person.email, password: PASSWORD },
    })
    expect((await before.fetch('/account')).status).toBe(200)
    const changed = await send('change-password', { current: PASSWORD, password: NEW })
    expect(changed.status).toBe(302)
    expect((await person.open(changed)).html).toContain('Other devices were signed out.')
    expect((await before.fetch('/account')).status).toBe(302)
    expect((await signInWith(PASSWORD)).status).toBe(401)
    expect((await signInWith(NEW)).status).toBe(200)
  })

  test.each([
    ['the old one is wrong', { current: 'something else', password: NEW }],
    ['it is too short', { current: PASSWORD, password: 'Sh0$!' }],
    ['everybody uses it', { current: PASSWORD, password: 'password123' }],
  ])('is refused when %s, with the reason', async (_, typed) => {
    const refused = await send('change-password', typed)
    expect(refused.status).toBe(400)
    const html = await refused.text()
    expect(html).toContain('Password not changed')
    expect(html).not.toContain(typed.password)
    expect(html).not.toContain('Please try again later')
    expect((await signInWith(PASSWORD)).status).toBe(200)
  })
})

test('the newsletter is joined and left on the account’s page', async () => {
  const state = () => readSubscription(app.shop.db, person.email)
  const page = async () => (await person.open('/account')).html
  expect(await page()).toMatch(/<main[\s\S]*<a[^>]* href="\/wishlist"/)
  expect(await page()).toContain('You are not on the list.')
  await send('join-newsletter')
  expect(await page()).toContain('Send the email again')
  const [email] = await app.emails(person.email)
  const confirm = new URL(linkIn(email), 'http://shop').searchParams.get('confirm') ?? ''
  await app.visit().post('/newsletter', { confirm })
  expect(await state()).toBe('confirmed')
  expect(await page()).toContain('You are on the list.')
  await send('leave-newsletter')
  expect(await state()).toBe('left')
  expect(await page()).toContain('You are not on the list.')
})

test('emails that ask for a review are ended and taken again on the account’s page', async () => {
  const asks = async () => (await readDetails(app.shop.db, person.userId))?.takesReviewEmails
  const page = async () => (await person.open('/account')).html
  expect(await page()).toContain('We ask once for each order')
  // Two tabs send the same: it is done once.
  for (const intent of ['end-review-emails', 'end-review-emails']) await send(intent)
  expect(await asks()).toBe(false)
  expect(await page()).toContain('We do not ask you for reviews.')
  await send('take-review-emails')
  expect(await asks()).toBe(true)
  expect(await page()).toContain('Do not ask me')
})
