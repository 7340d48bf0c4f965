import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountEvents, profiles, sessions } from '../../../app/db/tables.server.ts'
import { givePassword } from '../../support/accounts/accounts.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import type { Client } from '../../support/client.ts'

const app = useApp({ RATE_LIMIT_SCALE: '1' })
const PASSWORD = 'moyo wabwino'
const PATH = '/admin/customers?search=banda&role=customer'
let boss: SignedIn
let person: SignedIn

beforeEach(async () => {
  boss = await app.signIn('super_admin')
  person = await app.signIn('customer')
  await givePassword(app.shop, boss, PASSWORD)
  await pass(11)
})

/** Lets so many minutes pass since everybody signed in. */
const pass = (minutes: number) =>
  app.shop.db.update(sessions).set({ provenAt: sql`proven_at - make_interval(mins => ${minutes})` })
const roleOf = async () =>
  (await app.shop.db.select().from(profiles).where(eq(profiles.userId, person.userId)))[0]?.role
const give = () => ({ intent: 'give-role', id: person.userId, seen: 'customer', role: 'cashier' })
/** Sends the form of the page with the typed proof. */
async function goOn(client: Client, page: string, proof: string) {
  const form = /<form[^>]*action="([^"]*)"[^>]*>((?:(?!<\/form>)[^])*name="proof")/.exec(page)
  const hidden = form?.[2]?.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g) ?? []
  const fields = Object.fromEntries([...hidden].map(([, name, value]) => [name, value]))
  return client.post(form?.[1]?.replaceAll('&amp;', '&') ?? '', { ...fields, proof })
}

describe('a person who signed in some minutes ago', () => {
  test('is asked for the password before giving a role, and the typed form continues', async () => {
    const held = await boss.post(PATH, give())
    expect(held.status).toBe(401)
    const page = await held.text()
    expect(page).toContain('Is it you?')
    expect(await roleOf()).toBe('customer')

    const wrong = await goOn(boss, page, 'not this one')
    expect(wrong.status).toBe(401)
    const again = await wrong.text()
    expect(again).toContain('That is not right. Please try again.')
    expect(again).not.toContain('not this one')
    expect(await roleOf()).toBe('customer')

    const done = await boss.open(await goOn(boss, again, PASSWORD))
    expect(done.path).toBe(PATH)
    expect(done.html).toContain('Role changed')
    expect(await roleOf()).toBe('cashier')
    const log = await app.shop.db.select().from(accountEvents)
    expect(log.map(({ userId, kind }) => [userId, kind])).toEqual([[boss.userId, 'wrong-password']])
  })

  test('is not asked again within ten minutes, but afterwards', async () => {
    await goOn(boss, await (await boss.post(PATH, give())).text(), PASSWORD)
    await pass(9)
    const taking = { ...give(), seen: 'cashier', role: 'customer' }
    expect((await boss.post(PATH, taking)).status).toBe(302)
    await pass(2)
    expect((await boss.post(PATH, give())).status).toBe(401)
  })

  test.each([
    ['/admin/customers', () => ({ intent: 'sign-out-everywhere', id: person.userId })],
    ['/account', () => ({ intent: 'end-other-sessions' })],
    ['/account', () => ({ intent: 'end-session', session: person.userId })],
  ])('is asked at %s before sessions end', async (path, fields) => {
    const before = await app.shop.db.$count(sessions)
    const held = await boss.post(path, fields())
    expect(held.status).toBe(401)
    expect(await held.text()).toContain('Is it you?')
    expect(await app.shop.db.$count(sessions)).toBe(before)
  })

  test('is asked for the password by an in-app form, too', async () => {
    const body = new URLSearchParams(give())
    const held = await boss.fetch('/admin/customers.data?role=customer', { method: 'POST', body })
    expect(held.status).toBe(401)
    expect(await held.text()).toContain('/admin/customers?role=customer')
    expect(await roleOf()).toBe('customer')
  })

  test('has to wait after ten guesses on all devices together, also with the right password', async () => {
    const other = await app.signIn('super_admin', { userId: boss.userId, email: boss.email })
    await pass(11)
    const statuses: number[] = []
    for (let n = 0; n < 10; n += 1) {
      const client = n % 2 ? boss : other
      statuses.push((await client.post(PATH, { ...give(), proof: `guess ${n}` })).status)
    }
    expect(new Set(statuses)).toEqual(new Set([401]))
    const right = await boss.post(PATH, { ...give(), proof: PASSWORD })
    expect(await right.text()).toContain('Too many attempts')
    expect(await roleOf()).toBe('customer')
  })
})

test('a right proof leaves the session’s token as it is: a lost answer signs nobody out', async () => {
  const before = new Map(boss.cookies)
  const answer = await boss.post(PATH, { ...give(), proof: PASSWORD })
  expect(answer.status).toBe(302)
  expect(answer.headers.getSetCookie().join()).not.toContain('session_token')
  const lost = app.visit()
  for (const [name, value] of before) lost.cookies.set(name, value)
  expect((await lost.post(PATH, { ...give(), seen: 'cashier', role: 'customer' })).status).toBe(302)
  expect(await roleOf()).toBe('customer')
})

test('the password of another account proves nothing, and a proof makes no role', async () => {
  const admin = await app.signIn('admin')
  await pass(11)
  expect((await admin.post(PATH, { ...give(), proof: PASSWORD })).status).toBe(401)
  expect(await roleOf()).toBe('customer')
})
