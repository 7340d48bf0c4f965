import { describe, expect, test } from 'vitest'
import { verifications } from '../../../app/db/tables.server.ts'
import { findVisitor } from '../../../app/modules/accounts/find-visitor.ts'
import { appointStaff, listStaff } from '../../../app/modules/accounts/staff/appoint-staff.ts'
import { hashLink } from '../../../app/platform/auth/auth-links.server.ts'
import { linkIn, useApp } from '../../support/app.ts'
import type { Client } from '../../support/client.ts'
import { aProduct } from '../../support/factories.ts'

const app = useApp()
const PASSWORD = 'moyo wabwino'
const EMAIL = 'chisomo@example.com'
const chisomo = { name: '  Chisomo Banda ', email: ' Chisomo@Example.COM ', password: PASSWORD }

const FIELD = 'then'
/** The hidden field with the path to which a form returns. */
const backTo = (path: string): Record<string, string> => ({ [FIELD]: path })

/** Opens an account and confirms it, as a person without scripts would. */
async function anAccount(email = EMAIL) {
  const browser = app.visit()
  const fields = { intent: 'sign-up', name: 'Chisomo Banda', email, password: PASSWORD }
  await browser.open(await browser.post('/auth?mode=sign-up', fields))
  await browser.open(await confirm(browser, linkIn((await app.emails(email)).at(-1))))
  return browser
}
/** Opens the link of an email and fills in the form of its page; sending it confirms. */
async function openConfirm(browser: Client, link: string, password = PASSWORD) {
  const { html } = await browser.open(link)
  expect(html).toContain('Confirm Your Email')
  const form = html.split('name="intent"').find((part) => part.startsWith(' value="confirm"')) ?? ''
  const hidden = form.split('</form>')[0]?.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)
  const sent = [...(hidden ?? [])].map(([, name, value]) => [name, value?.replaceAll('&amp;', '&')])
  const fields = { intent: 'confirm', ...Object.fromEntries(sent) }
  return () => browser.post(link, { ...fields, password })
}
const confirm = async (...given: Parameters<typeof openConfirm>) => (await openConfirm(...given))()
const signIn = (client: Client, fields: Record<string, string> = {}) =>
  client.post('/auth', { intent: 'sign-in', email: EMAIL, password: PASSWORD, ...fields })
const isSignedIn = async (client: Client) =>
  (await client.json('/api/auth/get-session')).body !== null

const cookiesOf = ({ cookies }: Client) =>
  new Headers({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') })

const shapeOf = ({ body }: { body: unknown }) => {
  const { user } = body as { user: Record<string, unknown> }
  return Object.entries(user).map(([name, value]) => [name, typeof value, String(value).length])
}

const answers = async (email: string) => {
  const reset = await app.visit().json('/api/auth/request-password-reset', { body: { email } })
  const wrong = await app
    .visit()
    .json('/api/auth/sign-in/email', { body: { email, password: 'not this one' } })
  return [reset.status, reset.body, wrong.status, wrong.body]
}

/** A visitor who tapped Add to Cart and was sent to the sign-in page; returns the path to which it leads back. */
async function wants(browser: Client, stock = 10) {
  await aProduct(app.shop, { name: 'Green Dress', slug: 'green-dress', size: 'M', stock })
  const refused = await browser.open(
    await browser.post('/product/green-dress', { size: 'M', quantity: '2' }),
  )
  expect(refused.html).toContain('You need to be signed in to add items to cart')
  return refused.path
}

const isInTheCart = async (browser: Client) => {
  expect((await browser.json('/api/cart')).body).toMatchObject({ item_count: 2 })
  expect([...browser.cookies.keys()]).not.toContain('zovala.wanted')
}

describe('the page for accounts, without scripts', () => {
  test.each([
    ['/auth', 'Welcome Back', ['Don&#x27;t have an account? Sign up', 'Forgot your password?']],
    ['/auth?mode=sign-up', 'Create Account', ['Already have an account? Sign in', 'Full Name']],
    ['/auth?mode=reset', 'Reset Password', ['Back to sign in']],
  ])('%s is "%s"', async (path, title, texts) => {
    const page = await app.visit().open(path)
    expect(page.status).toBe(200)
    expect(page.html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
    for (const text of texts) expect(page.html).toContain(text)
  })

  test('opens an account by email, greets, and signs in and out with the words of the specification', async () => {
    const browser = app.visit()
    const fields = { intent: 'sign-up', ...backTo('/size-guide'), ...chisomo }
    const after = await browser.open(await browser.post('/auth?mode=sign-up', fields))
    expect(after.path).toBe('/auth?then=%2Fsize-guide')
    expect(after.html).toContain('Account created!')
    expect(after.html).toContain('Please check your email to confirm your account.')
    // Shown once, by the page: no toast repeats it.
    expect(after.html.match(/<p[^>]*>Please check your email to confirm/g)).toHaveLength(1)
    // Somebody new is not welcomed back.
    expect(after.html).toMatch(/<h1[^>]*>Check Your Email<\/h1>/)
    expect(after.html).toMatch(/<title>Check Your Email \|/)
    const onItsWay = `It is on its way to ${chisomo.email.trim()}:`
    expect(after.html).toContain(onItsWay)
    expect((await browser.open('/auth')).html).toContain(onItsWay)

    const [mail] = await app.emails(EMAIL)
    const early = await signIn(browser)
    expect(early.status).toBe(400)
    const page = await early.text()
    expect(page).toContain('Sign in failed')
    expect(page).toContain('Please confirm your email address first.')
    expect(page).toContain(`value="${EMAIL}"`)
    expect(page).not.toContain(PASSWORD)
    expect(await isSignedIn(browser)).toBe(false)

    expect(await app.emails(EMAIL)).toHaveLength(2)
    const confirmed = await browser.open(await confirm(browser, linkIn(mail)))
    expect(confirmed.path).toBe('/size-guide')
    expect(confirmed.html).toContain('Email confirmed')
    expect(confirmed.html).not.toContain('Start shopping')
    expect(await isSignedIn(browser)).toBe(true)

    const out = await browser.open(await browser.post('/auth', { intent: 'sign-out' }))
    expect(out.path).toBe('/')
    expect(out.html).toContain('You&#x27;ve been successfully signed out.')
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.open('/auth')).html).not.toContain(onItsWay)

    const back = await browser.open(await signIn(browser, backTo('/size-guide')))
    expect(back.path).toBe('/size-guide')
    expect(back.html).toContain('Welcome back!')
    expect(back.html).toContain('You&#x27;ve been successfully signed in.')
    expect((await browser.open('/auth')).path).toBe('/')
    expect((await browser.open('/auth?then=/size-guide')).path).toBe('/size-guide')
  })

  test('refuses a full name of blanks only, and keeps the other fields', async () => {
    const browser = app.visit()
    const fields = { intent: 'sign-up', ...chisomo, name: '   ' }
    const answer = await browser.post('/auth?mode=sign-up', fields)
    expect(answer.status).toBe(400)
    const page = await answer.text()
    expect(page).toContain('Missing information')
    expect(page).toContain('Please enter your full name')
    expect(page).toContain('value="Chisomo@Example.COM"')
    expect(await app.emails()).toEqual([])
  })

  test.each([
    ['12345', 'Password must be at least 6 characters long'],
    ['x'.repeat(129), 'Password must be at most 128 characters long'],
    ['123456', 'This password is too easy to guess.'],
    ['Zovala2026', 'This password is too easy to guess.'],
    ['Chisomo1', 'This password is too easy to guess.'],
  ])('refuses the password %j', async (password, why) => {
    const fields = { intent: 'sign-up', ...chisomo, password }
    const answer = await app.visit().post('/auth?mode=sign-up', fields)
    expect(answer.status).toBe(400)
    const page = await answer.text()
    expect(page).toContain('Sign up failed')
    expect(page).toContain(why)
  })

  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:alert(1)',
  ])('leads to / and not to %j after signing in', async (away) => {
    await anAccount()
    const answer = await signIn(app.visit(), backTo(away))
    expect(answer.headers.get('location')).toBe('/')
  })

  test('a request body that is not a form is refused with a message', async () => {
    const answer = await app.visit().fetch('/auth', { method: 'POST', body: 'not a form' })
    expect(answer.status).toBe(400)
  })

  test('the page of an expired or invented link says that it does not work', async () => {
    const browser = app.visit()
    for (const path of [
      '/auth?confirm=made-up',
      '/auth?confirm=%00',
      '/auth?token=made-up',
      // The form of links in earlier releases' emails.
      '/api/auth/verify-email?token=made-up&callbackURL=/auth?confirmed=1',
    ]) {
      const page = await browser.open(path)
      expect([page.path.split('?')[0], page.status]).toEqual(['/auth', 200])
      expect(page.html).toContain('That link does not work')
    }
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('a confirmation link that an email scanner opened first still works, but only once', async () => {
    const browser = app.visit()
    await browser.post('/auth?mode=sign-up', { intent: 'sign-up', ...chisomo })
    const link = linkIn((await app.emails(EMAIL))[0])
    await app.visit().fetch(link)
    const page = await browser.open(await confirm(browser, link))
    expect(page.html).toContain('Email confirmed')
    // A visitor who came from nowhere gets a way to continue.
    expect(page.html).toMatch(/<a [^>]*href="\/products"[^>]*>Start shopping</)
    expect((await app.visit().open(link)).html).toContain('That link does not work')
    expect((await browser.open(link)).path).toBe('/')
  })

  test('a confirmation that is repeated after a lost answer confirms the address and signs in', async () => {
    await app.visit().post('/auth?mode=sign-up', { intent: 'sign-up', ...chisomo })
    const link = linkIn((await app.emails(EMAIL))[0])
    const token = new URL(link, 'http://shop').searchParams.get('confirm') ?? ''
    const form = { intent: 'confirm', token, email: EMAIL, password: PASSWORD }
    expect((await app.visit().post(link, form)).status).toBe(302)
    const browser = app.visit()
    expect((await browser.post(link, { ...form, password: 'not this one' })).status).toBe(400)
    const page = await browser.open(await browser.post(link, form))
    expect(page.html).toContain('Email confirmed')
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('a confirmation link stays private: no cache stores it, and no other site learns it', async () => {
    const browser = app.visit()
    await browser.post('/auth?mode=sign-up', { intent: 'sign-up', ...chisomo })
    const answer = await app.visit().fetch(linkIn((await app.emails(EMAIL))[0]))
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await answer.text()).toContain('<meta name="referrer" content="same-origin"/>')
  })
})

describe('an address that a stranger signs up with before its owner', () => {
  const STRANGER = 'the stranger knows this'
  const signUp = (fields: Record<string, string> = {}) =>
    app.visit().post('/auth?mode=sign-up', { intent: 'sign-up', ...chisomo, ...fields })
  /** The link of the newest email. */
  const newestLink = async () => linkIn((await app.emails(EMAIL)).at(-1))

  test('does not become the stranger’s when its owner opens the link: the link alone confirms nothing and signs in nobody', async () => {
    await signUp({ password: STRANGER })
    const link = await newestLink()
    const owner = app.visit()
    expect((await owner.open(link)).html).toContain('Confirm Your Email')
    expect(await isSignedIn(owner)).toBe(false)
    const refused = await confirm(owner, link, 'what she would choose')
    expect(refused.status).toBe(400)
    const page = await refused.text()
    expect(page).toContain('Email not confirmed')
    expect(page).toContain('This is not the password that was chosen when the account was opened.')
    expect((await signIn(app.visit(), { password: STRANGER })).status).toBe(400)
  })

  test('belongs to its owner once she signs up herself: the stranger’s name, password and link no longer count', async () => {
    await signUp({ name: 'Stranger Danger', password: STRANGER })
    const first = await newestLink()
    await signUp()
    const second = await newestLink()
    expect((await app.visit().open(first)).html).toContain('That link does not work')
    const owner = app.visit()
    expect((await owner.open(await confirm(owner, second))).html).toContain('Email confirmed')
    expect((await signIn(app.visit(), { password: STRANGER })).status).toBe(400)
    expect((await signIn(app.visit())).status).toBe(302)
    const { body } = await owner.json('/api/auth/get-session')
    expect(body).toMatchObject({ user: { name: 'Chisomo Banda' } })
    expect((await findVisitor(app.shop, cookiesOf(owner))).visitor?.name).toBe('Chisomo Banda')
  })

  test('belongs to its owner by a password reset as well, which ends the stranger’s link', async () => {
    await signUp({ password: STRANGER })
    const confirming = await newestLink()
    await app.visit().post('/auth?mode=reset', { intent: 'reset', email: EMAIL })
    const resetting = await newestLink()
    const token = new URL(resetting, 'http://shop').searchParams.get('token') ?? ''
    await app.visit().post(resetting, { intent: 'new-password', token, password: PASSWORD })
    expect((await app.visit().open(confirming)).html).toContain('That link does not work')
    expect((await signIn(app.visit(), { password: STRANGER })).status).toBe(400)
    expect((await signIn(app.visit())).status).toBe(302)
  })

  test('keeps the password of its owner once it is confirmed, whoever signs up again', async () => {
    await anAccount()
    await signUp({ name: 'Stranger Danger', password: STRANGER })
    expect((await app.emails(EMAIL)).at(-1)?.subject).toContain('already have an account')
    expect((await signIn(app.visit(), { password: STRANGER })).status).toBe(400)
    expect((await signIn(app.visit())).status).toBe(302)
  })

  test('keeps its name, its role and its invitation when it was invited to the staff', async () => {
    const invited = await appointStaff(app.shop, EMAIL, 'cashier')
    await signUp({ name: 'Stranger Danger', password: STRANGER })
    expect(await listStaff(app.shop.db)).toMatchObject([{ name: 'chisomo', role: 'cashier' }])
    expect((await app.emails(EMAIL)).at(-1)?.text).not.toContain('Stranger')
    const { pathname, search, searchParams } = new URL((invited.ok && invited.passwordUrl) || '')
    const token = searchParams.get('token') ?? ''
    const browser = app.visit()
    const choose = (password: string) =>
      browser.post(pathname + search, { intent: 'new-password', token, password })
    expect((await choose('letmein')).status).toBe(400)
    expect((await choose(PASSWORD)).status).toBe(302)
    expect((await signIn(app.visit(), { password: STRANGER })).status).toBe(400)
    await signIn(browser)
    expect(await findVisitor(app.shop, cookiesOf(browser))).toMatchObject({
      visitor: { role: 'cashier', name: 'chisomo' },
    })
  })

  test('is confirmed once when two requests confirm it or sign up with it at the same moment', async () => {
    await signUp()
    const link = await newestLink()
    const rivals = await Promise.all([1, 2, 3].map(() => openConfirm(app.visit(), link)))
    const answers = await Promise.all(rivals.map((send) => send()))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([302, 400, 400])
    const email = 'dhisomo@example.com'
    const both = await Promise.all([signUp({ email }), signUp({ email, password: STRANGER })])
    expect(both.map(({ status }) => status)).toEqual([302, 302])
  })
})

describe('a forgotten password', () => {
  test('is replaced through an email, once, and signs every device out', async () => {
    const device = await anAccount()
    const browser = app.visit()
    const asked = await browser.open(
      await browser.post('/auth?mode=reset', { intent: 'reset', email: ' CHISOMO@example.com' }),
    )
    expect(asked.html).toContain('Password reset email sent')
    expect(asked.html).toContain('Check your email for instructions to reset your password.')
    const link = linkIn((await app.emails(EMAIL)).at(-1))
    expect(link).toMatch(/^\/auth\?token=[\w-]+$/)
    expect((await browser.open(link)).html).toContain('Choose a new password')

    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? ''
    const change = { intent: 'new-password', token, password: 'chinsinsi chatsopano' }
    const short = await browser.post(link, { ...change, password: 'abc' })
    expect(await short.text()).toContain('Password must be at least 6 characters long')
    const common = await browser.post(link, { ...change, password: 'password' })
    expect(await common.text()).toContain('This password is too easy to guess.')
    const own = await browser.post(link, { ...change, password: EMAIL })
    expect(await own.text()).toContain('This password is too easy to guess.')
    const done = await browser.open(await browser.post(link, change))
    expect(done.html).toContain('Password changed')
    expect(await isSignedIn(device)).toBe(false)
    expect((await signIn(browser)).status).toBe(400)
    expect((await signIn(browser, { password: change.password })).status).toBe(302)

    const again = await app.visit().post(link, change)
    expect(await again.text()).toContain('This link no longer works.')
    expect((await app.visit().open(link)).html).toContain('That link does not work')
  })

  test('repeated after a lost answer changes it and signs in; repeated with another password is refused', async () => {
    await anAccount()
    const link = await askForLink()
    const token = new URL(link, 'http://shop').searchParams.get('token') ?? ''
    const form = { intent: 'new-password', token, email: EMAIL, password: 'chinsinsi chatsopano' }
    expect((await app.visit().open(link)).html).toContain(EMAIL)
    expect((await app.visit().post(link, form)).status).toBe(302)
    const emails = await app.emails(EMAIL)
    const browser = app.visit()
    const page = await browser.open(await browser.post(link, form))
    expect(page.html).toContain('You are signed in with your new password.')
    expect(await isSignedIn(browser)).toBe(true)
    const stranger = app.visit()
    for (const wrong of [{ password: PASSWORD }, { email: 'other@example.com' }]) {
      const refused = await stranger.post(link, { ...form, ...wrong })
      expect(await refused.text()).toContain('This link no longer works.')
    }
    expect(await isSignedIn(stranger)).toBe(false)
    // The change is reported once; the sign-in of another browser is a new event.
    const later = (await app.emails(EMAIL)).slice(emails.length)
    expect(later.map(({ subject }) => subject)).toEqual([
      'A new device signed in to your account at Zovala',
    ])
  })

  const askForLink = async () => {
    await app.visit().post('/auth?mode=reset', { intent: 'reset', email: EMAIL })
    return linkIn((await app.emails(EMAIL)).at(-1))
  }
  const isGood = async (link: string) =>
    (await app.visit().open(link)).html.includes('Choose a new password')
  const choose = (link: string, password: string) => {
    const token = new URL(link, 'http://shop').searchParams.get('token') ?? ''
    return app.visit().post(link, { intent: 'new-password', token, password })
  }

  test('is replaced by the newest link only', async () => {
    await anAccount()
    const [older, newer] = [await askForLink(), await askForLink()]
    expect([await isGood(older), await isGood(newer)]).toEqual([false, true])
    expect((await choose(older, 'the older link')).status).toBe(400)
    expect((await choose(newer, 'the newer link')).status).toBe(302)
  })

  test('is replaced once: every other link stops working, including an invitation to the staff', async () => {
    const browser = await anAccount()
    const { body } = await browser.json('/api/auth/get-session')
    const { user } = body as { user: { id: string } }
    const used = await askForLink()
    // As two simultaneous requests leave them.
    const invitation = await app.shop.auth.makePasswordLink(user.id, 48)
    const other = new URL(invitation)
    await app.shop.db.insert(verifications).values({
      identifier: hashLink('reset-password:another'),
      value: user.id,
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    expect(await isGood(used)).toBe(false)
    expect((await choose(other.pathname + other.search, 'a new password')).status).toBe(302)
    for (const link of [used, other.pathname + other.search, '/auth?token=another'])
      expect(await isGood(link)).toBe(false)
  })

  test('and a changed one end all open links, and the owner is notified by email', async () => {
    const browser = await anAccount()
    const open = await askForLink()
    const common = { currentPassword: PASSWORD, newPassword: 'qwerty' }
    expect(await browser.json('/api/auth/change-password', { body: common })).toMatchObject({
      status: 400,
      body: { code: 'PASSWORD_TOO_COMMON' },
    })
    const body = { currentPassword: PASSWORD, newPassword: 'chinsinsi chatsopano' }
    expect((await browser.json('/api/auth/change-password', { body })).status).toBe(200)
    expect(await isGood(open)).toBe(false)
    const email = (await app.emails(EMAIL)).at(-1)
    expect(email?.subject).toContain('was changed')
    expect(email?.text).toContain('If not, choose a new password at once, and call us')
    expect((await app.visit().open(linkIn(email))).html).toContain('Reset Password')
    await choose(await askForLink(), 'and another one')
    const subjects = (await app.emails(EMAIL)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.includes('was changed'))).toHaveLength(2)
  })
})

test('signing out everywhere ends every session of this person, and nobody else’s', async () => {
  const one = await anAccount()
  const two = app.visit()
  await signIn(two)
  const other = await app.signIn()
  const page = await one.open(await one.post('/auth', { intent: 'sign-out-everywhere' }))
  expect(page.html).toContain('You&#x27;ve been signed out on every device.')
  expect(await Promise.all([one, two, other].map(isSignedIn))).toEqual([false, false, true])
})

describe('nobody learns whether an address has an account', () => {
  test('signing up looks the same for a known and a new address, and the owner gets an email', async () => {
    await anAccount()
    const unconfirmed = { ...chisomo, email: 'ehisomo@example.com' }
    await app.visit().json('/api/auth/sign-up/email', { body: unconfirmed })
    const known = await app.visit().json('/api/auth/sign-up/email', { body: chisomo })
    const waiting = await app.visit().json('/api/auth/sign-up/email', { body: unconfirmed })
    const fresh = await app
      .visit()
      .json('/api/auth/sign-up/email', { body: { ...chisomo, email: 'dhisomo@example.com' } })
    expect([known.status, shapeOf(known)]).toEqual([fresh.status, shapeOf(fresh)])
    expect([waiting.status, shapeOf(waiting)]).toEqual([fresh.status, shapeOf(fresh)])
    expect((await app.emails(EMAIL)).at(-1)?.subject).toContain('already have an account')
  })
  test('a reset and a wrong password answer alike', async () => {
    await anAccount()
    expect(await answers(EMAIL)).toEqual(await answers('nobody@example.com'))
  })
  test('a wrong password for an address that is not confirmed is only a wrong password', async () => {
    const browser = app.visit()
    await browser.post('/auth?mode=sign-up', { intent: 'sign-up', ...chisomo })
    const page = await (await signIn(browser, { password: 'not this one' })).text()
    expect(page).toContain('Invalid email or password')
    expect(await app.emails(EMAIL)).toHaveLength(1)
  })
})

describe('the pending cart item of a visitor', () => {
  test('is in the cart after signing in, and they are back at the product', async () => {
    const browser = await anAccount()
    await browser.post('/auth', { intent: 'sign-out' })
    const path = await wants(browser)
    const back = await browser.open(await signIn(browser, backTo(path)))
    expect(back.path).toBe(path)
    expect(back.html).toContain('Welcome back!')
    expect(back.html).toContain(
      'You&#x27;ve been successfully signed in. Green Dress has been added to your cart',
    )
    await isInTheCart(browser)
  })

  test('is named after signing in when it cannot be added', async () => {
    const browser = await anAccount()
    await browser.post('/auth', { intent: 'sign-out' })
    const path = await wants(browser, 1)
    const back = await browser.open(await signIn(browser, backTo(path)))
    expect(back.html).toContain('Welcome back!')
    expect(back.html).toContain(
      'You&#x27;ve been successfully signed in. Error adding to cart: Only 1 left of Green Dress.',
    )
  })

  test('is in the cart after opening an account and confirming it', async () => {
    const browser = app.visit()
    const path = await wants(browser)
    await browser.post('/auth?mode=sign-up', { intent: 'sign-up', ...backTo(path), ...chisomo })
    const link = linkIn((await app.emails(EMAIL))[0])
    const back = await browser.open(await confirm(browser, link))
    expect(back.path).toBe(path)
    expect(back.html).toContain('Email confirmed')
    expect(back.html).toContain('Your account is ready. Green Dress has been added to your cart')
    expect(back.html).toMatch(/<a [^>]*href="\/cart"[^>]*>View cart</)
    await isInTheCart(browser)
  })
})
