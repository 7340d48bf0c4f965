import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { anAdmin, aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { credits } from '../../db/tables.server.ts'
import { eraseContact } from '../privacy/erase-contact.ts'
import { exportContact } from '../privacy/export-contact.ts'
import { findContact } from '../privacy/find-contact.ts'
import { keepRetention } from '../privacy/keep-retention.ts'
import { issueCredit } from './issue-credit.ts'

// docs/privacy.md, Erasure

const shop = useShop()
const contact = { kind: 'email', value: 'grace@example.com' } as const

async function aCode() {
  const asked = { kind: 'voucher', amount: 9000, reason: 'Grace paid in cash' } as const
  const done = await issueCredit(shop, await anAdmin(shop), {
    id: randomUUID(),
    email: contact.value,
    ...asked,
  })
  expect(done.ok).toBe(true)
}
const rows = () => shop.db.select().from(credits)
const NOBODY = { email: null, userId: null, reason: null, balance: 9000, status: 'active' }

test('a person without an account finds the store credit sent to them, without its codes, and can have it erased', async () => {
  await aCode()
  expect(await findContact(shop.db, contact)).toMatchObject({ credits: 1, canErase: true })
  const file = await exportContact(shop.db, contact, new Date())
  expect(file?.store_credit).toMatchObject([{ amount: 9000, sent_to: contact.value }])
  expect(JSON.stringify(file)).not.toContain((await rows())[0]?.code)
  const { userId } = await aUser(shop, 'super_admin')
  const actor = { userId, ip: '10.0.0.1', role: 'super_admin' as const }
  expect(await eraseContact(shop, actor, contact)).toEqual({ ok: true })
  expect(await rows()).toMatchObject([NOBODY])
  expect(await findContact(shop.db, contact)).toMatchObject({ credits: 0, canErase: false })
})

test('an old code loses its person after the retention time, and keeps its balance', async () => {
  await aCode()
  await keepRetention(shop)
  expect(await rows()).toMatchObject([{ email: contact.value }])
  await shop.db.update(credits).set({ createdAt: sql`now() - interval '7 years 1 day'` })
  await keepRetention(shop)
  expect(await rows()).toMatchObject([NOBODY])
})
