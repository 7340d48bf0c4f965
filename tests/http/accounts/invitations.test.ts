import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { profiles, sessions, staffInvitations } from '../../../app/db/tables.server.ts'
import { givePassword } from '../../support/accounts/accounts.ts'
import { linkIn, useApp } from '../../support/app.ts'
import { aUser } from '../../support/factories.ts'

const app = useApp()
const EMAIL = 'thoko@example.mw'
const PASSWORD = 'moyo wabwino'

const roleOf = async (userId: string) =>
  (await app.shop.db.select().from(profiles).where(eq(profiles.userId, userId)))[0]?.role
async function invite(email: string, role: string) {
  const owner = await app.signIn('super_admin')
  const answer = await owner.post('/admin/staff', { intent: 'invite', email, role })
  const html = await answer.text()
  const sent = await app.emails(email)
  return { owner, html, link: linkIn(sent.at(-1)) }
}

test('an invitation without a mail server shows the link of the email to the owner, and makes a newcomer staff', async () => {
  const { html, link, owner } = await invite(EMAIL, 'cashier')
  expect(html).toContain(link.replaceAll('&', '&amp;'))
  const listed = await owner.open('/admin/staff')
  expect(listed.html).toContain(EMAIL)
  expect(listed.html).not.toContain(link)

  const newcomer = app.visit()
  const page = await newcomer.open(link)
  expect(page.status).toBe(200)
  expect(page.html).toContain('Accept the invitation')
  const token = new URL(link, 'http://x').searchParams.get('token') ?? ''
  const then = /name="then" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
  const form = { intent: 'accept', token, name: 'Thoko Banda', email: EMAIL, then }
  const weak = await newcomer.post(link, { ...form, password: '12' })
  expect(weak.status).toBe(400)
  expect(await weak.text()).toContain('Password must be at least 6 characters long')
  const nameless = await newcomer.post(link, { ...form, name: ' ', password: PASSWORD })
  expect(await nameless.text()).toContain('Please enter your full name')
  const endless = await newcomer.post(link, { ...form, name: 'x'.repeat(201), password: PASSWORD })
  expect(endless.status).toBe(400)
  expect(await endless.text()).toContain('At most 200 characters')

  const done = await newcomer.post(link, { ...form, password: PASSWORD })
  expect([done.status, done.headers.get('location')]).toEqual([302, '/admin/pos'])
  expect((await newcomer.fetch('/admin/pos')).status).toBe(200)
  // The link works once. Whoever lost the answer and sends the same form again is let in by its password; nobody else
  // is.
  const again = await app.visit().post(link, { ...form, password: PASSWORD })
  expect([again.status, again.headers.get('location')]).toEqual([302, '/admin/pos'])
  expect((await app.visit().post(link, { ...form, password: 'another one' })).status).toBe(404)
  expect((await app.visit().open(link)).html).toContain('That link does not work')
})

test('an invited person with an account signs in, accepts, and signs in once more; nobody opens it by the link alone', async () => {
  const person = await aUser(app.shop)
  await givePassword(app.shop, person, PASSWORD)
  const { link } = await invite(person.email, 'admin')
  const token = new URL(link, 'http://x').searchParams.get('token') ?? ''
  const form = { intent: 'accept', token, name: 'A Thief', password: 'stolen account' }

  const stranger = app.visit()
  expect((await stranger.open(link)).html).toContain('sign in, and you come back here')
  expect((await stranger.post(link, form)).status).toBe(404)
  const other = await app.signIn('customer')
  expect((await other.open(link)).html).toContain('Somebody else is signed in')
  expect((await other.post(link, form)).status).toBe(404)
  expect(await roleOf(person.userId)).toBe('customer')

  const them = await app.signIn('customer', person)
  const done = await them.post(link, { intent: 'accept', token })
  expect(done.headers.get('location')).toBe('/auth?then=%2Fadmin')
  expect(await roleOf(person.userId)).toBe('admin')
  // The earlier session has no admin's rights.
  expect((await them.fetch('/admin')).headers.get('location')).toContain('/auth')
})

test('an owner without a recent proof is asked "Is it you?"; an admin can neither invite nor withdraw', async () => {
  const { owner } = await invite(EMAIL, 'cashier')
  const [row] = await app.shop.db.select().from(staffInvitations)
  const withdraw = { intent: 'withdraw', id: row?.userId ?? '' }
  const admin = await app.signIn('admin')
  await admin.post('/admin/staff', withdraw)
  await admin.post('/admin/staff', { intent: 'invite', email: 'x@example.mw', role: 'admin' })
  expect(await app.shop.db.$count(staffInvitations)).toBe(1)
  const page = await admin.open('/admin/staff')
  expect(page.html).toContain(EMAIL)
  expect(page.html).not.toContain('name="intent" value="invite"')

  await app.shop.db.update(sessions).set({ provenAt: new Date(0) })
  expect((await owner.post('/admin/staff', withdraw)).status).toBe(401)
  await app.shop.db.update(sessions).set({ provenAt: new Date() })
  expect((await owner.open(await owner.post('/admin/staff', withdraw))).html).toContain(
    'Invitation withdrawn',
  )
  expect(await app.shop.db.$count(staffInvitations)).toBe(0)
  const again = await owner.open(await owner.post('/admin/staff', withdraw))
  expect(again.html).toContain('Invitation withdrawn')
})

test('a text that is no email address gets a message beside the field, and stays typed', async () => {
  const owner = await app.signIn('super_admin')
  const answer = await owner.post('/admin/staff', {
    intent: 'invite',
    email: 'thoko',
    role: 'admin',
  })
  expect(answer.status).toBe(400)
  const html = await answer.text()
  expect(html).toContain('Invalid email')
  expect(html).toContain('value="thoko"')
})
