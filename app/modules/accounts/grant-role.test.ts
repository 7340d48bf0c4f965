import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { auditLog, profiles, sessions } from '../../db/tables.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import { findLastEditor } from '../audit/last-editor.ts'
import type { Actor } from '../audit/record-audit.ts'
import { changeRole, grantRole } from './change-role.ts'
import { signOutCustomer } from './sign-out-person.ts'

const shop = useShop()
let boss: Actor & { role: Role }
let person: { userId: string; email: string }

beforeEach(async () => {
  const { userId } = await aUser(shop, 'super_admin')
  boss = { userId, ip: '10.0.0.1', role: 'super_admin' }
  person = await aUser(shop)
})

const roleOf = async (userId: string) =>
  (await shop.db.select().from(profiles).where(eq(profiles.userId, userId)))[0]?.role
const log = () =>
  shop.db.select().from(auditLog).where(eq(auditLog.entityId, person.userId)).orderBy(auditLog.id)

test('a super_admin grants a role, and the log says who granted it to whom, with the old and the new role', async () => {
  const given = await grantRole(shop, boss, person.userId, { seen: 'customer', role: 'cashier' })
  expect(given).toMatchObject({ ok: true, from: 'customer' })
  expect(await roleOf(person.userId)).toBe('cashier')
  expect(await log()).toMatchObject([
    {
      byUser: boss.userId,
      ip: '10.0.0.1',
      action: 'role changed',
      entity: 'person',
      label: person.email,
      before: { role: 'customer' },
      after: { role: 'cashier' },
    },
  ])
})

test.each(['admin', 'cashier', 'customer'] as const)(
  'a %s can neither grant roles nor sign others out',
  async (role) => {
    const other = { ...boss, role }
    expect(
      await grantRole(shop, other, person.userId, { seen: 'customer', role: 'admin' }),
    ).toEqual({ ok: false, reason: 'role-not-allowed' })
    expect(await signOutCustomer(shop.db, other, person.userId)).toEqual({
      ok: false,
      reason: 'role-not-allowed',
    })
    expect(await roleOf(person.userId)).toBe('customer')
    expect(await log()).toEqual([])
  },
)

test('a role that another admin has granted meanwhile is not overwritten unseen', async () => {
  const wish = { seen: 'customer', role: 'admin' } as const
  await grantRole(shop, boss, person.userId, { seen: 'customer', role: 'cashier' })
  expect(await grantRole(shop, boss, person.userId, wish)).toEqual({
    ok: false,
    reason: 'edited-meanwhile',
  })
  expect(await roleOf(person.userId)).toBe('cashier')
  expect(await findLastEditor(shop.db, 'person', person.userId)).toMatch(/^Chisomo Banda/)
})

test('the last super_admin keeps the role, whoever tries to remove it', async () => {
  expect(
    await grantRole(shop, boss, boss.userId, { seen: 'super_admin', role: 'customer' }),
  ).toEqual({ ok: false, reason: 'last-super-admin' })
  expect(await shop.db.$count(auditLog)).toBe(0)
})

test('a role granted by the command is logged, too, without an actor', async () => {
  await changeRole(shop, person.email, 'admin')
  expect(await log()).toMatchObject([{ byUser: null, ip: null, after: { role: 'admin' } }])
})

test('a person who is signed out everywhere has no session left, and others keep theirs', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000)
  for (const [userId, token] of [
    [person.userId, 'phone'],
    [person.userId, 'laptop'],
    [boss.userId, 'desk'],
  ] as const)
    await shop.db.insert(sessions).values({ userId, token, expiresAt })
  expect(await signOutCustomer(shop.db, boss, person.userId)).toMatchObject({ ok: true })
  expect((await shop.db.select().from(sessions)).map(({ token }) => token)).toEqual(['desk'])
  expect(await log()).toMatchObject([{ action: 'signed out', before: { sessions: 2 } }])
  expect(await signOutCustomer(shop.db, boss, '0b5f3f0c-5d38-4b3c-9e6e-2f6f6a1f7b11')).toEqual({
    ok: false,
    reason: 'person-not-found',
  })
})
