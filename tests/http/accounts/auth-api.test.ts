import { describe, expect, test } from 'vitest'
import { givePassword } from '../../support/accounts/accounts.ts'
import { linkIn, useApp } from '../../support/app.ts'
import { aProduct, aUser } from '../../support/factories.ts'

const app = useApp()
const EMAIL = 'chisomo@example.com'
const chisomo = {
  name: '  Chisomo Banda ',
  email: ' Chisomo@Example.COM ',
  password: 'moyo wabwino',
}

describe('authentication over JSON', () => {
  test('an account is opened, confirmed, and signed in by cookie or token', async () => {
    const browser = app.visit()
    const opened = await browser.json('/api/auth/sign-up/email', { body: chisomo })
    expect(opened).toMatchObject({
      status: 200,
      body: { token: null, user: { name: 'Chisomo Banda', email: EMAIL } },
    })
    expect(browser.cookies.size).toBe(0)
    expect((await browser.json('/api/auth/sign-in/email', { body: chisomo })).status).toBe(403)

    const [mail] = await app.emails(EMAIL)
    // The refused sign-in has sent a new link.
    const newest = linkIn((await app.emails(EMAIL)).at(-1))
    expect(newest).not.toBe(linkIn(mail))
    const link = new URL(newest, 'http://shop').searchParams.get('confirm')
    const wrong = { token: link, password: 'not this one' }
    const refused = await app.visit().json('/api/auth/confirm-email', { body: wrong })
    expect(refused).toMatchObject({ status: 401, body: { code: 'INVALID_PASSWORD' } })
    const body = { token: link, password: chisomo.password }
    const confirmed = await app.visit().json('/api/auth/confirm-email', { body })
    expect(confirmed).toMatchObject({ status: 200, body: { user: { email: EMAIL } } })
    expect(confirmed.headers.getSetCookie().join()).toMatch(
      /zovala\.session_token=.*HttpOnly; SameSite=Lax/,
    )
    const signedIn = await browser.json('/api/auth/sign-in/email', { body: chisomo })
    expect(signedIn.status).toBe(200)
    const { token } = signedIn.body as { token: string }
    const session = { status: 200, body: { user: { email: EMAIL } } }
    expect(await browser.json('/api/auth/get-session')).toMatchObject(session)
    const program = app.visit()
    const headers = { authorization: `Bearer ${token}` }
    expect(await program.json('/api/auth/get-session', { headers })).toMatchObject(session)
    expect(await program.json('/api/orders', { headers })).toMatchObject({
      status: 200,
      body: { orders: [] },
    })
    expect((await browser.json('/api/auth/sign-out', { method: 'POST', body: {} })).status).toBe(
      200,
    )
    expect((await program.json('/api/auth/get-session', { headers })).body).toBeNull()
    expect((await browser.json('/api/auth/get-session')).body).toBeNull()
  })

  test('a script in a page gets no token from any address', async () => {
    const person = await aUser(app.shop)
    await givePassword(app.shop, person, chisomo.password)
    const body = { email: person.email, password: chisomo.password }
    const headers = { 'sec-fetch-site': 'same-origin' }
    const browser = app.visit()
    const signedIn = await browser.json('/api/auth/sign-in/email', { body, headers })
    expect(signedIn).toMatchObject({ status: 200, body: { user: { email: person.email } } })
    const session = await browser.json('/api/auth/get-session', { headers })
    expect(session).toMatchObject({ body: { user: { email: person.email } } })
    const changed = await browser.json('/api/auth/change-password', {
      body: { currentPassword: chisomo.password, newPassword: 'moyo wabwino kwambiri' },
      headers,
    })
    expect(changed.status).toBe(200)
    for (const answer of [signedIn, session, changed]) {
      expect(JSON.stringify(answer.body)).not.toContain('token')
      expect(answer.headers.has('set-auth-token')).toBe(false)
    }
    // Sent by a program without cookies.
    const answer = await app.visit().json('/api/auth/sign-in/email', {
      body: { ...body, password: 'moyo wabwino kwambiri' },
    })
    expect(answer.body).toHaveProperty('token')
  })

  test.each([
    'ok',
    'error',
    'update-user',
    'delete-user',
    'change-email',
    'list-sessions',
    'nothing',
  ])('/api/auth/%s is not there', async (path) => {
    const customer = await app.signIn()
    for (const method of ['GET', 'POST'])
      expect((await customer.fetch(`/api/auth/${path}`, { method })).status).toBe(404)
  })

  test.each([
    ['no name', { ...chisomo, name: ' ' }],
    ['a name without end', { ...chisomo, name: 'x'.repeat(201) }],
    ['no address', { ...chisomo, email: 'nobody' }],
    ['an address without end', { ...chisomo, email: `${'x'.repeat(250)}@example.com` }],
    ['a number for a password', { ...chisomo, password: 123456 }],
    ['nothing', {}],
    ['a list', []],
  ])('%s opens no account', async (_what, body) => {
    const answer = await app.visit().json('/api/auth/sign-up/email', { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toHaveProperty('message')
    expect(await app.emails()).toEqual([])
  })

  test('a write from another site is not carried out', async () => {
    const headers = { origin: 'https://elsewhere.example' }
    const answer = await app.visit().json('/api/auth/sign-in/email', { body: chisomo, headers })
    expect(answer.status).toBe(403)
  })

  test('a link in an email never leads to another site', async () => {
    const body = { ...chisomo, callbackURL: 'https://elsewhere.example/' }
    await app.visit().json('/api/auth/sign-up/email', { body })
    for (const { text } of await app.emails()) expect(text).not.toContain('elsewhere.example/')
  })
})

describe('over https', () => {
  const secure = useApp({ BASE_URL: 'https://shop.example' })

  test('every cookie is for this host only, and cookies with earlier names sign nobody in', async () => {
    const person = await aUser(secure.shop)
    const { email } = person
    await givePassword(secure.shop, person, chisomo.password)
    await aProduct(secure.shop, { slug: 'green-dress', size: 'M' })
    const browser = secure.visit()
    const answers = [
      await browser.post('/auth?mode=sign-up', { intent: 'sign-up', ...chisomo }),
      await browser.post('/product/green-dress', { size: 'M', quantity: '1' }),
      await browser.post('/auth', { intent: 'sign-in', email, password: chisomo.password }),
    ]
    const lines = answers.flatMap(({ headers }) => headers.getSetCookie())
    const names = new Set(lines.map((line) => line.split('=')[0]))
    expect([...names].sort((a, b) => (a ?? '').localeCompare(b ?? ''))).toEqual([
      '__Host-zovala-device',
      '__Host-zovala.confirming',
      '__Host-zovala.flash',
      '__Host-zovala.session_token',
      '__Host-zovala.wanted',
    ])
    for (const line of lines) {
      expect(line).toMatch(/; Path=\/(;|$)/)
      expect(line).toMatch(/; Secure/)
      expect(line).toMatch(/; HttpOnly/)
      expect(line).not.toMatch(/; Domain/i)
    }
    expect((await browser.open('/orders')).html).toContain('My Orders')

    const session = browser.cookies.get('__Host-zovala.session_token') ?? ''
    for (const name of ['__Secure-zovala.session_token', 'zovala.session_token']) {
      const planted = secure.visit()
      planted.cookies.set(name, session)
      expect((await planted.json('/api/auth/get-session')).body).toBeNull()
      expect((await planted.json('/api/cart')).status).toBe(401)
    }
    await browser.post('/auth', { intent: 'sign-out' })
    expect(browser.cookies.has('__Host-zovala.session_token')).toBe(false)
    expect((await browser.json('/api/auth/get-session')).body).toBeNull()
  })
})
