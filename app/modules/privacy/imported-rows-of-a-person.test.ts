import { beforeEach, expect, test } from 'vitest'
import { aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { importEntries, users } from '../../db/tables.server.ts'
import type { Contact } from '../../rules/privacy/contact.ts'
import { checkImport } from '../imports/check-import.ts'
import { confirmImport } from '../imports/confirm-import.ts'
import { runImport } from '../imports/run-import.ts'
import { startImport } from '../imports/start-import.ts'
import { joinNewsletter } from '../newsletter/subscribe.ts'
import { eraseOwnAccount } from './erase-account.ts'
import { eraseAgain, listErasures } from './erase-again.ts'
import { eraseContact } from './erase-contact.ts'
import { exportAccount } from './export-account.ts'
import { exportContact } from './export-contact.ts'
import { findContact } from './find-contact.ts'

const shop = useShop()
const email = 'mary@example.com'
const byEmail = { kind: 'email', value: email } as const
const byPhone = { kind: 'phone', value: '+265991234567' } as const
let boss: { userId: string; ip: string; role: 'super_admin' }
beforeEach(async () => {
  const { userId } = await aUser(shop, 'super_admin')
  boss = { userId, ip: '10.0.0.1', role: 'super_admin' }
})

async function upload(...rows: string[]) {
  const bytes = Buffer.from(['Email,Name,Phone', ...rows].join('\r\n'))
  const started = await startImport(shop, boss, {
    name: 'customers.csv',
    size: bytes.length,
    open: () => [bytes],
    kind: 'customers',
    addsCategories: false,
  })
  if (!started.ok) throw new Error(started.reason)
  await checkImport(shop, started.id)
  return started.id
}
const erase = (contact: Contact) => eraseContact(shop, boss, contact)
const labels = async () =>
  (await shop.db.select().from(importEntries).orderBy(importEntries.row)).map(({ label }) => label)

test.each([
  ['an email address', byEmail],
  ['a phone number', byPhone],
])('somebody in an imported file is found, exported and erased by %s', async (_, contact) => {
  await upload(`Mary@Example.com,Mary Phiri,0991 234 567`, 'rosemary@example.com,Rose,09912345678')
  expect(await findContact(shop.db, contact)).toMatchObject({ imported: 1, canErase: true })
  expect(await exportContact(shop.db, contact, new Date())).toMatchObject({
    imported_rows: [{ name: 'Mary Phiri', email: 'Mary@Example.com', phone: '0991 234 567' }],
  })
  expect(await erase(contact)).toEqual({ ok: true })
  expect(await labels()).toEqual(['rosemary@example.com'])
  expect(await findContact(shop.db, contact)).toMatchObject({ imported: 0, canErase: false })
  expect(await exportContact(shop.db, contact, new Date())).toBeUndefined()
})

test.each([
  ['265991234567', byPhone],
  ['991234567', byPhone],
  ['0991 234 567 / 0888 000 111', byPhone],
  ['Mary <mary@example.com>', byEmail],
  ['mary@example.com;mary@example.org', byEmail],
])(
  'a row with a fault is found by its address or number, also beside other words: %s',
  async (cell, contact) => {
    await upload(`nobody,${cell},`, `"",Mary,"${cell}"`)
    expect(await findContact(shop.db, contact)).toMatchObject({ imported: 2, canErase: true })
  },
)

test('a row that waits for its import brings in nobody who was erased meanwhile, also as a newsletter subscriber', async () => {
  await joinNewsletter(shop, { email, ip: '10.0.0.9' })
  const id = await upload(`${email},Mary,`, 'other@example.com,Other,')
  expect(await erase(byEmail)).toEqual({ ok: true })
  expect(await confirmImport(shop, boss, id)).toEqual({ ok: true })
  await runImport(shop, id)
  const known = (await shop.db.select().from(users)).map((user) => user.email)
  expect(known).toContain('other@example.com')
  expect(known).not.toContain(email)
})

test('the number of an account does not keep a row in a file from being erased by it', async () => {
  const own = await upload(',Mary,0991 234 567')
  await confirmImport(shop, boss, own)
  await runImport(shop, own)
  await upload('other@example.com,Mary,0991 234 567')
  expect(await findContact(shop.db, byPhone)).toMatchObject({
    accounts: [{ fullName: 'Mary' }],
    imported: 1,
    canErase: true,
  })
})

test('a row with the address of an account is in its file, and is erased with it', async () => {
  const person = await aUser(shop)
  await upload(`${person.email},Mary,12`, 'other@example.com,Other,')
  expect(await exportAccount(shop.db, person.userId, new Date())).toMatchObject({
    imported_rows: [{ name: 'Mary', email: person.email, phone: '12' }],
  })
  expect(await erase({ kind: 'email', value: person.email })).toMatchObject({
    reason: 'contact-has-account',
  })
  expect(await labels()).toEqual([person.email, 'other@example.com'])
  expect(await eraseOwnAccount(shop, { userId: person.userId, ip: boss.ip })).toMatchObject({
    ok: true,
  })
  expect(await labels()).toEqual(['other@example.com'])
})

test('a row in a file that a restore brings back is erased again', async () => {
  await upload(`${email},Mary,`)
  const rows = await shop.db.select().from(importEntries)
  await erase(byEmail)
  const ids = (await listErasures(shop.db)).map(({ id }) => id)
  await shop.db.insert(importEntries).values(rows)
  expect(await eraseAgain(shop, ids)).toEqual({ count: 1, failed: [] })
  expect(await labels()).toEqual([])
})
