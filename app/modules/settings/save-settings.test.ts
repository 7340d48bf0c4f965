import { fork } from 'node:child_process'
import { once } from 'node:events'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { auditLog, savedSettings } from '../../db/tables.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import type { EmailContent } from '../../rules/messages/emails/content.ts'
import { defaultGroups } from '../../rules/settings/default-settings.ts'
import { settings } from '../../rules/settings/settings.ts'
import { changeRole } from '../accounts/change-role.ts'
import { limitInQuery } from './limit-in-query.ts'
import { findGroup, valuesOf } from './list-settings.ts'
import { saveSettings } from './save-settings.ts'

const shop = useShop()

// Rows that migrations bring stay between tests.
afterEach(async () => {
  await shop.db.update(savedSettings).set({ values: null, version: 1 })
  await shop.settings.refresh()
})

const anActor = async (role: Role) => {
  const { userId } = await aUser(shop, role)
  return { userId, role, ip: '10.0.0.1', request: null }
}
const { policy, contact } = defaultGroups()
const to =
  <V>(values: V) =>
  () => ({ ok: true as const, values })

test('the shop uses the settings of its files until somebody saves', async () => {
  expect(await findGroup(shop.db, 'policy')).toMatchObject({ values: policy, isSaved: false })
  expect(settings()).toMatchObject({ ...policy, name: contact.name })
})

test('an owner saves a group: it takes effect at once, and the log has the old and the new values', async () => {
  const owner = await anActor('super_admin')
  const seen = await findGroup(shop.db, 'policy')
  const edit = { ...policy, freeDeliveryFrom: 250_000 }
  expect(await saveSettings(shop, owner, 'policy', seen, to(edit))).toMatchObject({ ok: true })
  expect(settings().freeDeliveryFrom).toBe(250_000)
  expect(await findGroup(shop.db, 'policy')).toMatchObject({ values: edit, isSaved: true })
  const [line] = await shop.db.select().from(auditLog).where(eq(auditLog.entity, 'settings'))
  expect(line).toMatchObject({
    label: 'policy',
    before: { freeDeliveryFrom: 300_000 },
    after: { freeDeliveryFrom: 250_000 },
  })
})

test('an admin, and a former owner, change no settings', async () => {
  const seen = await findGroup(shop.db, 'policy')
  const edit = { ...policy, returnsDays: 3 }
  const save = async (actor: Awaited<ReturnType<typeof anActor>>) =>
    saveSettings(shop, actor, 'policy', seen, to(edit))
  expect(await save(await anActor('admin'))).toMatchObject({ reason: 'settings-not-yours' })
  await anActor('super_admin')
  const former = await aUser(shop, 'super_admin')
  await changeRole(shop, former.email, 'customer')
  const actor = { userId: former.userId, role: 'super_admin' as const, ip: '', request: null }
  expect(await save(actor)).toMatchObject({ reason: 'settings-not-yours' })
  expect(settings().returnsDays).toBe(policy.returnsDays)
})

test('the second of two tabs learns that the group was saved meanwhile', async () => {
  const owner = await anActor('super_admin')
  const seen = await findGroup(shop.db, 'policy')
  const save = (returnsDays: number) =>
    saveSettings(shop, owner, 'policy', seen, to({ ...policy, returnsDays }))
  const answers = await Promise.all([save(14), save(21)])
  expect(answers.map((answer) => (answer.ok ? 'saved' : answer.reason)).toSorted()).toEqual([
    'edited-meanwhile',
    'saved',
  ])
})

test('a second process uses a setting saved in the first as soon as the database notifies it, without a timer, and then renders its pages anew', {
  tags: 'slow',
}, async () => {
  const { databaseUrl, config } = shop
  const args = [databaseUrl, config.dataDir]
  const other = fork('tests/support/settings/other-process.ts', args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(other, 'exit')
  const nextPhone = async () => (await Promise.race([once(other, 'message'), ended]))[0]
  expect(await nextPhone()).toBe(contact.phones[0])

  const received = nextPhone()
  const seen = await findGroup(shop.db, 'contact')
  const edit = { ...contact, supportPhone: '+265 888 000 111' }
  const owner = await anActor('super_admin')
  expect(await saveSettings(shop, owner, 'contact', seen, to(edit))).toMatchObject({ ok: true })
  expect(await received).toBe('+265 888 000 111')
  other.disconnect()
  expect(await ended).toEqual([0, null])
})

test('a contact number equal to the first phone is stored as that number, because the earlier release accepts no empty one', async () => {
  const seen = await findGroup(shop.db, 'contact')
  const edit = { ...contact, phones: ['+265 888 000 222'], supportPhone: '' }
  const owner = await anActor('super_admin')
  expect(await saveSettings(shop, owner, 'contact', seen, to(edit))).toMatchObject({ ok: true })
  const [stored] = await shop.db
    .select({ values: savedSettings.values })
    .from(savedSettings)
    .where(eq(savedSettings.group, 'contact'))
  expect(stored?.values).toMatchObject({ supportPhone: '+265 888 000 222' })
  expect(valuesOf('contact', stored?.values)).toMatchObject({ supportPhone: '' })
})

test('a setting that an earlier release saved in an unreadable form counts as never saved', async () => {
  await shop.db.update(savedSettings).set({ values: { returnsDays: 'many' }, version: 7 })
  await shop.settings.refresh()
  expect(settings()).toMatchObject({ ...policy, name: contact.name })
})

describe('limits', () => {
  const { limits } = defaultGroups()
  const readEmails = async () => {
    const { rows } = await shop.db.execute<{ data: EmailContent }>(
      sql`select data from pgboss.job where name = 'send-email' order by created_on, id`,
    )
    return rows.map(({ data }) => data)
  }

  test('that let staff do more alone are announced to the other owners by email, once; tighter ones are not', async () => {
    const owner = { ...(await anActor('super_admin')), request: 'press-1' }
    const other = await aUser(shop, 'super_admin')
    await aUser(shop, 'admin')
    const save = async (edit: Partial<typeof limits>, actor = owner) => {
      const seen = await findGroup(shop.db, 'limits')
      return saveSettings(shop, actor, 'limits', seen, to({ ...limits, ...edit }))
    }
    const wider = { cashierDiscountPercent: 20, creditSecondPersonFrom: null, refundAlone: 10_000 }
    expect(await save(wider)).toMatchObject({ ok: true })
    expect(await save(wider)).toMatchObject({ ok: true })
    const [email, ...others] = await readEmails()
    expect(others).toEqual([])
    expect(email?.to).toBe(other.email)
    expect(email?.paragraphs.slice(1)).toEqual([
      'A cashier takes off alone up to (%): 10%, from now on 20%.',
      'A second person agrees to store credit issued by hand from (MK): MK\u00a050,000, from now on any sum.',
    ])
    await save({ ...wider, creditSecondPersonFrom: 1000 }, { ...owner, request: 'press-2' })
    expect(await readEmails()).toHaveLength(1)
  })

  test('of the safety stock apply to the next query, also in prepared statements', async () => {
    const owner = await anActor('super_admin')
    const ask = async () => {
      const { rows } = await shop.db.execute<{ most: number }>(
        sql`select ${limitInQuery('safetyStockMost')} as most`,
      )
      return rows[0]?.most
    }
    expect(await ask()).toBe(limits.safetyStockMost)
    const seen = await findGroup(shop.db, 'limits')
    await saveSettings(shop, owner, 'limits', seen, to({ ...limits, safetyStockMost: 7 }))
    expect(await ask()).toBe(7)
  })
})
