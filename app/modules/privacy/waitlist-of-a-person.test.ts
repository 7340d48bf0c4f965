import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { anAdmin, aProduct, aUser, type TestProduct } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { waitlistConsents, waitlistRequests } from '../../db/tables.server.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'
import { joinWaitlist } from '../waitlist/join-waitlist.ts'
import { eraseOwnAccount } from './erase-account.ts'
import { eraseContact } from './erase-contact.ts'
import { exportAccount } from './export-account.ts'
import { exportContact } from './export-contact.ts'
import { findContact } from './find-contact.ts'
import { keepRetention } from './keep-retention.ts'

const shop = useShop()
let dress: TestProduct
beforeEach(async () => {
  dress = await aProduct(shop, { name: 'Dress', stock: 0 })
})
const join = (asked: { email?: string; phone?: string; userId?: string }) =>
  joinWaitlist(shop, {
    variantId: dress.variantId,
    email: '',
    phone: '',
    userId: null,
    ip: '10.0.0.9',
    ...asked,
  })
const left = async () =>
  (await shop.db.select().from(waitlistRequests)).map(({ email, phone }) => email ?? phone)

test('a waitlist request of an account is in its data export, and is deleted with it', async () => {
  const { userId, email } = await aUser(shop)
  await join({ userId, email, phone: '0991234567' })
  await join({ phone: '0881234567' })
  const file = await exportAccount(shop.db, userId, new Date())
  expect(file?.waits_for).toMatchObject([
    { product: 'Dress', consents: [{ act: 'confirmed', text_version: '1' }] },
    { product: 'Dress', consents: [{ act: 'confirmed', text_version: '1' }] },
  ])
  expect(await eraseOwnAccount(shop, { userId, ip: '10.0.0.9' })).toMatchObject({ ok: true })
  expect(await left()).toEqual(['+265881234567'])
  expect(await shop.db.$count(waitlistConsents)).toBe(1)
})

test('a waitlist request without an account is found, exported and erased by email address or phone number', async () => {
  const boss = { ...(await anAdmin(shop)), role: 'super_admin' as const }
  const { userId } = await aUser(shop, 'super_admin')
  await join({ email: 'mary@example.com', phone: '0991234567' })
  for (const contact of [
    { kind: 'phone', value: '+265991234567' },
    { kind: 'email', value: 'mary@example.com' },
  ] as const) {
    expect(await findContact(shop.db, contact)).toMatchObject({ waitsFor: 1, canErase: true })
    expect(await exportContact(shop.db, contact, new Date())).toMatchObject({
      waits_for: [{ product: 'Dress', [contact.kind]: contact.value }],
    })
    expect(await eraseContact(shop, { ...boss, userId }, contact)).toEqual({ ok: true })
    expect(await exportContact(shop.db, contact, new Date())).toBeUndefined()
  }
  expect(await left()).toEqual([])
})

test('a waitlist request is kept for six months, an unconfirmed one for two weeks', async () => {
  const age = (phone: string, interval: string, hours: number) =>
    shop.db.execute(sql`update waitlist_requests set created_at = now() - ${interval}::interval - make_interval(hours => ${hours})
      where phone = ${phone}`)
  for (const phone of ['0991234561', '0991234562', '0991234563', '0991234564'])
    await join({ phone })
  await age('+265991234561', RETENTION.waitlist, 1)
  await age('+265991234562', RETENTION.waitlist, -1)
  await shop.db.execute(
    sql`update waitlist_requests set confirmed_at = null where phone in ('+265991234563', '+265991234564')`,
  )
  await age('+265991234563', RETENTION.waitlistUnconfirmed, 1)
  await age('+265991234564', RETENTION.waitlistUnconfirmed, -1)
  await keepRetention(shop)
  expect((await left()).map(String).toSorted()).toEqual(['+265991234562', '+265991234564'])
})
