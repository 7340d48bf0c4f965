import { hashPassword as hashAsBefore } from 'better-auth/crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import type { Tx } from '../../../app/db/open.server.ts'
import { accounts, sessions, users, verifications } from '../../../app/db/tables.server.ts'
import { appointStaff } from '../../../app/modules/accounts/staff/appoint-staff.ts'
import { isOutdated } from '../../../app/platform/auth/passwords.server.ts'
import { useApp } from '../../support/app.ts'
import type { Client } from '../../support/client.ts'

const app = useApp()
const EMAIL = 'chisomo@example.com'
const OWNER = 'the owner chose this'
const STRANGER = 'the stranger knows this'
const OLD = 'moyo wabwino'

const ask = async (path: string, body: object, from: Client = app.visit()) =>
  (await from.json(`/api/auth/${path}`, { body })).status
const signUp = () =>
  ask('sign-up/email', { name: 'Stranger Danger', email: EMAIL, password: STRANGER })
const signIn = (password: string, from?: Client) =>
  ask('sign-in/email', { email: EMAIL, password }, from)
const reset = (token: string, newPassword = OWNER) => ask('reset-password', { token, newPassword })

async function invite() {
  const invited = await appointStaff(app.shop, EMAIL, 'admin')
  const url = new URL((invited.ok && invited.passwordUrl) || '')
  return url.searchParams.get('token') ?? ''
}
/** A person with the password OLD; returns their id. */
async function withPassword() {
  expect(await reset(await invite(), OLD)).toBe(200)
  return personId()
}
async function personId() {
  const [person] = await app.shop.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, EMAIL))
  return person?.id ?? ''
}

/**
 * Starts the requests one after the other, each once the one before it waits in the database, for the lock of `lock` or
 * for another request; then releases the lock. The first to wait for a lock gets it first.
 */
function rivals<const T extends readonly (() => Promise<number>)[]>(
  lock: (db: Tx) => Promise<unknown>,
  asked: T,
  meanwhile?: (db: Tx) => Promise<unknown>,
) {
  return app.shop.db
    .transaction(async (db) => {
      await lock(db)
      const answers: Promise<number>[] = []
      for (const act of asked) {
        answers.push(act())
        await vi.waitFor(async () => {
          const { rows } = await app.shop.db.execute(
            sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          expect(rows).toHaveLength(answers.length)
        }, 10_000)
      }
      await meanwhile?.(db)
      return { answers }
    })
    .then(({ answers }) => Promise.all(answers))
}
// The lock of a change to a person's row: new accounts and sessions of that person are still possible.
const thePerson = (db: Tx) =>
  db.select().from(users).where(eq(users.email, EMAIL)).for('no key update')

async function expectOwner() {
  expect(await signIn(STRANGER)).toBe(401)
  expect(await signIn(OWNER)).toBe(200)
}

describe('a password chosen by the link of an email', () => {
  test.each([
    ['before', 'who was only invited'],
    ['after', 'who was only invited'],
    ['before', 'for whom a stranger signed up earlier'],
    ['after', 'for whom a stranger signed up earlier'],
  ])('wins over a sign-up at the same moment, just %s it, of a person %s', async (order, whose) => {
    const token = await invite()
    if (whose.includes('stranger')) await signUp()
    const acts = [signUp, () => reset(token)]
    const answers = await rivals(thePerson, order === 'before' ? acts : acts.reverse())
    expect(answers).toEqual([200, 200])
    await expectOwner()
  })

  test('wins over a sign-up that is about to end', async () => {
    const token = await invite()
    const value = `confirm-email ${await personId()}`
    await app.shop.db
      .insert(verifications)
      .values({ identifier: 'x', value, expiresAt: sql`now()` })
    const theLink = (db: Tx) =>
      db.select().from(verifications).where(eq(verifications.value, value)).for('update')
    expect(await rivals(theLink, [signUp, () => reset(token)])).toEqual([200, 200])
    await expectOwner()
  })

  test('is not undone by a simultaneous change of somebody who knew the old one, who is not let in either', async () => {
    const userId = await withPassword()
    const thief = app.visit()
    expect(await signIn(OLD, thief)).toBe(200)
    const token = new URL(await app.shop.auth.makePasswordLink(userId, 1)).searchParams.get('token')
    const change = () =>
      ask('change-password', { currentPassword: OLD, newPassword: STRANGER }, thief)
    const theAccount = (db: Tx) =>
      db.select().from(accounts).where(eq(accounts.userId, userId)).for('update')
    expect(await rivals(theAccount, [() => reset(token ?? ''), change])).toEqual([200, 400])
    expect((await thief.json('/api/auth/get-session')).body).toBeNull()
    expect(await app.shop.db.select().from(sessions)).toEqual([])
    await expectOwner()
  })

  test('at the same moment as another is the later one, with nothing of the other', async () => {
    const first = await invite()
    const links = await app.shop.db.select().from(verifications)
    const second = await invite()
    await app.shop.db.insert(verifications).values(links)
    const acts = [() => reset(first, STRANGER), () => reset(second)]
    expect(await rivals(thePerson, acts)).toEqual([200, 200])
    await expectOwner()
  })
})

test('a sign-in opens no session when its password is replaced during the check', async () => {
  await withPassword()
  const newHash = await (await app.shop.auth.$context).password.hash(OWNER)
  const answers = await rivals(
    (db) => db.execute(sql`lock table sessions in share mode`),
    [() => signIn(OLD)],
    (db) => db.update(accounts).set({ password: newHash }),
  )
  expect(answers).toEqual([401])
  expect(await app.shop.db.select().from(sessions)).toEqual([])
})

test('a sign-up that another one overtakes does not change the other’s password', async () => {
  // Until the first has written its account, the second finds the person without one.
  const first = () => ask('sign-up/email', { name: 'Chisomo', email: EMAIL, password: OLD })
  const statuses = await rivals(
    (db) => db.execute(sql`lock table accounts in share mode`),
    [first],
    async (db) => {
      const userId = await personId()
      await db
        .insert(accounts)
        .values({ userId, accountId: userId, providerId: 'credential', password: 'the other hash' })
    },
  )
  expect(statuses).toEqual([200])
  const kept = await app.shop.db.select({ password: accounts.password }).from(accounts)
  expect(kept).toEqual([{ password: 'the other hash' }])
})

describe('a password under a hash of an earlier rule', () => {
  const hashOf = async () => (await app.shop.db.select().from(accounts))[0]?.password ?? ''
  async function withOldHash() {
    const userId = await withPassword()
    const password = await hashAsBefore(OLD)
    await app.shop.db.update(accounts).set({ password })
    return userId
  }

  test('is rehashed when its owner signs in, but not by a wrong guess', async () => {
    await withOldHash()
    expect(await signIn('another one')).toBe(401)
    expect(isOutdated(await hashOf())).toBe(true)
    expect(await signIn(OLD)).toBe(200)
    expect(isOutdated(await hashOf())).toBe(false)
    expect(await signIn(OLD)).toBe(200)
    expect(await signIn('another one')).toBe(401)
  })

  test('lets two sign-ins at the same moment in', async () => {
    await withOldHash()
    expect(await Promise.all([signIn(OLD), signIn(OLD), signIn(OLD)])).toEqual([200, 200, 200])
    expect(isOutdated(await hashOf())).toBe(false)
  })

  test('that was replaced meanwhile is not restored by the rehash', async () => {
    await withOldHash()
    const thePassword = (db: Tx) => db.select().from(accounts).for('update')
    // The sign-in has verified the old hash and waits to rewrite it; the new hash is written first.
    const [signedIn] = await rivals(thePassword, [() => signIn(OLD)], async (db) => {
      const password = await hashAsBefore(OWNER)
      await db.update(accounts).set({ password })
    })
    expect([200, 401]).toContain(signedIn)
    expect(await signIn(OLD)).toBe(401)
    expect(await signIn(OWNER)).toBe(200)
  })
})
