import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accountEvents, auditLog, profiles, sessions } from '../../../app/db/tables.server.ts'
import { tidyUp } from '../../../app/modules/accounts/tidy-up.ts'
import type { Role } from '../../../app/rules/accounts/roles.ts'
import { givePassword, listEventsOf } from '../../support/accounts/accounts.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import type { Client } from '../../support/client.ts'
import { aUser } from '../../support/factories.ts'

const app = useApp({ RATE_LIMIT_SCALE: '1' })
const PASSWORD = 'moyo wabwino'
const COOKIE = 'zovala.session_token'

/** Lets so many hours pass for everybody who is signed in. */
const pass = (hours: number) => {
  const ago = sql`make_interval(hours => ${hours})`
  return app.shop.db.update(sessions).set({
    createdAt: sql`created_at - ${ago}`,
    updatedAt: sql`updated_at - ${ago}`,
    provenAt: sql`proven_at - ${ago}`,
    expiresAt: sql`expires_at - ${ago}`,
  })
}
const personOf = ({ userId, email }: SignedIn) => ({ userId, email })
const isIn = async (client: Client) => (await client.fetch('/orders')).status === 200
const setRole = (userId: string, role: Role) =>
  app.shop.db.update(profiles).set({ role }).where(eq(profiles.userId, userId))
const eventsOf = (userId: string) => listEventsOf(app.shop, userId)

async function withPassword() {
  const person = await aUser(app.shop)
  await givePassword(app.shop, person, PASSWORD)
  return person
}
const signIn = (email: string, password = PASSWORD, from = app.visit()) =>
  from.json('/api/auth/sign-in/email', {
    body: { email, password },
    headers: { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/141.0 Mobile Safari/537.36' },
  })

describe('a session ends', () => {
  test.each([
    ['cashier', 13, 15],
    ['super_admin', 13, 15],
    ['customer', 29 * 24, 31 * 24],
  ] as const)(
    'of a %s who does not use it: not after %i hours, but after %i',
    async (role, short, long) => {
      const client = await app.signIn(role)
      await pass(short)
      expect(await isIn(client)).toBe(true)
      // A use of the session extends it by the same time.
      await pass(short)
      expect(await isIn(client)).toBe(true)
      await pass(long)
      expect(await isIn(client)).toBe(false)
      expect(client.cookies.has(COOKIE)).toBe(false)
      const library = await client.json('/api/auth/get-session')
      expect(library.body).toBeNull()
    },
  )

  test.each([
    ['admin', 12, 7 * 24],
    ['customer', 20 * 24, 180 * 24],
  ] as const)(
    'of a %s who uses it every %i hours, after %i hours in all',
    async (role, step, longest) => {
      const client = await app.signIn(role)
      for (let hours = step; hours < longest; hours += step) {
        await pass(step)
        expect(await isIn(client)).toBe(true)
      }
      await pass(step)
      expect(await isIn(client)).toBe(false)
    },
  )

  test('also for the library’s own endpoints', async () => {
    const client = await app.signIn('cashier')
    await pass(15)
    expect((await client.json('/api/auth/get-session')).body).toBeNull()
  })
})

describe('a sign-in', () => {
  test('makes a new token, and the browser’s former token stops working', async () => {
    const planted = await app.signIn('customer')
    const token = planted.cookies.get(COOKIE) ?? ''
    const { email, userId } = await withPassword()
    const browser = app.visit()
    browser.cookies.set(COOKIE, token)
    await signIn(email, 'not this one', browser)
    expect(await isIn(planted)).toBe(true)
    await signIn(email, PASSWORD, browser)
    expect(browser.cookies.get(COOKIE)).not.toBe(token)
    const open = await app.shop.db.select({ userId: sessions.userId }).from(sessions)
    expect(open).toEqual([{ userId }])
    // The planted token signs in nobody: neither the attacker nor the person who signed in.
    expect(await isIn(planted)).toBe(false)
    expect(await isIn(browser)).toBe(true)
  })

  test('by the page also ends the browser’s former session, and none of another device', async () => {
    const { email, userId } = await withPassword()
    const [phone, laptop] = [app.visit(), app.visit('10.9.8.7')]
    await signIn(email, PASSWORD, laptop)
    const fields = { intent: 'sign-in', email, password: PASSWORD }
    for (let n = 0; n < 2; n += 1) await phone.post('/auth', fields)
    expect([await isIn(phone), await isIn(laptop)]).toEqual([true, true])
    expect(await app.shop.db.$count(sessions, eq(sessions.userId, userId))).toBe(2)
  })
})

describe('a new role', () => {
  test('with more rights ends the session: somebody who knows its token gains nothing', async () => {
    const client = await app.signIn('customer')
    const thief = app.visit()
    thief.cookies.set(COOKIE, client.cookies.get(COOKIE) ?? '')
    await setRole(client.userId, 'admin')
    expect((await thief.fetch('/admin/customers')).status).toBe(302)
    expect((await client.fetch('/admin/customers')).status).toBe(302)
    expect(await app.shop.db.$count(sessions)).toBe(0)
  })

  test('with fewer rights keeps the session, with the rights and time limits of the new role', async () => {
    const client = await app.signIn('admin')
    await setRole(client.userId, 'cashier')
    expect((await client.fetch('/admin/customers')).status).toBe(403)
    expect((await client.fetch('/admin/pos')).status).toBe(200)
    await setRole(client.userId, 'customer')
    expect((await client.fetch('/admin/pos')).status).toBe(403)
    await setRole(client.userId, 'admin')
    expect((await client.fetch('/admin/customers')).status).toBe(302)
  })

  test('with more rights ends a program’s session, too', async () => {
    const { userId, email } = await withPassword()
    const { body } = await signIn(email)
    const headers = { authorization: `Bearer ${(body as { token: string }).token}` }
    expect((await app.visit().json('/api/cart', { headers })).status).toBe(200)
    await setRole(userId, 'admin')
    expect((await app.visit().json('/api/cart', { headers })).status).toBe(401)
    expect(await app.shop.db.$count(sessions)).toBe(0)
  })
})

describe('on the page of their account a person', () => {
  test('sees where they are signed in, and signs one device out', async () => {
    const phone = await app.signIn('customer')
    const laptop = await app.signIn('customer', personOf(phone))
    const other = await app.signIn('customer')
    const { html } = await phone.open('/account')
    expect(html).toContain('Where you are signed in')
    expect(html.match(/name="session" value="/g)).toHaveLength(1)
    const [, session = ''] = /name="session" value="([^"]+)"/.exec(html) ?? []
    const done = await phone.open(await phone.post('/account', { intent: 'end-session', session }))
    expect(done.html).toContain('That device is signed out.')
    expect([await isIn(phone), await isIn(laptop), await isIn(other)]).toEqual([true, false, true])
    const again = await phone.post('/account', { intent: 'end-session', session })
    expect((await phone.open(again)).html).toContain('That device was signed out already.')
  })

  test('signs all others out', async () => {
    const phone = await app.signIn('customer')
    const laptop = await app.signIn('customer', personOf(phone))
    const other = await app.signIn('customer')
    await phone.post('/account', { intent: 'end-other-sessions' })
    expect([await isIn(phone), await isIn(laptop), await isIn(other)]).toEqual([true, false, true])
  })

  test('ends nobody else’s session', async () => {
    const phone = await app.signIn('customer')
    const other = await app.signIn('customer')
    const [theirs] = await app.shop.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, other.userId))
    await phone.post('/account', { intent: 'end-session', session: theirs?.id ?? '' })
    expect(await isIn(other)).toBe(true)
  })

  test('is asked to sign in first', async () => {
    for (const answer of [
      await app.visit().fetch('/account'),
      await app.visit().post('/account', { intent: 'end-other-sessions' }),
    ])
      expect(answer.headers.get('location')).toBe('/auth?then=%2Faccount')
  })
})

describe('in the back office', () => {
  test('a super_admin signs out one device of a person, which both logs record', async () => {
    const boss = await app.signIn('super_admin')
    const phone = await app.signIn('cashier')
    await app.signIn('cashier', personOf(phone))
    const { html } = await boss.open(`/admin/customers?person=${phone.userId}`)
    expect(html).toContain('Signed in on')
    const [first] = await app.shop.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, phone.userId))
    await boss.post('/admin/customers', {
      intent: 'sign-out-everywhere',
      id: phone.userId,
      session: first?.id ?? '',
    })
    expect(await app.shop.db.$count(sessions, eq(sessions.userId, phone.userId))).toBe(1)
    expect(await app.shop.db.select().from(auditLog)).toMatchObject([
      { action: 'signed out', byUser: boss.userId, entityId: phone.userId },
    ])
    expect(await eventsOf(phone.userId)).toEqual(['session-ended'])
  })

  test('an admin neither sees nor ends sessions, and the attempt is in the log of the account', async () => {
    const admin = await app.signIn('admin')
    const cashier = await app.signIn('cashier')
    const { html } = await admin.open(`/admin/customers?person=${cashier.userId}`)
    expect(html).not.toContain('Signed in on')
    const [theirs] = await app.shop.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, cashier.userId))
    const act = { intent: 'sign-out-everywhere', id: cashier.userId, session: theirs?.id ?? '' }
    await admin.post('/admin/customers', act)
    expect(await isIn(cashier)).toBe(true)
    expect(await eventsOf(admin.userId)).toEqual([
      'refused: POST /admin/customers: sign-out-everywhere',
    ])
  })
})

describe('the log of an account', () => {
  test('records sign-ins and wrong passwords, and nothing for an address without an account', async () => {
    const { email, userId } = await withPassword()
    await signIn(email, 'not this one')
    await signIn(email.toUpperCase(), 'nor this one')
    const client = app.visit()
    await signIn(email, PASSWORD, client)
    await signIn('nobody@example.com', 'not this one')
    expect(await eventsOf(userId)).toEqual([
      'wrong-password',
      'wrong-password',
      'signed-in: password',
    ])
    expect(await app.shop.db.$count(accountEvents)).toBe(3)
    const { html } = await client.open('/account')
    for (const words of ['Wrong password', 'Signed in', 'Chrome on Android'])
      expect(html).toContain(words)
  })

  test('records refused requests, up to a limit', async () => {
    const cashier = await app.signIn('cashier')
    await cashier.fetch('/admin/customers')
    await cashier.post('/admin/discount-codes', { intent: 'delete' })
    expect(await eventsOf(cashier.userId)).toEqual([
      'refused: GET /admin/customers',
      'refused: POST /admin/discount-codes',
    ])
    const customer = await app.signIn('customer')
    for (let n = 0; n < 35; n += 1) await customer.fetch('/admin/pos')
    expect(await eventsOf(customer.userId)).toHaveLength(30)
  })

  test('is kept for ninety days', async () => {
    const { userId } = await aUser(app.shop)
    for (const days of [89, 91])
      await app.shop.db.insert(accountEvents).values({
        userId,
        kind: 'signed-in',
        detail: `${days}`,
        createdAt: sql`now() - make_interval(days => ${days})`,
      })
    await tidyUp(app.shop)
    expect(await eventsOf(userId)).toEqual(['signed-in: 89'])
  })
})

describe('the owner of an account', () => {
  test('is emailed about a new device, but not about the first one or a known one', async () => {
    const { email } = await withPassword()
    const phone = app.visit()
    await signIn(email, PASSWORD, phone)
    await signIn(email, PASSWORD, phone)
    expect(await app.emails(email)).toEqual([])
    await signIn(email, PASSWORD, app.visit('10.9.8.7'))
    const emails = await app.emails(email)
    expect(emails.map(({ subject }) => subject)).toEqual([
      'A new device signed in to your account at Zovala',
    ])
    expect(emails[0]?.text).toContain('Chrome on Android, from the network 10.9.8.7')
  })

  test('gets ten such emails a day at most', async () => {
    const { email } = await withPassword()
    for (let n = 0; n < 13; n += 1) await signIn(email)
    expect(await app.emails(email)).toHaveLength(10)
  })
})
