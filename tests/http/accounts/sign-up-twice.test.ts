import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addCustomer } from '../../../app/modules/accounts/add-customer.ts'
import { jobHandlers } from '../../../server/jobs.ts'
import { givePassword } from '../../support/accounts/accounts.ts'
import { linkIn, useApp } from '../../support/app.ts'
import { aUser } from '../../support/factories.ts'

const app = useApp({ RATE_LIMIT_SCALE: '1' })
const EMAIL = 'chisomo@example.com'
const PASSWORD = 'moyo wabwino'
const signUp = (changes = {}, from = app.visit()) =>
  from.json('/api/auth/sign-up/email', {
    body: { name: 'Chisomo Banda', email: EMAIL, password: PASSWORD, ...changes },
  })
const confirm = (link: string, password = PASSWORD) => {
  const token = new URL(link, 'http://shop').searchParams.get('confirm')
  return app.visit().json('/api/auth/confirm-email', { body: { token, password } })
}

test('a second tap on "Create Account" sends no second email, and the link of the first works', async () => {
  expect((await signUp()).status).toBe(200)
  expect((await signUp()).status).toBe(200)
  const emails = await app.emails(EMAIL)
  expect(emails).toHaveLength(1)
  expect((await confirm(linkIn(emails[0]))).status).toBe(200)
})

test('two taps at the same moment send one email, whose link works', async () => {
  const answers = await Promise.all([signUp(), signUp()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const emails = await app.emails(EMAIL)
  expect(emails).toHaveLength(1)
  expect((await confirm(linkIn(emails[0]))).status).toBe(200)
})

test.each([
  ['is gone minutes after it', -61_000],
  ['is gone too when a clock that was ahead has made it', 86_400_000],
])(
  'the mark that recognizes a second tap by its password %s, and no other count is affected',
  async (_, by) => {
    const marks = async () =>
      (
        await app.shop.db.execute<{ key: string }>(
          sql`select key from rate_limits where key like 'same-email %' order by key`,
        )
      ).rows.map(({ key }) => key.split(' ')[1])
    // The job handler that runs every five minutes.
    const tidy = () => jobHandlers(app.shop)['watch-troubles']({})
    await signUp()
    await app.visit().json('/api/auth/request-password-reset', { body: { email: EMAIL } })
    await tidy()
    expect(await marks()).toEqual(['reset', 'sign-up'])
    await app.shop.db.execute(
      sql`update rate_limits set last_request = last_request + ${by}::bigint where key like 'same-email %'`,
    )
    await tidy()
    expect(await marks()).toEqual(['reset'])
  },
)

test('a second sign-up with another password is another person\u2019s: it gets a link of its own, and the first is dead', async () => {
  await signUp()
  await signUp({ password: 'chinsinsi changa' })
  const links = (await app.emails(EMAIL)).map(linkIn)
  expect(links).toHaveLength(2)
  for (const link of links) expect((await confirm(link)).status).not.toBe(200)
  const statuses = []
  for (const link of links) statuses.push((await confirm(link, 'chinsinsi changa')).status)
  // The order of simultaneous emails varies.
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('a sign-up with a password that another sign-up has replaced is no second tap: it gets its own link', async () => {
  await signUp()
  await signUp({ password: 'chinsinsi changa' })
  await signUp()
  await signUp()
  const links = (await app.emails(EMAIL)).map(linkIn)
  expect(links).toHaveLength(3)
  const statuses = []
  for (const link of links) statuses.push((await confirm(link)).status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400])
})

test('sign-up, sign-in and reset answer alike for an address with an account and for one without', async () => {
  const known = await aUser(app.shop)
  await givePassword(app.shop, known, PASSWORD)
  const shapes = await Promise.all(
    [known.email, 'nobody@example.com'].map(async (email) => {
      const asked = [
        await signUp({ email }),
        await app
          .visit()
          .json('/api/auth/sign-in/email', { body: { email, password: 'not this' } }),
        await app.visit().json('/api/auth/request-password-reset', { body: { email } }),
        await app.visit().json('/api/auth/send-verification-email', { body: { email } }),
      ]
      return asked.map(({ status, body, headers }) => {
        const text = JSON.stringify(body).replaceAll(email, 'EMAIL')
        const shown = text
          .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
        const names = [...headers.keys()].filter((name) => name !== 'x-request-id').toSorted()
        return { status, shown, names }
      })
    }),
  )
  expect(shapes[0]).toEqual(shapes[1])
})

test('a second sign-up answers alike for an address that nobody has confirmed', async () => {
  const first = await signUp()
  const again = await signUp({ password: 'chinsinsi changa' })
  const shown = ({ status, body }: typeof first) => ({
    status,
    keys: JSON.stringify(body).match(/"\w+":/g),
  })
  expect(shown(again)).toEqual(shown(first))
})

const addedByStaff = async (name: string) => {
  const staff = { ...(await aUser(app.shop, 'admin')), ip: '10.0.0.1' }
  await app.shop.db.transaction((db) => addCustomer(db, staff, { email: EMAIL, name, phone: null }))
}
const names = async () => {
  const { rows } = await app.shop.db.execute(
    sql`select u.name, p.full_name from users u join profiles p on p.user_id = u.id where u.email = ${EMAIL}`,
  )
  return rows
}
const known = [{ name: 'Chisomo Banda', full_name: 'Chisomo Banda' }]

test('a customer whom the shop has added keeps the name that it knows, whoever signs up with the address', async () => {
  await addedByStaff('Chisomo Banda')
  expect((await signUp({ name: 'Stranger Danger' })).status).toBe(200)
  expect(await names()).toEqual(known)
  const [email] = await app.emails(EMAIL)
  expect(JSON.stringify(email)).not.toContain('Stranger')
  expect((await confirm(linkIn(email))).status).toBe(200)
  expect(await names()).toEqual(known)
})

test('a customer whom the shop has added takes its name, not that of a stranger who had signed up before', async () => {
  const stranger = { name: 'Stranger Danger' }
  expect((await signUp(stranger)).status).toBe(200)
  await addedByStaff('Chisomo Banda')
  expect(await names()).toEqual(known)
  expect((await signUp({ ...stranger, password: 'another one 1' })).status).toBe(200)
  expect(await names()).toEqual(known)
})

test('a customer whom the shop has added without a name is called as the sign-up says that is confirmed', async () => {
  await addedByStaff('')
  expect((await signUp({ name: 'Stranger Danger', password: 'another one 1' })).status).toBe(200)
  expect(await app.emails(EMAIL)).toHaveLength(1)
  expect((await signUp()).status).toBe(200)
  expect(await names()).toMatchObject([{ full_name: null }])
  expect((await confirm(linkIn((await app.emails(EMAIL))[1]))).status).toBe(200)
  expect(await names()).toEqual(known)
})

test('a customer whom a stranger and then the shop without a name have added is called as the sign-up says that is confirmed', async () => {
  expect((await signUp({ name: 'Stranger Danger', password: 'another one 1' })).status).toBe(200)
  expect(await app.emails(EMAIL)).toHaveLength(1)
  await addedByStaff('')
  expect(await names()).toMatchObject([{ full_name: null }])
  expect((await signUp()).status).toBe(200)
  expect((await confirm(linkIn((await app.emails(EMAIL))[1]))).status).toBe(200)
  expect(await names()).toEqual(known)
})

test('an address gets five emails an hour, however many networks ask, and is refused alike with and without an account', async () => {
  const known = await aUser(app.shop)
  const statuses = async (email: string) => {
    const found: number[] = []
    for (let n = 0; n < 6; n += 1)
      found.push(
        (await app.visit().json('/api/auth/request-password-reset', { body: { email } })).status,
      )
    return found
  }
  const [one, other] = await Promise.all([statuses(known.email), statuses('nobody@example.com')])
  expect(one).toEqual([200, 200, 200, 200, 200, 429])
  expect(other).toEqual(one)
})
