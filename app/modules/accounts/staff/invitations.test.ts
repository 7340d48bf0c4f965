import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { aUser } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { auditLog, profiles, staffInvitations, users } from '../../../db/tables.server.ts'
import type { Role } from '../../../rules/accounts/roles.ts'
import { exportAccount } from '../../privacy/export-account.ts'
import { changeRole } from '../change-role.ts'
import { tidyUp } from '../tidy-up.ts'
import { acceptInvitation, findInvitation } from './accept-invitation.ts'
import { inviteStaff, withdrawInvitation } from './invite-staff.ts'
import { listInvitations } from './list-invitations.ts'

const shop = useShop({ RATE_LIMIT_SCALE: '1' })
const EMAIL = 'thoko@example.mw'

const anActor = async (role: Role) => ({ ...(await aUser(shop, role)), role, ip: '10.0.0.1' })
type Inviter = Awaited<ReturnType<typeof anActor>>
async function invite(owner: Inviter, email = EMAIL, role: 'admin' | 'cashier' = 'cashier') {
  const done = await inviteStaff(shop, owner, { email, role })
  return (done.ok && new URL(done.url).searchParams.get('token')) || ''
}
const roleOf = async (userId: string) =>
  (await shop.db.select().from(profiles).where(eq(profiles.userId, userId)))[0]?.role
const ofThem = async (token: string) => {
  const found = await findInvitation(shop.db, token)
  return { userId: found?.userId ?? '', ip: '10.0.0.2' }
}
const age = (interval: string) =>
  shop.db.update(staffInvitations).set({ expiresAt: sql`expires_at - ${interval}::interval` })

describe('an invitation to the staff', () => {
  test('opens an account without a password, and grants the role once', async () => {
    const owner = await anActor('super_admin')
    const token = await invite(owner)
    const found = await findInvitation(shop.db, token)
    expect(found).toMatchObject({ email: EMAIL, role: 'cashier', hasPassword: false })
    const person = await ofThem(token)
    expect(await roleOf(person.userId)).toBe('customer')
    expect(await acceptInvitation(shop, person, token, 'Thoko Banda')).toEqual({
      ok: true,
      role: 'cashier',
    })
    expect(await roleOf(person.userId)).toBe('cashier')
    const [made] = await shop.db.select().from(users).where(eq(users.id, person.userId))
    expect(made?.name).toBe('Thoko Banda')
    expect(await acceptInvitation(shop, person, token)).toMatchObject({ reason: 'invitation-dead' })
    expect(await listInvitations(shop.db)).toEqual([])
    const log = await shop.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, person.userId))
      .orderBy(auditLog.id)
    expect(log.map(({ action, byUser }) => [action, byUser])).toEqual([
      ['invited', owner.userId],
      ['role changed', person.userId],
    ])
  })

  test('is stored as a hash, and a repeated one replaces the one before', async () => {
    const owner = await anActor('super_admin')
    const first = await invite(owner)
    const second = await invite(owner, EMAIL, 'admin')
    expect(await findInvitation(shop.db, first)).toBeNull()
    expect(await findInvitation(shop.db, second)).toMatchObject({ role: 'admin' })
    const [row, ...more] = await shop.db.select().from(staffInvitations)
    expect(more).toEqual([])
    expect(JSON.stringify(row)).not.toContain(second)
  })

  test('is refused to any other account, and is accepted once when opened twice at the same moment', async () => {
    const owner = await anActor('super_admin')
    const token = await invite(owner)
    const other = await aUser(shop)
    expect(await acceptInvitation(shop, { userId: other.userId, ip: '' }, token)).toMatchObject({
      reason: 'invitation-dead',
    })
    const person = await ofThem(token)
    const both = await Promise.all([
      acceptInvitation(shop, person, token),
      acceptInvitation(shop, person, token),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await roleOf(other.userId)).toBe('customer')
  })

  test('works for seven days, and is deleted after another thirty', async () => {
    const token = await invite(await anActor('super_admin'))
    await age('6 days 23 hours')
    expect(await findInvitation(shop.db, token)).not.toBeNull()
    await age('1 hour 1 second')
    expect(await findInvitation(shop.db, token)).toBeNull()
    expect(await listInvitations(shop.db)).toMatchObject([{ email: EMAIL, isDead: true }])
    await age('29 days')
    await tidyUp(shop)
    expect(await shop.db.$count(staffInvitations)).toBe(1)
    await age('1 day')
    await tidyUp(shop)
    expect(await shop.db.$count(staffInvitations)).toBe(0)
  })

  test('ends when it is withdrawn, when its sender is no super_admin any more, and when a role was granted by hand', async () => {
    const owner = await anActor('super_admin')
    const keeper = await anActor('super_admin')
    const withdrawn = await invite(owner, 'one@example.mw')
    const { userId } = await ofThem(withdrawn)
    expect(await withdrawInvitation(shop, owner, userId)).toEqual({ ok: true })
    expect(await withdrawInvitation(shop, owner, userId)).toEqual({ ok: true })
    expect(await findInvitation(shop.db, withdrawn)).toBeNull()

    const byHand = await invite(owner, 'two@example.mw')
    await changeRole(shop, 'two@example.mw', 'admin')
    expect(await findInvitation(shop.db, byHand)).toBeNull()

    const orphaned = await invite(owner, 'three@example.mw')
    const person = await ofThem(orphaned)
    const [, accepted] = await Promise.all([
      changeRole(shop, owner.email, 'admin'),
      acceptInvitation(shop, person, orphaned),
    ])
    // Whoever came first: no role is given by who may give none.
    expect(await roleOf(person.userId)).toBe(accepted.ok ? 'cashier' : 'customer')
    expect(await findInvitation(shop.db, orphaned)).toBeNull()
    expect(keeper.role).toBe('super_admin')
  })

  test('is refused to admins, for people who already work here, and after too many', async () => {
    const owner = await anActor('super_admin')
    const admin = await anActor('admin')
    const asked = { email: EMAIL, role: 'admin' as const }
    expect(await inviteStaff(shop, admin, asked)).toMatchObject({ reason: 'role-not-allowed' })
    // What the refused act began is not there.
    expect(await shop.db.$count(users, eq(users.email, EMAIL))).toBe(0)
    expect(await inviteStaff(shop, owner, { ...asked, email: admin.email })).toMatchObject({
      reason: 'invited-is-staff',
    })
    const answers = []
    for (let n = 0; n < 5; n += 1) answers.push(await inviteStaff(shop, owner, asked))
    expect(answers.at(-1)).toMatchObject({ reason: 'too-many-attempts' })
    expect(answers.filter(({ ok }) => ok)).toHaveLength(4)
  })

  test('is in the data export of the invited person', async () => {
    const token = await invite(await anActor('super_admin'))
    const { userId } = await ofThem(token)
    const file = await exportAccount(shop.db, userId, shop.now())
    expect(file?.invited_to_the_staff).toMatchObject({ role: 'cashier' })
  })
})
