import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  auditLog,
  recoveryCodes,
  secondFactors,
  sessions,
  verifications,
} from '../../../app/db/tables.server.ts'
import { resetSecondStepByCommand } from '../../../app/modules/accounts/second-step.ts'
import { totpCode, totpStep } from '../../../app/platform/auth/totp.server.ts'
import type { Role } from '../../../app/rules/accounts/roles.ts'
import { givePassword, listEventsOf } from '../../support/accounts/accounts.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import type { Client } from '../../support/client.ts'
import { aUser } from '../../support/factories.ts'

const app = useApp({ RATE_LIMIT_SCALE: '1' })
const PASSWORD = 'moyo wabwino'
const COOKIE = 'zovala.session_token'

async function staff(role: Role = 'super_admin'): Promise<SignedIn> {
  const person = await aUser(app.shop, role)
  await givePassword(app.shop, person, PASSWORD)
  return app.signIn(role, person)
}

/** The code that the app shows `ahead` steps from now: a step's code counts once. */
const code = (secret: string, ahead = 0) => totpCode(secret, totpStep(new Date()) + ahead)
const secretOn = (html: string) =>
  /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1]?.replaceAll(' ', '') ?? ''
const codesOn = (html: string) =>
  [...html.matchAll(/<li[^>]*>((?:[2-9A-Z]{4}-){6}[2-9A-Z]{4})<\/li>/g)].map(
    ([, found]) => found ?? '',
  )

/** Sets up the second step on the account's page, as a person without scripts does. */
async function setUp(client: SignedIn) {
  const started = await client.post('/account', { intent: 'begin-second-step' })
  const secret = secretOn(await started.text())
  const done = await client.post('/account', {
    intent: 'confirm-second-step',
    code: code(secret),
  })
  const codes = codesOn(await done.text())
  await forget()
  return { secret, codes }
}
/** Stands for later: the current code counts again. */
const forget = () => app.shop.db.update(secondFactors).set({ lastStep: 0 })
const typePassword = (email: string, client: Client = app.visit(), then = '/admin') =>
  client.post('/auth', { intent: 'sign-in', email, password: PASSWORD, then })
const typeCode = (client: Client, typed: string, then = '/admin') =>
  client.post('/auth?mode=second-step', { intent: 'second-step', code: typed, then })
const demand = (who: string, by: SignedIn) =>
  by.post('/admin/customers', { intent: 'demand-second-step', for: who })
const eventsOf = (userId: string) => listEventsOf(app.shop, userId)

let boss: SignedIn
beforeEach(async () => {
  boss = await staff()
})

describe('a second step is set up', () => {
  test('with the first code of an app: recovery codes are shown once, other sessions end', async () => {
    const phone = await app.signIn('super_admin', { userId: boss.userId, email: boss.email })
    const { secret, codes } = await setUp(boss)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(new Set(codes).size).toBe(10)
    const { html } = await boss.open('/account')
    expect(html).toContain('Recovery codes left')
    expect(codesOn(html)).toEqual([])
    expect(secretOn(html)).toBe('')
    expect((await phone.fetch('/admin')).status).toBe(302)
    expect((await boss.fetch('/admin')).status).toBe(200)
    const kept = JSON.stringify([
      await app.shop.db.select().from(recoveryCodes),
      await app.shop.db.select().from(secondFactors),
    ])
    for (const shown of [secret, ...codes]) expect(kept).not.toContain(shown)
    const subjects = (await app.emails(boss.email)).map(({ subject }) => subject)
    expect(subjects).toEqual(['The second step of your account at Zovala is on'])
  })

  test('once, and turned off once, also when requests are repeated after a lost answer', async () => {
    const { secret } = await setUp(boss)
    const again = { intent: 'confirm-second-step', code: code(secret, -1) }
    const { html } = await boss.open(await boss.post('/account', again))
    expect(html).toContain('Recovery codes left')
    expect(html).toContain('shown only once')
    expect(html).not.toContain('That code is not right.')
    for (let n = 0; n < 2; n += 1) {
      const off = await boss.open(await boss.post('/account', { intent: 'end-second-step' }))
      expect(off.html).toContain('Second step off')
    }
    // One email that it is on, and one that it is off.
    expect(await app.emails(boss.email)).toHaveLength(2)
  })

  test('by no wrong code, and nobody is asked for it before', async () => {
    await boss.post('/account', { intent: 'begin-second-step' })
    const refused = await boss.post('/account', { intent: 'confirm-second-step', code: '000000' })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('That code is not right.')
    const client = app.visit()
    await typePassword(boss.email, client)
    expect((await client.fetch('/admin')).status).toBe(200)
  })

  test('within ten minutes: afterwards its secret is not shown, and no code turns it on', async () => {
    const started = await boss.post('/account', { intent: 'begin-second-step' })
    const secret = secretOn(await started.text())
    const age = (minutes: number) =>
      app.shop.db
        .update(secondFactors)
        .set({ createdAt: sql`now() - make_interval(mins => ${minutes})` })
    await age(9)
    expect(secretOn((await boss.open('/account')).html)).toBe(secret)
    await age(10)
    expect(secretOn((await boss.open('/account')).html)).toBe('')
    const confirm = () =>
      boss.post('/account', { intent: 'confirm-second-step', code: code(secret) })
    expect((await boss.open(await confirm())).html).toContain('That took too long.')
    const [kept] = await app.shop.db.select().from(secondFactors)
    expect(kept?.confirmedAt).toBeNull()
    await app.shop.db.update(sessions).set({ provenAt: sql`now() - interval '11 minutes'` })
    expect((await boss.post('/account', { intent: 'begin-second-step' })).status).toBe(401)
    await app.shop.db.update(sessions).set({ provenAt: sql`now()` })
    const anew = await boss.post('/account', { intent: 'begin-second-step' })
    const fresh = secretOn(await anew.text())
    expect(fresh).not.toBe(secret)
    expect((await confirm()).status).toBe(400)
    const on = await boss.post('/account', { intent: 'confirm-second-step', code: code(fresh) })
    expect(codesOn(await on.text())).toHaveLength(10)
  })

  test('only after a recent proof of identity, which changing it needs, too', async () => {
    const { secret } = await setUp(boss)
    await app.shop.db.update(sessions).set({ provenAt: sql`now() - interval '11 minutes'` })
    for (const intent of ['begin-second-step', 'new-recovery-codes', 'end-second-step'])
      expect((await boss.post('/account', { intent })).status).toBe(401)
    // A code of the app also proves who one is, once.
    const proof = code(secret)
    const done = await boss.post('/account', { intent: 'new-recovery-codes', proof })
    expect(codesOn(await done.text())).toHaveLength(10)
    await app.shop.db.update(sessions).set({ provenAt: sql`now() - interval '11 minutes'` })
    expect((await boss.post('/account', { intent: 'end-second-step', proof })).status).toBe(401)
  })

  test('without replacing the active secret when the setup is started again', async () => {
    const { secret } = await setUp(boss)
    expect(
      secretOn(await (await boss.post('/account', { intent: 'begin-second-step' })).text()),
    ).toBe('')
    const client = app.visit()
    await typePassword(boss.email, client)
    await typeCode(client, code(secret))
    expect((await client.fetch('/admin')).status).toBe(200)
  })
})

describe('a sign-in with a second step', () => {
  let secret: string
  let codes: string[]
  beforeEach(async () => {
    ;({ secret, codes } = await setUp(boss))
  })

  test('reaches nothing with the password alone, and the requested page with the code', async () => {
    const client = app.visit()
    const half = await client.open(await typePassword(boss.email, client))
    expect(half.path).toBe('/auth?mode=second-step&then=%2Fadmin')
    expect(half.html).toContain('Second Step')
    expect(client.cookies.has(COOKIE)).toBe(false)
    expect(await app.shop.db.$count(sessions)).toBe(1)
    for (const path of ['/admin', '/admin/pos', '/orders', '/account', '/admin/customers'])
      expect((await client.fetch(path)).headers.get('location')).toContain('/auth?then=')
    expect((await client.json('/api/auth/get-session')).body).toBeNull()
    expect((await client.json('/api/cart')).status).toBe(401)
    const inside = await client.open(await typeCode(client, code(secret)))
    expect(inside.path).toBe('/admin')
    expect(inside.status).toBe(200)
    expect(await eventsOf(boss.userId)).toEqual(['second-step-on', 'signed-in: password-code'])
  })

  test('ends the browser’s former session, whose token somebody may know', async () => {
    const thief = app.visit()
    thief.cookies.set(COOKIE, boss.cookies.get(COOKIE) ?? '')
    expect((await thief.fetch('/admin')).status).toBe(200)
    await boss.open(await typePassword(boss.email, boss))
    expect((await thief.fetch('/admin')).status).toBe(302)
    expect(await app.shop.db.$count(sessions)).toBe(0)
    expect((await boss.open(await typeCode(boss, code(secret)))).path).toBe('/admin')
  })

  test('gives programs no token before the code', async () => {
    const client = app.visit()
    const body = { email: boss.email, password: PASSWORD }
    const half = await client.json('/api/auth/sign-in/email', { body })
    expect(half.body).toEqual({ secondStep: true })
    const token = half.headers.get('set-auth-token')?.split('.')[0] ?? 'none'
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.visit().json('/api/cart', { headers })).status).toBe(401)
    const whole = await client.json('/api/auth/second-step', { body: { code: code(secret) } })
    expect(whole.body).toMatchObject({ user: { email: boss.email } })
  })

  test('takes a code once, also from two at the same moment', async () => {
    const [one, two] = [app.visit(), app.visit()]
    await typePassword(boss.email, one)
    await typePassword(boss.email, two)
    const now = code(secret)
    const both = await Promise.all([typeCode(one, now), typeCode(two, now)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([302, 400])
    const late = app.visit()
    await typePassword(boss.email, late)
    const replayed = await typeCode(late, now)
    expect(await replayed.text()).toContain('it was used before')
    expect((await late.fetch('/admin')).status).toBe(302)
  })

  test('takes a recovery code once, however it is typed, and tells its owner', async () => {
    const client = app.visit()
    await typePassword(boss.email, client)
    const typed = ` ${codes[3]?.toLowerCase().replaceAll('-', ' - ')} `
    expect((await typeCode(client, typed)).status).toBe(302)
    expect((await client.fetch('/admin')).status).toBe(200)
    const again = app.visit()
    await typePassword(boss.email, again)
    expect((await typeCode(again, codes[3] ?? '')).status).toBe(400)
    expect((await again.fetch('/admin')).status).toBe(302)
    const emails = await app.emails(boss.email)
    expect(emails.find(({ subject }) => subject.includes('recovery code'))?.text).toContain(
      '9 codes are left',
    )
    expect(await eventsOf(boss.userId)).toEqual([
      'second-step-on',
      'recovery-code-used',
      'signed-in: password-recovery-code',
      'wrong-code',
    ])
  })

  test('takes a recovery code of ten signs from before they had 28', async () => {
    const hash = createHash('sha256').update(`${boss.userId} ABCDE23456`).digest('base64url')
    await app.shop.db.insert(recoveryCodes).values({ userId: boss.userId, hash })
    const client = app.visit()
    await typePassword(boss.email, client)
    expect((await typeCode(client, 'abcde-23456')).status).toBe(302)
    expect((await client.fetch('/admin')).status).toBe(200)
  })

  test('takes no recovery code from before the newest ones, and nobody else’s', async () => {
    const other = await setUp(await staff())
    await boss.post('/account', { intent: 'new-recovery-codes' })
    const client = app.visit()
    await typePassword(boss.email, client)
    for (const typed of [codes[0], other.codes[0]])
      expect((await typeCode(client, typed ?? '')).status).toBe(400)
  })

  test('has to wait after ten guesses, also with the right code and after starting again', async () => {
    const client = app.visit()
    await typePassword(boss.email, client)
    for (let n = 0; n < 10; n += 1) expect((await typeCode(client, `00000${n}`)).status).toBe(400)
    expect((await typeCode(client, code(secret))).status).toBe(429)
    const next = app.visit()
    await typePassword(boss.email, next)
    expect((await typeCode(next, code(secret))).status).toBe(429)
    expect((await next.fetch('/admin')).status).toBe(302)
  })

  test('is asked after a new password by email, too', async () => {
    const link = new URL(await app.shop.auth.makePasswordLink(boss.userId, 1))
    const token = link.searchParams.get('token') ?? ''
    const client = app.visit()
    const password = 'chinsinsi chatsopano'
    await client.post('/auth', { intent: 'new-password', token, password })
    expect((await client.fetch('/admin')).status).toBe(302)
    const body = { email: boss.email, password }
    expect((await client.json('/api/auth/sign-in/email', { body })).body).toEqual({
      secondStep: true,
    })
  })

  test('ends after some minutes, after a new password, and without its cookie', async () => {
    const client = app.visit()
    await typePassword(boss.email, client)
    expect((await typeCode(app.visit(), code(secret))).status).toBe(400)
    await app.shop.db
      .update(verifications)
      .set({ expiresAt: sql`expires_at - interval '10 minutes'` })
    const late = await typeCode(client, code(secret))
    expect(await late.text()).toContain('Please sign in again.')
    await typePassword(boss.email, client)
    const change = { currentPassword: PASSWORD, newPassword: 'chinsinsi chatsopano' }
    const changed = await boss.json('/api/auth/change-password', { body: change })
    expect(changed.status).toBe(200)
    expect((await typeCode(client, code(secret))).status).toBe(400)
  })
})

describe('where the shop demands a second step', () => {
  test('only a super_admin who has one can demand it', async () => {
    const refused = await boss.open(await demand('staff', boss))
    expect(refused.html).toContain('Set up a second step for yourself first')
    const admin = await staff('admin')
    await setUp(admin)
    await demand('staff', admin)
    const cashier = await staff('cashier')
    expect((await cashier.fetch('/admin/pos')).status).toBe(200)
    await setUp(boss)
    await demand('admins', boss)
    expect(await app.shop.db.select().from(auditLog)).toMatchObject([
      {
        entity: 'sign_in',
        before: { demandedOf: 'nobody' },
        after: { demandedOf: 'admins' },
        byUser: boss.userId,
      },
    ])
    const ended = await boss.open(await boss.post('/account', { intent: 'end-second-step' }))
    expect(ended.html).toContain('it stays on')
  })

  test('a staff member without one reaches no screen and no act of the staff, sets it up, and continues', async () => {
    const [admin, cashier] = [await staff('admin'), await staff('cashier')]
    await setUp(boss)
    await demand('admins', boss)
    expect((await cashier.fetch('/admin/pos')).status).toBe(200)
    await demand('staff', boss)
    const toSetUp = (path: string) => `/account?then=${encodeURIComponent(path)}`
    for (const path of ['/admin', '/admin/customers', '/admin/orders.csv', '/admin/pos'])
      expect((await admin.fetch(path)).headers.get('location')).toBe(toSetUp(path))
    const act = await admin.post('/admin/discount-codes', { intent: 'delete' })
    expect(act.headers.get('location')).toBe(toSetUp('/admin/discount-codes'))
    for (const path of ['/admin/pos', '/admin/pos/start'])
      expect((await cashier.fetch(path)).headers.get('location')).toBe(toSetUp(path))
    const sale = { pos: true, paymentMethod: 'paychangu', cartItems: [], totalAmount: 0 }
    expect((await cashier.json('/functions/process-payment', { body: sale })).status).toBe(403)
    // The till leads to the sign-in page, which leads to the setup.
    expect((await cashier.fetch('/auth?then=%2Fadmin%2Fpos')).headers.get('location')).toBe(
      toSetUp('/admin/pos'),
    )
    const { html } = await cashier.open('/account?then=%2Fadmin%2Fpos')
    expect(html).toContain('Set up your second step first')
    await setUp(cashier)
    expect((await cashier.fetch('/admin/pos/start')).status).toBe(200)
    expect((await boss.fetch('/admin')).status).toBe(200)
    expect((await (await app.signIn('customer')).fetch('/orders')).status).toBe(200)
  })
})

describe('a second step is reset', () => {
  test('by a super_admin: it is logged, told by email, and every session ends', async () => {
    const cashier = await staff('cashier')
    await setUp(cashier)
    const { html } = await boss.open(`/admin/customers?person=${cashier.userId}`)
    expect(html).toContain('Reset the second step')
    const act = { intent: 'reset-second-step', id: cashier.userId }
    await (await staff('admin')).post('/admin/customers', act)
    expect(await app.shop.db.$count(secondFactors)).toBe(1)
    const done = await boss.open(await boss.post('/admin/customers', act))
    expect(done.html).toContain('signs in with the password alone')
    expect(await app.shop.db.select().from(auditLog)).toMatchObject([
      { action: 'second-step reset', byUser: boss.userId, entityId: cashier.userId },
    ])
    expect((await cashier.fetch('/admin/pos')).status).toBe(302)
    const subjects = (await app.emails(cashier.email)).map(({ subject }) => subject)
    expect(subjects).toContain('The second step of your account at Zovala was reset')
    const client = app.visit()
    await typePassword(cashier.email, client, '/admin/pos')
    expect((await client.fetch('/admin/pos')).status).toBe(200)
  })

  test('by the command, for an owner who has lost everything else', async () => {
    await setUp(boss)
    expect(await resetSecondStepByCommand(app.shop, boss.email)).toMatchObject({ ok: true })
    expect(await resetSecondStepByCommand(app.shop, boss.email)).toEqual({
      ok: false,
      reason: 'second-step-none',
    })
    expect(await app.shop.db.$count(recoveryCodes)).toBe(0)
    expect(await app.shop.db.select().from(auditLog)).toMatchObject([{ byUser: null }])
  })
})
