import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  passkeys,
  recoveryCodes,
  sessions,
  signInSettings,
  verifications,
} from '../../../app/db/tables.server.ts'
import { changeRole } from '../../../app/modules/accounts/change-role.ts'
import { addPasskey, beginPasskey } from '../../../app/modules/accounts/passkeys.ts'
import { totpCode, totpStep } from '../../../app/platform/auth/totp.server.ts'
import { MOST_PASSKEYS } from '../../../app/rules/accounts/passkeys.ts'
import type { Role } from '../../../app/rules/accounts/roles.ts'
import { listEventsOf } from '../../support/accounts/accounts.ts'
import {
  type Authenticator,
  flipBit,
  openAuthenticator,
  type Twist,
} from '../../support/accounts/authenticator.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import type { Client } from '../../support/client.ts'
import { aUser } from '../../support/factories.ts'

const app = useApp({ RATE_LIMIT_SCALE: '1' })
const PASSWORD = 'moyo wabwino'
const ORIGIN = () => app.shop.config.baseUrl
const RP = 'localhost'

/** A person with a password, which is hashed only once because hashing is slow. */
let hash = ''
async function person(role: Role): Promise<SignedIn> {
  const who = await aUser(app.shop, role)
  const { internalAdapter, password } = await app.shop.auth.$context
  hash ||= await password.hash(PASSWORD)
  const account = { userId: who.userId, accountId: who.userId, providerId: 'credential' }
  await internalAdapter.createAccount({ ...account, password: hash })
  return app.signIn(role, who)
}

/** The challenge that a page gives its script. */
const challengeOn = (html: string) => /challenge\\?",\\?"([\w-]{43})/.exec(html)?.[1] ?? ''
const handleOf = (userId: string) =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
const codesOn = (html: string) =>
  [...html.matchAll(/<li[^>]*>((?:[2-9A-Z]{4}-){6}[2-9A-Z]{4})<\/li>/g)].map(
    ([, found]) => found ?? '',
  )
/** The code that an app shows for the secret on this page. */
const codeOf = (html: string) => {
  const secret = /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1]?.replaceAll(' ', '') ?? ''
  return totpCode(secret, totpStep(new Date()))
}
const eventsOf = (userId: string) => listEventsOf(app.shop, userId)
const subjects = async (to: string) => (await app.emails(to)).map(({ subject }) => subject)

/** The options with which an account's page asks a device to make a passkey. */
async function beginOn(client: SignedIn) {
  const html = await (await client.post('/account', { intent: 'begin-passkey' })).text()
  return { challenge: challengeOn(html), rp: { id: RP }, user: { id: handleOf(client.userId) } }
}
const sendNew = (client: Client, passkey: string, name = 'My phone') =>
  client.post('/account', { intent: 'add-passkey', passkey, name })
async function addTo(client: SignedIn, device = openAuthenticator(ORIGIN())) {
  const added = await sendNew(client, device.create(await beginOn(client)))
  return { device, codes: codesOn(await added.text()) }
}

/** Signs in with the passkey alone, as the button of the sign-in page does. */
async function askToSign(client: Client) {
  const asked = await client.json('/api/auth/passkey/options', { body: {} })
  return asked.body as { challenge: string; rpId: string }
}
const sendSigned = (client: Client, passkey: string, then = '/account') =>
  client.post('/auth', { intent: 'passkey', passkey, then })
const signIn = async (client: Client, device: Authenticator, twist?: Twist) =>
  sendSigned(client, device.sign(await askToSign(client), twist))
const isIn = async (client: Client) => (await client.fetch('/account')).status === 200
const typePassword = async (client: Client, email: string, then = '/admin') =>
  client.open(await client.post('/auth', { intent: 'sign-in', email, password: PASSWORD, then }))

/** Lets so many minutes pass since everybody signed in. */
const pass = (minutes: number) =>
  app.shop.db.update(sessions).set({ provenAt: sql`proven_at - make_interval(mins => ${minutes})` })

let boss: SignedIn
let device: Authenticator
let codes: string[]
beforeEach(async () => {
  boss = await person('super_admin')
  ;({ device, codes } = await addTo(boss))
})

describe('a passkey is made', () => {
  test('by one of the staff: it is the second step, with recovery codes, and is told by email', async () => {
    expect(codes).toHaveLength(10)
    const { html } = await boss.open('/account')
    expect(html).toContain('My phone')
    expect(html).toContain('a sign-in asks for a passkey')
    expect(await subjects(boss.email)).toEqual(['A passkey was added to your account at Zovala'])
    expect(await eventsOf(boss.userId)).toEqual(['passkey-added: My phone'])
    const [kept] = await app.shop.db.select().from(passkeys)
    expect(kept).toMatchObject({ credentialId: device.id, counter: 0, transports: ['internal'] })
  })

  test('by a customer as well, whose password goes on signing in alone', async () => {
    const customer = await person('customer')
    const made = await addTo(customer)
    expect(made.codes).toEqual([])
    const byPasskey = app.visit()
    expect((await byPasskey.open(await signIn(byPasskey, made.device))).path).toBe('/account')
    const byPassword = app.visit()
    await typePassword(byPassword, customer.email, '/account')
    expect(await isIn(byPassword)).toBe(true)
  })

  test('beside a first one, without ending recovery codes and other sessions', async () => {
    const phone = await app.signIn('super_admin', { userId: boss.userId, email: boss.email })
    expect((await addTo(boss)).codes).toEqual([])
    expect(await isIn(phone)).toBe(true)
    expect(await app.shop.db.$count(recoveryCodes)).toBe(10)
  })

  test('only after a recent proof of identity; removing one needs it, too', async () => {
    await pass(11)
    const [{ id } = { id: '' }] = await app.shop.db.select().from(passkeys)
    for (const fields of [
      { intent: 'begin-passkey' },
      { intent: 'remove-passkey', 'passkey-id': id },
    ]) {
      const held = await boss.post('/account', fields)
      expect(held.status).toBe(401)
      expect(await held.text()).toContain('Is it you?')
    }
    expect(await app.shop.db.$count(passkeys)).toBe(1)
  })

  test('with no challenge from the question "Is it you?", which anybody signed in can get without a proof', async () => {
    await pass(11)
    const held = await boss.post('/account', { intent: 'end-other-sessions' })
    expect(held.status).toBe(401)
    const challenge = challengeOn(await held.text())
    expect(challenge).toHaveLength(43)
    const asked = { challenge, rp: { id: RP }, user: { id: handleOf(boss.userId) } }
    const refused = await sendNew(boss, openAuthenticator(ORIGIN()).create(asked))
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('The passkey was not saved.')
    expect(await app.shop.db.$count(passkeys)).toBe(1)
  })

  test('at most ten for an account, and each once', async () => {
    const again = await sendNew(boss, device.create(await beginOn(boss)))
    expect(again.status).toBe(409)
    for (let count = 1; count < MOST_PASSKEYS; count += 1) await addTo(boss)
    const refused = await boss.post('/account', { intent: 'begin-passkey' })
    expect(await refused.text()).toContain('You have 10 passkeys.')
    expect(await app.shop.db.$count(passkeys)).toBe(MOST_PASSKEYS)
  })

  test.each<[string, Twist]>([
    ['at another origin', { origin: 'https://zovala.example' }],
    ['at the other name of this machine', { origin: 'http://127.0.0.1:3000' }],
    ['for another site', { rpId: 'example' }],
    ['without having verified who holds it', { isVerified: false }],
    ['in a frame of another site', { crossOrigin: true }],
  ])('%s: it is not kept', async (_where, twist) => {
    const asked = await beginOn(boss)
    const refused = await sendNew(boss, openAuthenticator(ORIGIN()).create(asked, twist))
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('The passkey was not saved.')
    expect(await app.shop.db.$count(passkeys)).toBe(1)
  })

  test('for a challenge of this session, once, within some minutes', async () => {
    const other = await app.signIn('super_admin', { userId: boss.userId, email: boss.email })
    const asked = await beginOn(boss)
    const made = openAuthenticator(ORIGIN()).create(asked)
    expect((await sendNew(other, made)).status).toBe(400)
    expect((await sendNew(boss, made)).status).toBe(302)
    // Repeated, as after a lost answer: codes are shown only once, and the email is sent only once.
    const again = await boss.open(await sendNew(boss, made))
    expect(again.html).toContain('shown only once')
    expect((await app.emails(boss.email)).length).toBe(2)
    expect((await sendNew(boss, openAuthenticator(ORIGIN()).create(asked))).status).toBe(400)
    const late = await beginOn(boss)
    await app.shop.db.update(verifications).set({ expiresAt: sql`now()` })
    expect((await sendNew(boss, openAuthenticator(ORIGIN()).create(late))).status).toBe(400)
    for (const passkey of ['', 'null', '{}', '[]', made.slice(0, -1), 'x'.repeat(30_000)])
      expect((await sendNew(boss, passkey)).status).toBe(400)
    expect(await app.shop.db.$count(passkeys)).toBe(2)
  })
})

describe('a sign-in with a passkey alone', () => {
  test('lets in, past password and second step, and is logged as any other', async () => {
    await app.emails()
    const client = app.visit()
    const inside = await client.open(
      await sendSigned(client, device.sign(await askToSign(client)), '/admin'),
    )
    expect(inside).toMatchObject({ path: '/admin', status: 200 })
    expect(await eventsOf(boss.userId)).toEqual(['passkey-added: My phone', 'signed-in: passkey'])
    const email = (await app.emails(boss.email)).find(({ subject }) =>
      subject.includes('new device'),
    )
    expect(email?.text).toContain('with one of your passkeys')
    const ends = await app.shop.db.select().from(sessions)
    expect(ends.map(({ role }) => role)).toEqual(['super_admin', 'super_admin'])
    // The passkey was just proven, so that an act that asks "Is it you?" is allowed.
    expect((await client.post('/account', { intent: 'begin-passkey' })).status).toBe(200)
  })

  test('gives programs a session as the password does', async () => {
    const client = app.visit()
    const passkey = device.sign(await askToSign(client))
    const answer = await client.json('/api/auth/passkey/sign-in', { body: { passkey } })
    expect(answer.body).toMatchObject({ user: { email: boss.email } })
    expect(JSON.stringify(answer.body)).not.toContain(device.id)
  })

  test('accepts each answer once, and none from another browser or without a challenge', async () => {
    const [client, thief] = [app.visit(), app.visit()]
    const stolen = device.sign(await askToSign(client))
    await askToSign(thief)
    expect((await sendSigned(thief, stolen)).status).toBe(400)
    const signed = device.sign(await askToSign(client))
    const both = await Promise.all([sendSigned(client, signed), sendSigned(client, signed)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([302, 400])
    const made = device.sign({ challenge: 'A'.repeat(43), rpId: RP })
    expect((await sendSigned(thief, made)).status).toBe(400)
    expect(await isIn(thief)).toBe(false)
    const late = device.sign(await askToSign(thief))
    await app.shop.db.update(verifications).set({ expiresAt: sql`now()` })
    expect(await (await sendSigned(thief, late)).text()).toContain('That took too long')
  })

  test.each<[string, Twist]>([
    ['signed at another origin', { origin: 'https://zovala.example' }],
    ['signed for another site', { rpId: 'example' }],
    ['without having verified who holds the device', { isVerified: false }],
    ['signed in a frame of another site', { crossOrigin: true }],
    ['that names another person', { userHandle: handleOf('0'.repeat(32)) }],
    ['that names nobody', { userHandle: '' }],
  ])('refuses an answer %s', async (_how, twist) => {
    const client = app.visit()
    const refused = await signIn(client, device, twist)
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('That passkey does not open an account here.')
    expect(await isIn(client)).toBe(false)
  })

  test('refuses an answer in which any bit was flipped', async () => {
    const client = app.visit()
    // Of the signature only its two numbers are changed, because their encoding can be written in several ways.
    const places = { clientDataJSON: [9, 60], authenticatorData: [0, 32, 36], signature: [9, 60] }
    for (const [part, bytes] of Object.entries(places))
      for (const at of bytes) {
        const signed = device.sign(await askToSign(client))
        expect((await sendSigned(client, flipBit(signed, part, at))).status).toBe(400)
      }
    expect(await isIn(client)).toBe(false)
    expect(new Set(await eventsOf(boss.userId))).toEqual(
      new Set(['passkey-added: My phone', 'wrong-passkey']),
    )
  })

  test('gives the same refusal for an unknown passkey and for a wrong signature', async () => {
    const client = app.visit()
    const unknown = await signIn(client, openAuthenticator(ORIGIN()))
    const wrong = await signIn(client, device, { rpId: 'example' })
    // Neither page contains the challenge.
    expect(await unknown.text()).toBe(await wrong.text())
    expect(unknown.status).toBe(wrong.status)
  })

  test('refuses a device whose signature counter went back, and logs that it may be a copy', async () => {
    const client = app.visit()
    expect((await signIn(client, device, { counter: 7 })).status).toBe(302)
    for (const counter of [7, 6, 0])
      expect((await signIn(app.visit(), device, { counter })).status).toBe(400)
    expect((await signIn(app.visit(), device, { counter: 8 })).status).toBe(302)
    expect((await eventsOf(boss.userId)).filter((kind) => kind === 'copied-passkey')).toHaveLength(
      3,
    )
  })

  test('accepts a device without a signature counter every time', async () => {
    for (let n = 0; n < 2; n += 1)
      expect((await signIn(app.visit(), device, { counter: 0 })).status).toBe(302)
  })

  test('has to wait after ten wrong answers in one person’s name', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1)
      statuses.push((await signIn(app.visit(), device, { rpId: 'example' })).status)
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
  })
})

describe('a passkey after the password', () => {
  test('is the second step of the staff, asked of this person’s devices', async () => {
    const client = app.visit()
    const half = await typePassword(client, boss.email)
    expect(half.path).toBe('/auth?mode=second-step&then=%2Fadmin')
    expect(half.html).toContain('use your passkey')
    expect(half.html).toContain(device.id)
    expect(await isIn(client)).toBe(false)
    const passkey = device.sign({ challenge: challengeOn(half.html), rpId: RP })
    const fields = { intent: 'second-step', passkey, then: '/admin' }
    const stranger = await app.visit().post('/auth?mode=second-step', fields)
    expect(stranger.status).toBe(400)
    const inside = await client.open(await client.post('/auth?mode=second-step', fields))
    expect(inside).toMatchObject({ path: '/admin', status: 200 })
    expect(await eventsOf(boss.userId)).toContain('signed-in: password-passkey')
    const again = await client.json('/api/auth/second-step', { body: { passkey } })
    expect(again.status).toBe(400)
  })

  test('never asks for another person’s passkey or app', async () => {
    const other = await person('admin')
    const started = await (await other.post('/account', { intent: 'begin-second-step' })).text()
    await other.post('/account', { intent: 'confirm-second-step', code: codeOf(started) })
    for (const role of ['customer', 'cashier'] as const) {
      const client = app.visit()
      await typePassword(client, (await person(role)).email, '/account')
      expect(await isIn(client)).toBe(true)
    }
  })

  test('cannot be another person’s, and no recovery code works twice in its place', async () => {
    const other = await addTo(await person('admin'))
    const client = app.visit()
    const half = await typePassword(client, boss.email)
    const foreign = other.device.sign({ challenge: challengeOn(half.html), rpId: RP })
    const refused = await client.post('/auth', { intent: 'second-step', passkey: foreign })
    expect(refused.status).toBe(400)
    expect(await eventsOf(boss.userId)).toContain('wrong-passkey')
    const typed = { intent: 'second-step', code: codes[0] ?? '', then: '/account' }
    expect((await client.post('/auth', typed)).status).toBe(302)
    expect(await isIn(client)).toBe(true)
    const again = app.visit()
    await typePassword(again, boss.email)
    expect((await again.post('/auth', typed)).status).toBe(400)
  })

  test('remains the second step with its recovery codes when the app is removed', async () => {
    const started = await (await boss.post('/account', { intent: 'begin-second-step' })).text()
    const code = codeOf(started)
    const both = await boss.open(
      await boss.post('/account', { intent: 'confirm-second-step', code }),
    )
    expect(both.html).toMatch(/a code of your app(<!-- -->)? or a passkey/)
    expect(codesOn(both.html)).toEqual([])
    const gone = await boss.open(await boss.post('/account', { intent: 'end-second-step' }))
    expect(gone.html).toContain('Your passkeys are your second step now.')
    expect(await app.shop.db.$count(recoveryCodes)).toBe(10)
    expect((await typePassword(app.visit(), boss.email)).path).toContain('mode=second-step')
  })

  test('fulfills the shop’s demand for a second step, and then the last one cannot be removed', async () => {
    await boss.post('/admin/customers', { intent: 'demand-second-step', for: 'staff' })
    expect(await app.shop.db.select().from(signInSettings)).toMatchObject([
      { secondStepFor: 'staff' },
    ])
    expect((await boss.fetch('/admin')).status).toBe(200)
    const cashier = await person('cashier')
    const toSetUp = '/account?then=%2Fadmin%2Fpos'
    expect((await cashier.fetch('/admin/pos')).headers.get('location')).toBe(toSetUp)
    await addTo(cashier)
    expect((await cashier.fetch('/admin/pos')).status).toBe(200)
    const [{ id } = { id: '' }] = await app.shop.db
      .select()
      .from(passkeys)
      .where(eq(passkeys.userId, cashier.userId))
    const remove = { intent: 'remove-passkey', 'passkey-id': id }
    const kept = await cashier.open(await cashier.post('/account', remove))
    expect(kept.html).toContain('it stays on')
    await addTo(cashier)
    expect((await cashier.open(await cashier.post('/account', remove))).html).toContain(
      'Passkey removed',
    )
    expect((await cashier.fetch('/admin/pos')).status).toBe(200)
  })
})

describe('“Is it you?”', () => {
  const act = { intent: 'end-other-sessions' }

  test('is answered with a passkey, once', async () => {
    await pass(11)
    const held = await boss.post('/account', act)
    expect(held.status).toBe(401)
    const proof = device.sign({ challenge: challengeOn(await held.text()), rpId: RP })
    const done = await boss.post('/account', { ...act, 'passkey-proof': proof })
    expect(done.status).toBe(302)
    await pass(11)
    expect((await boss.post('/account', { ...act, 'passkey-proof': proof })).status).toBe(401)
  })

  test('is answered by no passkey of another, of another session, or signed to sign in', async () => {
    await pass(11)
    const phone = await app.signIn('super_admin', { userId: boss.userId, email: boss.email })
    const other = await addTo(await person('admin'))
    const challenge = async (client: Client) =>
      challengeOn(await (await client.post('/account', act)).text())
    await pass(11)
    const proofs = [
      other.device.sign({ challenge: await challenge(boss), rpId: RP }),
      device.sign({ challenge: await challenge(phone), rpId: RP }),
      device.sign(await askToSign(boss)),
      device.sign({ challenge: await challenge(boss), rpId: RP }, { isVerified: false }),
    ]
    for (const proof of proofs)
      expect((await boss.post('/account', { ...act, 'passkey-proof': proof })).status).toBe(401)
    expect(await isIn(phone)).toBe(true)
  })
})

describe('a passkey is removed', () => {
  test('by its owner only: it signs in nobody any more, and removing the last one ends the second step', async () => {
    const [{ id } = { id: '' }] = await app.shop.db.select().from(passkeys)
    const remove = { intent: 'remove-passkey', 'passkey-id': id }
    const other = await person('admin')
    const foreign = await other.open(await other.post('/account', remove))
    expect(foreign.html).toContain('That passkey was removed already.')
    expect((await boss.post('/account', remove)).status).toBe(302)
    expect((await subjects(boss.email)).toSorted()).toEqual([
      'A passkey was added to your account at Zovala',
      'A passkey was removed from your account at Zovala',
    ])
    expect(await eventsOf(boss.userId)).toEqual([
      'passkey-added: My phone',
      'passkey-removed: My phone',
    ])
    expect(await app.shop.db.$count(recoveryCodes)).toBe(0)
    expect((await signIn(app.visit(), device)).status).toBe(400)
    const client = app.visit()
    expect((await typePassword(client, boss.email)).path).toBe('/admin')
  })

  test('when a super_admin resets the second step, and its sessions end', async () => {
    const cashier = await person('cashier')
    const made = await addTo(cashier)
    const { html } = await boss.open(`/admin/customers?person=${cashier.userId}`)
    expect(html).toContain('Reset the second step')
    await boss.post('/admin/customers', { intent: 'reset-second-step', id: cashier.userId })
    expect((await signIn(app.visit(), made.device)).status).toBe(400)
    expect((await cashier.fetch('/account')).status).toBe(302)
  })

  test('when a customer gets a role of the staff: a passkey that a thief made opens no back office', async () => {
    const [clerk, other] = [await person('customer'), await person('customer')]
    const [made, kept] = [await addTo(clerk), await addTo(other)]
    const give = (id: string, seen: Role, role: Role) =>
      boss.post('/admin/customers', { intent: 'give-role', id, seen, role })
    await give(clerk.userId, 'customer', 'cashier')
    expect((await signIn(app.visit(), made.device)).status).toBe(400)
    expect((await signIn(app.visit(), kept.device)).status).toBe(302)
    expect(await eventsOf(clerk.userId)).toContain('passkey-removed: My phone')
    const email = (await app.emails(clerk.email)).find(({ subject }) => subject.includes('removed'))
    expect(email?.text).toContain('sign nobody in any more: “My phone”')
    // A staff member whose role rises made their passkey as staff.
    const cashier = await person('cashier')
    const staffs = await addTo(cashier)
    await give(cashier.userId, 'cashier', 'admin')
    expect((await signIn(app.visit(), staffs.device)).status).toBe(302)
  })

  test('and a request that began before the role was given makes none', async () => {
    const clerk = await person('customer')
    const self = { ...clerk, name: 'Chisomo', sessionId: randomUUID(), role: 'customer' as const }
    const started = await beginPasskey(app.shop, self)
    if (!started.ok) throw new Error(started.reason)
    const { challenge } = started.creation
    const asked = { challenge, rp: { id: RP }, user: { id: handleOf(clerk.userId) } }
    const made = openAuthenticator(ORIGIN()).create(asked)
    await changeRole(app.shop, clerk.email, 'cashier')
    const sent = { made, name: '' }
    expect(await addPasskey(app.shop, self, sent, { ip: null, userAgent: null })).toMatchObject({
      reason: 'passkey-refused',
    })
    expect(await app.shop.db.$count(passkeys)).toBe(1)
  })

  test('by no new password, as the email about the password says', async () => {
    const change = { currentPassword: PASSWORD, newPassword: 'chinsinsi chatsopano' }
    const changed = await boss.json('/api/auth/change-password', { body: change })
    expect(changed.status).toBe(200)
    const email = (await app.emails(boss.email)).find(({ subject }) => subject.includes('changed'))
    expect(email?.text).toContain('your account has 1')
    expect((await signIn(app.visit(), device)).status).toBe(302)
  })
})
