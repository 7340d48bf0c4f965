import { describe, expect, test } from 'vitest'
import { linkIn, useApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { aProduct } from '../support/ladder.ts'

const app = useApp()
const PASSWORD = 'moyo wabwino'
const EMAIL = 'chisomo@example.com'
const chisomo = { name: '  Chisomo Banda ', email: ' Chisomo@Example.COM ', password: PASSWORD }

const FIELD = 'then'
/** The hidden field that says where a form leads back to. */
const backTo = (path: string): Record<string, string> => ({ [FIELD]: path })

/** Opens an account and confirms it, as a person without scripts would. */
async function anAccount(email = EMAIL) {
  const browser = app.visit()
  const fields = { intent: 'sign-up', name: 'Chisomo Banda', email, password: PASSWORD }
  await browser.open(await browser.post('/auth?mode=sign-up', fields))
  await browser.open(linkIn((await app.letters(email)).at(-1)))
  return browser
}
const signIn = (client: Client, fields: Record<string, string> = {}) =>
  client.post('/auth', { intent: 'sign-in', email: EMAIL, password: PASSWORD, ...fields })
const isSignedIn = async (client: Client) =>
  (await client.json('/api/auth/get-session')).body !== null

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

/** A visitor who tapped Add to Cart and now stands before the sign-in page; gives where it leads back to. */
async function wants(browser: Client) {
  await aProduct(app.shop, { name: 'Green Dress', slug: 'green-dress', size: 'M' })
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

  test('opens an account by letter, greets, and signs in and out with the words of the specification', async () => {
    const browser = app.visit()
    const fields = { intent: 'sign-up', ...backTo('/size-guide'), ...chisomo }
    const after = await browser.open(await browser.post('/auth?mode=sign-up', fields))
    expect(after.path).toBe('/auth?then=%2Fsize-guide')
    expect(after.html).toContain('Account created!')
    expect(after.html).toContain('Please check your email to confirm your account.')
    const onItsWay = `A confirmation email is on its way to ${chisomo.email.trim()}.`
    expect(after.html).toContain(onItsWay)
    expect((await browser.open('/auth')).html).toContain(onItsWay)

    const [letter] = await app.letters(EMAIL)
    const early = await signIn(browser)
    expect(early.status).toBe(400)
    const page = await early.text()
    expect(page).toContain('Sign in failed')
    expect(page).toContain('Please confirm your email address first.')
    expect(page).toContain(`value="${EMAIL}"`)
    expect(page).not.toContain(PASSWORD)
    expect(await isSignedIn(browser)).toBe(false)

    expect(await app.letters(EMAIL)).toHaveLength(2)
    const confirmed = await browser.open(linkIn(letter))
    expect(confirmed.path).toBe('/size-guide')
    expect(confirmed.html).toContain('Email confirmed')
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

  test('asks for a full name that is more than blanks, and keeps the rest', async () => {
    const browser = app.visit()
    const fields = { intent: 'sign-up', ...chisomo, name: '   ' }
    const answer = await browser.post('/auth?mode=sign-up', fields)
    expect(answer.status).toBe(400)
    const page = await answer.text()
    expect(page).toContain('Missing information')
    expect(page).toContain('Please enter your full name')
    expect(page).toContain('value="Chisomo@Example.COM"')
    expect(await app.letters()).toEqual([])
  })

  test.each([
    ['12345', 'Password must be at least 6 characters long'],
    ['x'.repeat(129), 'Password must be at most 128 characters long'],
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

  test('a body that is no form is refused with a sentence', async () => {
    const answer = await app.visit().fetch('/auth', { method: 'POST', body: 'not a form' })
    expect(answer.status).toBe(400)
  })

  test('a link that is too old or made up says so', async () => {
    const browser = app.visit()
    const page = await browser.open(
      '/api/auth/verify-email?token=made-up&callbackURL=/auth?confirmed=1',
    )
    expect(page.path).toContain('/auth?confirmed=1&error=')
    expect(page.html).toContain('That link does not work')
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('a confirmation that a mail scanner was quicker with still ends well', async () => {
    const browser = app.visit()
    await browser.post('/auth?mode=sign-up', { intent: 'sign-up', ...chisomo })
    const link = linkIn((await app.letters(EMAIL))[0])
    await app.visit().fetch(link)
    const page = await browser.open(link)
    expect(page.html).toContain('Email confirmed')
    expect((await signIn(browser)).headers.get('location')).toBe('/')
  })
})

describe('a forgotten password', () => {
  test('is replaced through a letter, once, and signs every device out', async () => {
    const device = await anAccount()
    const browser = app.visit()
    const asked = await browser.open(
      await browser.post('/auth?mode=reset', { intent: 'reset', email: ' CHISOMO@example.com' }),
    )
    expect(asked.html).toContain('Password reset email sent')
    expect(asked.html).toContain('Check your email for instructions to reset your password.')
    const link = linkIn((await app.letters(EMAIL)).at(-1))
    expect(link).toMatch(/^\/auth\?token=[\w-]+$/)
    expect((await browser.open(link)).html).toContain('Choose a new password')

    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? ''
    const change = { intent: 'new-password', token, password: 'chinsinsi chatsopano' }
    const short = await browser.post(link, { ...change, password: 'abc' })
    expect(await short.text()).toContain('Password must be at least 6 characters long')
    const done = await browser.open(await browser.post(link, change))
    expect(done.html).toContain('Password changed')
    expect(await isSignedIn(device)).toBe(false)
    expect((await signIn(browser)).status).toBe(400)
    expect((await signIn(browser, { password: change.password })).status).toBe(302)

    const again = await app.visit().post(link, change)
    expect(await again.text()).toContain('This link no longer works.')
    expect((await app.visit().open(link)).html).toContain('That link does not work')
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
  test('signing up looks the same for a known and a new address, and the owner gets a letter', async () => {
    await anAccount()
    const known = await app.visit().json('/api/auth/sign-up/email', { body: chisomo })
    const fresh = await app
      .visit()
      .json('/api/auth/sign-up/email', { body: { ...chisomo, email: 'dhisomo@example.com' } })
    expect([known.status, shapeOf(known)]).toEqual([fresh.status, shapeOf(fresh)])
    expect((await app.letters(EMAIL)).at(-1)?.subject).toContain('already have an account')
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
    expect(await app.letters(EMAIL)).toHaveLength(1)
  })
})

describe('what a visitor wanted', () => {
  test('is in the cart after signing in, and they are back at the product', async () => {
    const browser = await anAccount()
    await browser.post('/auth', { intent: 'sign-out' })
    const path = await wants(browser)
    const back = await browser.open(await signIn(browser, backTo(path)))
    expect(back.path).toBe(path)
    expect(back.html).toContain('Green Dress has been added to your cart')
    await isInTheCart(browser)
  })

  test('is in the cart after opening an account and confirming it', async () => {
    const browser = app.visit()
    const path = await wants(browser)
    await browser.post('/auth?mode=sign-up', { intent: 'sign-up', ...backTo(path), ...chisomo })
    const back = await browser.open(linkIn((await app.letters(EMAIL))[0]))
    expect(back.path).toBe(path)
    expect(back.html).toContain('Email confirmed')
    expect(back.html).toContain('Your account is ready. Green Dress has been added to your cart')
    await isInTheCart(browser)
  })
})
