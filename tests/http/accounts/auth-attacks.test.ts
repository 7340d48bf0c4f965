import { createServer } from 'node:net'
import { drizzle } from 'drizzle-orm/node-postgres'
import { describe, expect, test } from 'vitest'
import type { Db } from '../../../app/db/open.server.ts'
import { users } from '../../../app/db/tables.server.ts'
import { openAuth } from '../../../app/platform/auth/auth.server.ts'
import { confirmAddressEmail } from '../../../app/rules/messages/emails/accounts.ts'
import { givePassword } from '../../support/accounts/accounts.ts'
import { linkIn, useApp } from '../../support/app.ts'
import type { Client } from '../../support/client.ts'
import { aUser } from '../../support/factories.ts'

const app = useApp()
const PASSWORD = 'moyo wabwino'

/** A person with a password, for the JSON sign-in. */
async function withPassword({ shop } = app) {
  const person = await aUser(shop)
  await givePassword(shop, person, PASSWORD)
  return person
}
const signIn = (email: string, password = PASSWORD, from = app.visit()) =>
  from.json('/api/auth/sign-in/email', { body: { email, password } })
const hasSession = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await app.visit().json('/api/auth/get-session', { headers })).body !== null
}

describe('a link of ours never leads away', () => {
  const away = ['/.//evil.com', '/..//evil.com', '/%2e//evil.com', '/a/..//evil.com', '//evil.com']
  test.each([...away, '/.\\/evil.com', 'blob:http://localhost/x', 'javascript:alert(1)'])(
    'is refused from a reset to %s',
    async (to) => {
      const query = new URLSearchParams({ callbackURL: to })
      const answer = await app.visit().json(`/api/auth/reset-password/x?${query}`)
      expect(answer.headers.get('location')).toBeNull()
      expect([400, 403]).toContain(answer.status)
      expect(answer.body).toHaveProperty('message')
    },
  )

  test.each(['callbackURL', 'redirectTo', 'newUserCallbackURL'])(
    'is refused from a form that sends %s',
    async (name) => {
      for (const to of away.slice(0, 4)) {
        const body = { email: 'chisomo@example.com', [name]: to }
        const answer = await app.visit().json('/api/auth/request-password-reset', { body })
        expect(answer.status).toBe(400)
        expect(answer.body).toHaveProperty('message')
      }
    },
  )

  test('is allowed to our own pages', async () => {
    const query = new URLSearchParams({ callbackURL: '/auth?mode=reset' })
    const answer = await app.visit().fetch(`/api/auth/reset-password/x?${query}`)
    expect(answer.headers.get('location')).toMatch(/\/auth\?mode=reset&error=/)
  })

  test('an email to confirm leads back to where a person came from, in any script', async () => {
    const { baseUrl } = app.shop.config
    const body = { name: 'Chisomo', email: 'chisomo@example.com', password: PASSWORD }
    const callbackURL = `${baseUrl}/products?search=chitenjé ☀`
    await app.visit().json('/api/auth/sign-up/email', { body: { ...body, callbackURL } })
    const link = new URL(linkIn((await app.emails(body.email))[0]), baseUrl)
    expect(link.searchParams.get('then')).toBe('/products?search=chitenj%C3%A9%20%E2%98%80')
  })

  test.each(['chitenjé', '☀', '漢字'])(
    'does not break the shop when an address contains %j',
    async (text) => {
      const { email } = await withPassword()
      const { baseUrl } = app.shop.config
      for (const callbackURL of [`${baseUrl}/products?search=${text}`, `${baseUrl}/${text}`]) {
        const body = { email, password: PASSWORD, callbackURL }
        const answer = await app.visit().json('/api/auth/sign-in/email', { body })
        expect(answer.status).toBe(200)
        expect(answer.body).toMatchObject({ url: new URL(callbackURL).href })
        const query = new URLSearchParams({ callbackURL })
        const reset = await app.visit().fetch(`/api/auth/reset-password/x?${query}`)
        expect(reset.status).toBe(302)
      }
      const path = `/products?search=${text}`
      for (const name of ['callbackURL', 'redirectTo', 'errorCallbackURL']) {
        const body = { email, password: PASSWORD, [name]: path }
        const answer = await app.visit().json('/api/auth/sign-in/email', { body })
        expect(answer.status).toBeLessThan(500)
      }
    },
  )
})

describe('text that the database cannot keep', () => {
  test.each(['Bearer a%00b', 'Bearer a%ED%A0%80', `Bearer ${'x'.repeat(201)}`])(
    'in a token (%s) signs nobody in',
    async (authorization) => {
      const headers = { authorization }
      expect((await app.visit().fetch('/', { headers })).status).toBe(200)
      expect((await app.visit().json('/api/cart', { headers })).status).toBe(401)
      const session = await app.visit().json('/api/auth/get-session', { headers })
      expect([session.status, session.body]).toEqual([200, null])
    },
  )

  const good = {
    name: 'Chisomo',
    email: 'c@example.com',
    password: PASSWORD,
    newPassword: PASSWORD,
  }
  test.each([
    ['sign-in/email', 'email'],
    ['sign-in/email', 'password'],
    ['sign-up/email', 'name'],
    ['sign-up/email', 'email'],
    ['sign-up/email', 'password'],
    ['request-password-reset', 'email'],
    ['reset-password', 'token'],
    ['reset-password', 'newPassword'],
  ])('is refused by %s as %s', async (path, name) => {
    for (const broken of ['a\0b@example.com', 'a\ud800b@example.com']) {
      const body = { token: 'x', ...good, [name]: broken }
      const answer = await app.visit().json(`/api/auth/${path}`, { body })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ message: expect.stringContaining('cannot be kept') })
    }
  })

  test('is refused in a form too', async () => {
    const fields = { ...good, email: 'a\0b@example.com' }
    const answer = await app.visit().post('/api/auth/sign-in/email', fields)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('cannot be kept')
  })
})

test('a new password ends every other session, even if the request asks to keep them', async () => {
  const { email } = await withPassword()
  const thief = (await signIn(email)).body as { token: string }
  const owner = app.visit()
  await signIn(email, PASSWORD, owner)
  const changed = await owner.json('/api/auth/change-password', {
    body: {
      currentPassword: PASSWORD,
      newPassword: 'chinsinsi chatsopano',
      revokeOtherSessions: false,
    },
  })
  expect(changed.status).toBe(200)
  expect(await hasSession(thief.token)).toBe(false)
  expect((await owner.json('/api/auth/get-session')).body).not.toBeNull()
})

test('signing up keeps a name, an address and a password, and nothing else', async () => {
  const email = 'chisomo@example.com'
  const body = { name: 'Chisomo', email, password: PASSWORD, image: 'https://evil.example/x.png' }
  expect((await app.visit().json('/api/auth/sign-up/email', { body })).status).toBe(200)
  const kept = await app.shop.db.select({ email: users.email, image: users.image }).from(users)
  expect(kept).toContainEqual({ email, image: null })
})

test('a script in the page reads who is signed in, but not the token of the session', async () => {
  const { email } = await withPassword()
  const browser = app.visit()
  const { token } = (await signIn(email, PASSWORD, browser)).body as { token: string }
  expect(token).toMatch(/^\w+$/)
  const answer = await browser.json('/api/auth/get-session')
  expect(answer.body).toMatchObject({ user: { email }, session: { userId: expect.any(String) } })
  expect(JSON.stringify(answer.body)).not.toContain(token)
})

test.each([
  ['Chisomo Banda', 'Hello Chisomo,'],
  ['Ng’ombe-Žofie', 'Hello Ng’ombe-Žofie,'],
  ['https://evil.example/win', 'Hello,'],
  ['evil.example', 'Hello,'],
  ['you@evil.example', 'Hello,'],
  ['<b>Win</b>', 'Hello,'],
  ['x'.repeat(31), 'Hello,'],
  [' ', 'Hello,'],
])('an email to %j begins "%s"', (name, greeting) => {
  const email = confirmAddressEmail('a@example.com', name, 'http://localhost/')
  expect(email.greeting).toBe(greeting)
})

test.each([
  ['X-Real-IP', '41.70.1.1'],
  ['CF-Connecting-IP', '41.70.1.1'],
  ['X-Forwarded-Host', 'zovala.example'],
  ['X-Forwarded-Proto', 'https'],
  ['Host', 'zovala.example'],
  ['Host', '127.0.0.1.evil.example'],
])('the figures of /metrics are hidden from a request with %s: %s', async (name, value) => {
  const here = app.visit('127.0.0.1')
  expect((await here.fetch('/metrics', { headers: { host: 'localhost:3000' } })).status).toBe(200)
  expect((await here.fetch('/metrics', { headers: { [name]: value } })).status).toBe(404)
})

test('an unknown address or method is not logged as an error', async () => {
  const { error } = app.shop.log
  const logged: unknown[][] = []
  app.shop.log.error = (...args: unknown[]) => void logged.push(args)
  try {
    expect((await app.visit().fetch('/no-such-page')).status).toBe(404)
    expect((await app.visit().post('/size-guide', {})).status).toBe(405)
    expect((await app.visit().post('/metrics', {})).status).toBe(405)
  } finally {
    app.shop.log.error = error
  }
  expect(logged).toEqual([])
})

test('a failed query is logged without what was asked for', async () => {
  const answers: string[] = []
  // A port on which nobody listens any more.
  const gone = createServer()
  await new Promise<void>((done) => gone.listen(0, '127.0.0.1', done))
  const { port } = gone.address() as { port: number }
  await new Promise((done) => gone.close(done))
  const baseUrl = 'http://localhost:3000'
  const auth = openAuth({
    db: drizzle(`postgresql://x:x@127.0.0.1:${port}/x`) as unknown as Db,
    baseUrl,
    origins: [baseUrl],
    secret: 'only for this test, and long enough for it',
    rateLimiter: {
      take: async () => ({ allowed: true, retryAfter: 0 }),
      giveBack: async () => {},
      forget: async () => {},
      forgetBeside: async () => {},
    },
    emails: {
      confirmAddress: async () => {},
      alreadyHasAccount: async () => {},
      resetPassword: async () => {},
      passwordChanged: async () => {},
      newDevice: async () => {},
      recoveryCodeUsed: async () => {},
    },
    onError: (message) => void answers.push(message),
  })
  const asked = new Request(`${baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ email: 'chisomo@example.com', password: PASSWORD }),
  })
  expect((await auth.handler(asked)).status).toBe(503)
  expect(answers.join('\n')).toContain('Failed query')
  expect(answers.join('\n')).not.toMatch(/params|chisomo@example\.com/)
})

describe('guesses at one account', () => {
  const strict = useApp({ RATE_LIMIT_SCALE: '0.2' })
  const guess = (email: string, from = strict.visit()) => signIn(email, 'not this one', from)

  test('from one network lock out nobody on other networks; from very many networks they are stopped', async () => {
    const { email } = await withPassword(strict)
    const stranger = strict.visit()
    const statuses = []
    for (let n = 0; n < 4; n += 1) statuses.push((await guess(email, stranger)).status)
    expect(statuses).toEqual([401, 401, 429, 429])
    const elsewhere = []
    // Twenty in all: the attempts refused to the stranger's network do not count against the owner.
    for (let n = 0; n < 19; n += 1) elsewhere.push((await guess(email)).status)
    expect(elsewhere).toEqual([...Array<number>(18).fill(401), 429])
  })

  test('are forgotten after the right password, from however many networks they came', async () => {
    const { email } = await withPassword(strict)
    for (let n = 0; n < 22; n += 1)
      expect((await signIn(email, PASSWORD, strict.visit())).status).toBe(200)
  })

  /** Wrong passwords from so many networks that they reach the limit of the whole account. */
  const besiege = async (email: string) => {
    for (let n = 0; n < 20; n += 1) await guess(email)
    expect((await signIn(email, PASSWORD, strict.visit())).status).toBe(429)
  }
  const cookieOf = (from: Client) => from.cookies.get('zovala-device') ?? ''

  test('from very many networks do not lock out a device that signed in before, which has few guesses of its own', async () => {
    const { email } = await withPassword(strict)
    const device = strict.visit()
    expect((await signIn(email, PASSWORD, device)).status).toBe(200)
    await device.json('/api/auth/sign-out', { body: {} })
    await besiege(email)
    // From a network on which a stranger has used up the limit.
    const ip = '41.70.9.9'
    for (let n = 0; n < 3; n += 1) await guess(email, strict.visit(ip))
    const elsewhere = strict.visit(ip)
    elsewhere.cookies.set('zovala-device', cookieOf(device))
    expect((await signIn(email, PASSWORD, elsewhere)).status).toBe(200)
    // The owner's success does not reset the strangers' limit.
    expect((await guess(email)).status).toBe(429)
    const statuses = []
    for (let n = 0; n < 3; n += 1) statuses.push((await guess(email, device)).status)
    expect(statuses).toEqual([401, 401, 429])
  })

  test('are limited in spite of a cookie of another account, of another device, or an invented one', async () => {
    const [owner, other] = [await withPassword(strict), await withPassword(strict)]
    const [device, strange] = [strict.visit(), strict.visit()]
    await signIn(owner.email, PASSWORD, device)
    await signIn(other.email, PASSWORD, strange)
    await besiege(owner.email)
    const [ownId, ownMark] = cookieOf(device).split('.')
    const [strangeId, strangeMark] = cookieOf(strange).split('.')
    for (const cookie of [
      `${strangeId}.${strangeMark}`,
      `${strangeId}.${ownMark}`,
      `${ownId}.${strangeMark}`,
      `${ownId}.${'A'.repeat(22)}`,
      `${ownId}`,
      '%%%',
    ]) {
      const from = strict.visit()
      from.cookies.set('zovala-device', cookie)
      expect((await signIn(owner.email, PASSWORD, from)).status).toBe(429)
    }
  })

  test('are counted for each account on a device that several people use', async () => {
    const attackers = await Promise.all([1, 2].map(() => withPassword(strict)))
    const till = strict.visit()
    for (const { email } of attackers) await signIn(email, PASSWORD, till)
    for (const { email } of attackers) {
      await besiege(email)
      expect((await signIn(email, PASSWORD, till)).status).toBe(200)
    }
  })

  test('from a known device use a cookie that reveals nothing about its owner', async () => {
    const { email, userId } = await withPassword(strict)
    const device = strict.visit()
    const body = { email, password: PASSWORD }
    const answer = await device.json('/api/auth/sign-in/email', { body })
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('zovala-device'))
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(cookie).toMatch(/Max-Age=34560000/)
    const plain = Buffer.from(cookieOf(device), 'base64url').toString('latin1')
    for (const secret of [email, userId, email.split('@')[0] ?? email])
      expect(cookieOf(device) + plain).not.toContain(secret)
  })

  test.each(['cookie', 'bearer token'])(
    'by a signed-in person (%s) are limited over all networks together',
    async (by) => {
      const { email } = await withPassword(strict)
      const owner = strict.visit()
      const { token } = (await signIn(email, PASSWORD, owner)).body as { token: string }
      const change = (currentPassword: string, from = strict.visit()) => {
        if (by === 'cookie')
          for (const [name, value] of owner.cookies) from.cookies.set(name, value)
        const headers: Record<string, string> =
          by === 'cookie' ? {} : { authorization: `Bearer ${token}` }
        const body = { currentPassword, newPassword: 'chinsinsi chatsopano' }
        return from.json('/api/auth/change-password', { body, headers })
      }
      const statuses = []
      for (let n = 0; n < 2; n += 1) statuses.push((await change('not this one')).status)
      statuses.push((await change(PASSWORD)).status)
      expect(statuses).toEqual([400, 400, 429])
    },
  )
})
