import { hashPassword as hashAsBefore } from 'better-auth/crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { accounts, sessions } from '../../../app/db/tables.server.ts'
import { hashPassword, verifyPassword } from '../../../app/platform/auth/passwords.server.ts'
import { QueueFull } from '../../../app/rules/one-by-one.ts'
import { givePassword } from '../../support/accounts/accounts.ts'
import { useApp } from '../../support/app.ts'
import { aUser } from '../../support/factories.ts'

// The number of hashings would show in an answer's time what the answer does not reveal: counted, not timed.
vi.mock('../../../app/platform/auth/passwords.server.ts', async (importOriginal) => {
  const real =
    await importOriginal<typeof import('../../../app/platform/auth/passwords.server.ts')>()
  return {
    ...real,
    hashPassword: vi.fn(real.hashPassword),
    verifyPassword: vi.fn(real.verifyPassword),
  }
})

const app = useApp({ RATE_LIMIT_SCALE: '1' })
const PASSWORD = 'moyo wabwino'
const hashes = () =>
  vi.mocked(hashPassword).mock.calls.length + vi.mocked(verifyPassword).mock.calls.length
async function hashesOf(act: () => Promise<{ status: number }>) {
  const before = hashes()
  const { status } = await act()
  return [status, hashes() - before]
}
const signUp = (email: string, from = app.visit()) =>
  from.json('/api/auth/sign-up/email', {
    body: { name: 'Chisomo Banda', email, password: PASSWORD },
  })
const signIn = (email: string, password: string, from = app.visit()) =>
  from.json('/api/auth/sign-in/email', { body: { email, password } })

const KINDS: [string, () => Promise<string>][] = [
  ['no account', async () => 'nobody@example.com'],
  [
    'an account that nobody has confirmed',
    async () => {
      await signUp('soon@example.com')
      return 'soon@example.com'
    },
  ],
  [
    'an account',
    async () => {
      const person = await aUser(app.shop)
      await givePassword(app.shop, person, PASSWORD)
      return person.email
    },
  ],
  ['an account without a password', async () => (await aUser(app.shop)).email],
  [
    'an account with a hash of the rule before',
    async () => {
      const person = await aUser(app.shop)
      await givePassword(app.shop, person, PASSWORD)
      const password = await hashAsBefore(PASSWORD)
      await app.shop.db.update(accounts).set({ password }).where(eq(accounts.userId, person.userId))
      return person.email
    },
  ],
]

describe.each(KINDS)('an address with %s', (_kind, make) => {
  let email = ''
  beforeEach(async () => {
    email = await make()
  })

  test('costs one hash at each of three sign-ups', async () => {
    for (let n = 0; n < 3; n += 1) expect(await hashesOf(() => signUp(email))).toEqual([200, 1])
  })

  test('costs one hash at a sign-in with a wrong password', async () => {
    expect(await hashesOf(() => signIn(email, 'not this one'))).toEqual([401, 1])
  })
})

test('no password is hashed inside a transaction, also when another sign-in has just renewed its hash', async () => {
  const real = await vi.importActual<
    typeof import('../../../app/platform/auth/passwords.server.ts')
  >('../../../app/platform/auth/passwords.server.ts')
  const renewed = await real.hashPassword(PASSWORD)
  const before = await hashAsBefore(PASSWORD)
  const { userId, email } = await aUser(app.shop)
  await givePassword(app.shop, { userId }, PASSWORD)
  const write = (password: string) =>
    app.shop.db.update(accounts).set({ password }).where(eq(accounts.userId, userId))
  await write(before)
  const waiting: unknown[] = []
  const look = async () => {
    const { rows } = await app.shop.db.execute(
      sql`select query from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`,
    )
    waiting.push(...rows)
  }
  const verifies: string[] = []
  vi.mocked(verifyPassword).mockImplementation(async (given) => {
    verifies.push(given.hash)
    await look()
    const isRight = await real.verifyPassword(given)
    if (given.hash === before) await write(renewed)
    return isRight
  })
  vi.mocked(hashPassword).mockImplementation(async (password) => {
    await look()
    return real.hashPassword(password)
  })
  expect((await signIn(email, PASSWORD)).status).toBe(200)
  expect(verifies).toEqual([before, renewed])
  expect(waiting).toEqual([])
  vi.mocked(verifyPassword).mockImplementation(real.verifyPassword)
  vi.mocked(hashPassword).mockImplementation(real.hashPassword)
})

describe('while too many passwords wait to be hashed', () => {
  const isFull = () => new QueueFull()

  test('a sign-in and a sign-up are asked to retry, by program and by form', async () => {
    vi.mocked(hashPassword).mockRejectedValueOnce(isFull())
    const answer = await signIn('nobody@example.com', PASSWORD)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(answer.body).toMatchObject({ message: expect.stringContaining('try again in a minute') })

    vi.mocked(hashPassword).mockRejectedValueOnce(isFull())
    const fields = { intent: 'sign-up', name: 'Chisomo', email: 'new@example.com' }
    const page = await app.visit().post('/auth', { ...fields, password: PASSWORD })
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    const html = await page.text()
    expect(html).toContain('Please try again in a minute')
    expect(html).toContain('new@example.com')
  })

  test('a proof of identity is asked to retry as well, and does not count as a wrong one', async () => {
    const boss = await app.signIn('super_admin')
    await givePassword(app.shop, boss, PASSWORD)
    await app.shop.db.update(sessions).set({ provenAt: sql`now() - interval '11 minutes'` })
    vi.mocked(verifyPassword).mockRejectedValueOnce(isFull())
    const form = { intent: 'end-other-sessions', proof: PASSWORD }
    const answer = await boss.post('/account', form)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await boss.post('/account', form)).status).toBe(302)
  })
})
