import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  accountEvents,
  passkeys,
  profiles,
  recoveryCodes,
  secondFactors,
} from '../../app/db/tables.server.ts'
import { changeRole, grantRole } from '../../app/modules/accounts/change-role.ts'
import { removePasskey } from '../../app/modules/accounts/passkeys.ts'
import {
  confirmSecondStep,
  resetSecondStepByCommand,
} from '../../app/modules/accounts/second-step.ts'
import { eraseOwnAccount } from '../../app/modules/privacy/erase-account.ts'
import { makeTotpSecret, totpCode, totpStep } from '../../app/platform/auth/totp.server.ts'
import type { Role } from '../../app/rules/accounts/roles.ts'
import { givePassword } from '../support/accounts/accounts.ts'
import { openAuthenticator } from '../support/accounts/authenticator.ts'
import { useApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { aUser } from '../support/factories.ts'
import { meet, type Outcome } from '../support/rivals/meet.ts'

// Somebody signs in while their sign-in methods or rights change: the sign-in pauses before each statement in turn
// while the change happens, or waits for it. `npm run test:long` (`RIVALS=all`) tries all points, this run some.
const app = useApp()
const isWhole = process.env['RIVALS'] === 'all'
const STEP = isWhole ? 1 : 6
const PASSWORD = 'moyo wabwino'
const NOWHERE = { ip: null, userAgent: null }

type Made = {
  signIn: () => Promise<Response>
  rival: () => Promise<unknown>
  check: (met: Met) => Promise<void>
}
type Met = { client: Client; signedIn: Response | null; rival: unknown }

const valueOf = <T>(outcome: Outcome<T>) => {
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
const isIn = async (client: Client) => (await client.fetch('/orders')).status === 200
const runsShop = async (client: Client) => (await client.fetch('/admin')).status === 200

/** Lets both meet at every point of the sign-in, and then the other way round, at every point of the rival. */
async function meetEverywhere(make: (client: Client) => Promise<Made>) {
  for (const isSignInFirst of [true, false]) {
    let points = 0
    for (let at = 0, isOver = false; !isOver; at += STEP) {
      const client = app.visit()
      const { signIn, rival, check } = await make(client)
      const [one, other] = isSignInFirst ? [signIn, rival] : [rival, signIn]
      const met = await meet<unknown, unknown>(app.shop.databaseUrl, at, one, other)
      isOver = met.paused === null
      points += isOver ? 0 : 1
      const where = `${isSignInFirst ? 'the sign-in' : 'the rival'} before statement ${at}: ${met.paused}`
      try {
        const [first, second] = [valueOf(met.first), valueOf(met.second)]
        const signedIn = (isSignInFirst ? first : second) as Response
        expect(signedIn.status).toBeLessThan(500)
        await check({ client, signedIn, rival: isSignInFirst ? second : first })
      } catch (error) {
        throw new Error(where, { cause: error })
      }
    }
    expect(points).toBeGreaterThan(0)
  }
}

let count = 0
/** A person with a device whose passkey was made as on the account's page. */
async function withPasskey(role: Role) {
  const person = await aUser(app.shop, role)
  const device = openAuthenticator(app.shop.config.baseUrl)
  const { passkeys: keys } = app.shop.auth
  count += 1
  const asker = `new-passkey ${count}` as const
  const asked = await keys.begin(asker, { ...person, name: 'Chisomo' })
  const made = await keys.readNew(asker, device.create(asked as never))
  if (!made) throw new Error('no passkey')
  await app.shop.db.insert(passkeys).values({ ...made, userId: person.userId, name: 'Phone' })
  const signIn = (client: Client) => async () => {
    const asked = await client.json('/api/auth/passkey/options', { body: {} })
    const passkey = device.sign(asked.body as { challenge: string; rpId: string })
    return client.fetch('/api/auth/passkey/sign-in', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ passkey }),
    })
  }
  return { person, signIn }
}
const post = (client: Client, path: string, body: object) =>
  client.fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a customer’s passkey opens nothing of the staff when its owner gets a role at that moment', () =>
  meetEverywhere(async (client) => {
    const { person, signIn } = await withPasskey('customer')
    return {
      signIn: signIn(client),
      rival: () => changeRole(app.shop, person.email, 'super_admin'),
      check: async ({ rival }) => {
        expect(rival).toMatchObject({ ok: true })
        expect(await runsShop(client)).toBe(false)
        expect(await app.shop.db.$count(passkeys, eq(passkeys.userId, person.userId))).toBe(0)
        await changeRole(app.shop, person.email, 'customer')
      },
    }
  }))

test('a passkey that is removed while it signs in is not reported as a copy', () =>
  meetEverywhere(async (client) => {
    const { person, signIn } = await withPasskey('customer')
    const [key] = await app.shop.db
      .select()
      .from(passkeys)
      .where(eq(passkeys.userId, person.userId))
    const self = { ...person, name: 'Chisomo', sessionId: '', role: 'customer' as const }
    return {
      signIn: signIn(client),
      rival: () => removePasskey(app.shop, self, key?.id ?? '', NOWHERE),
      check: async ({ signedIn }) => {
        expect([200, 401]).toContain(signedIn?.status)
        expect(await isIn(client)).toBe(signedIn?.status === 200)
        const copied = eq(accountEvents.kind, 'copied-passkey')
        expect(await app.shop.db.$count(accountEvents, copied)).toBe(0)
      },
    }
  }))

test('a person whose second step a super_admin resets is signed in nowhere afterwards, not even by an earlier passkey', () =>
  meetEverywhere(async (client) => {
    const { person, signIn } = await withPasskey('cashier')
    return {
      signIn: signIn(client),
      rival: () => resetSecondStepByCommand(app.shop, person.email),
      check: async ({ rival }) => {
        expect(rival).toMatchObject({ ok: true })
        expect(await isIn(client)).toBe(false)
      },
    }
  }))

test('a person who erases the account is signed in nowhere afterwards, and a simultaneous sign-in is refused without an error', () =>
  meetEverywhere(async (client) => {
    const { person, signIn } = await withPasskey('customer')
    return {
      signIn: signIn(client),
      rival: () => eraseOwnAccount(app.shop, { userId: person.userId, ip: '10.0.0.1' }),
      check: async ({ rival }) => {
        expect(rival).toMatchObject({ ok: true })
        expect(await isIn(client)).toBe(false)
      },
    }
  }))

const NO_SESSION = '00000000-0000-4000-8000-000000000000'
async function setUp(userId: string, secret: string) {
  const sealed = app.shop.auth.sealing.seal(secret, userId)
  await app.shop.db.insert(secondFactors).values({ userId, secret: sealed })
}
/** A person who signs in by password alone, because their app still lacks its first code. */
async function withApp(role: Role) {
  const person = await aUser(app.shop, role)
  await givePassword(app.shop, person, PASSWORD)
  const secret = makeTotpSecret()
  await setUp(person.userId, secret)
  const code = () => totpCode(secret, totpStep(new Date()))
  const self = {
    ...person,
    name: 'Chisomo',
    role,
    sessionId: NO_SESSION,
  }
  return { person, code, turnOn: () => confirmSecondStep(app.shop, self, code(), NOWHERE) }
}

test('a sign-in that began without the second step ends when the second step is turned on', () =>
  meetEverywhere(async (client) => {
    const { person, turnOn } = await withApp('admin')
    return {
      signIn: () => post(client, 'sign-in/email', { email: person.email, password: PASSWORD }),
      rival: turnOn,
      check: async ({ rival }) => {
        expect(rival).toMatchObject({ ok: true })
        expect(await runsShop(client)).toBe(false)
      },
    }
  }))

test('a person at the second step when the password is replaced is not signed in by either', () =>
  meetEverywhere(async (client) => {
    const { person, code, turnOn } = await withApp('admin')
    await turnOn()
    await app.shop.db.update(secondFactors).set({ lastStep: 0 })
    await post(client, 'sign-in/email', { email: person.email, password: PASSWORD })
    const url = new URL(await app.shop.auth.makePasswordLink(person.userId, 1))
    const token = url.searchParams.get('token')
    const owner = app.visit()
    return {
      signIn: () => post(client, 'second-step', { code: code() }),
      rival: () => post(owner, 'reset-password', { token, newPassword: 'another one, and mine' }),
      check: async ({ rival }) => {
        expect((rival as Response).status).toBe(200)
        expect(await isIn(client)).toBe(false)
      },
    }
  }))

test('a second step that is reset while it is turned on leaves no recovery codes behind', async () => {
  for (let at = 0, isOver = false; !isOver; at += isWhole ? 1 : 2) {
    // The reset needs the passkey: an app without its first code is no second step yet.
    const { person } = await withPasskey('admin')
    const secret = makeTotpSecret()
    await setUp(person.userId, secret)
    const self = { ...person, name: 'Chisomo', role: 'admin' as const, sessionId: NO_SESSION }
    const code = totpCode(secret, totpStep(new Date()))
    const met = await meet(
      app.shop.databaseUrl,
      at,
      () => confirmSecondStep(app.shop, self, code, NOWHERE),
      () => resetSecondStepByCommand(app.shop, person.email),
    )
    isOver = met.paused === null
    const where = `before statement ${at}: ${met.paused}`
    const confirmed = valueOf(met.first)
    expect(valueOf(met.second), where).toMatchObject({ ok: true })
    const { userId } = person
    const left = await app.shop.db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))
    const logged = and(eq(accountEvents.userId, userId), eq(accountEvents.kind, 'second-step-on'))
    expect(left, where).toBe(0)
    expect(await app.shop.db.$count(accountEvents, logged), where).toBe(confirmed.ok ? 1 : 0)
    // Before its first lock, the reset was complete.
    if (at === 0 && met.paused) expect(confirmed).toMatchObject({ reason: 'second-step-code' })
  }
})

test('a super_admin whose role is taken away gives nobody another one from then on', async () => {
  const { shop } = app
  await aUser(shop, 'super_admin')
  for (let at = 0, isOver = false; !isOver; at += isWhole ? 1 : 2) {
    const [taker, giver] = [await aUser(shop, 'super_admin'), await aUser(shop, 'super_admin')]
    const friend = await aUser(shop)
    const as = ({ userId }: { userId: string }) => ({
      userId,
      ip: '',
      role: 'super_admin' as const,
    })
    const met = await meet(
      shop.databaseUrl,
      at,
      () => grantRole(shop, as(giver), friend.userId, { seen: 'customer', role: 'admin' }),
      () => grantRole(shop, as(taker), giver.userId, { seen: 'super_admin', role: 'customer' }),
    )
    isOver = met.paused === null
    expect(valueOf(met.second)).toMatchObject({ ok: true })
    const given = valueOf(met.first)
    const [after] = await shop.db.select().from(profiles).where(eq(profiles.userId, friend.userId))
    expect(after?.role).toBe(given.ok ? 'admin' : 'customer')
    // Before its first lock, the other act was complete: this one is too late.
    if (at === 0 && met.paused) expect(given).toMatchObject({ reason: 'role-not-allowed' })
  }
})
