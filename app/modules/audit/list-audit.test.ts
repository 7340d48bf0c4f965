import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { auditLog } from '../../db/tables.server.ts'
import { UNREADABLE_EVENT } from '../../rules/audit/audit.ts'
import { type AuditFilter, listAudit } from './list-audit.ts'
import { type Change, recordAudit } from './record-audit.ts'

const shop = useShop()
const ALL: AuditFilter = {
  search: '',
  entity: null,
  action: null,
  email: null,
  from: null,
  to: null,
}
let admin: { userId: string; email: string }
beforeEach(async () => {
  admin = await aUser(shop, 'admin')
})

const record = (change: Partial<Change> & { label: string }, by = admin) =>
  shop.db.transaction((db) =>
    recordAudit(
      db,
      { userId: by.userId, ip: '10.0.0.7' },
      { action: 'edited', entity: 'product', entityId: 'p1', ...change },
    ),
  )
const list = async (asked: Partial<AuditFilter> & { after?: string | null; limit?: number } = {}) =>
  listAudit(shop.db, { after: null, limit: 25, ...ALL, ...asked })
const labels = async (asked: Parameters<typeof list>[0]) =>
  (await list(asked)).rows.map((line) => line.label)

describe('the log of changes', () => {
  test('shows who changed what, from what to what, when and from where', async () => {
    await record({
      label: 'Wrap Dress',
      before: { price: 1, sku: 'A' },
      after: { price: 2, sku: 'A' },
    })
    const [line] = (await list()).rows
    expect(line).toMatchObject({
      email: admin.email,
      action: 'edited',
      entity: 'product',
      entityId: 'p1',
      label: 'Wrap Dress',
      before: { price: 1 },
      after: { price: 2 },
      ip: '10.0.0.7',
    })
    expect(line?.at).toBeInstanceOf(Date)
  })

  test('finds an entry by its visible text when the label is stored as a code', async () => {
    await record({ label: UNREADABLE_EVENT, entity: 'pos_sale' })
    await record({ label: 'Front' })
    for (const search of ['Sent by a till', 'not understood', 'se'])
      expect(await labels({ search })).toEqual([UNREADABLE_EVENT])
    expect(await labels({ search: 'front' })).toEqual(['Front'])
  })

  test('is read page by page, newest first, each entry once', async () => {
    for (let n = 1; n <= 5; n += 1) await record({ label: `Dress ${n}` })
    const first = await list({ limit: 2 })
    expect(first.rows.map((line) => line.label)).toEqual(['Dress 5', 'Dress 4'])
    await record({ label: 'Dress 6' })
    const second = await list({ limit: 2, after: first.next })
    expect(second.rows.map((line) => line.label)).toEqual(['Dress 3', 'Dress 2'])
    const third = await list({ limit: 2, after: second.next })
    expect(third.rows.map((line) => line.label)).toEqual(['Dress 1'])
    expect(third.next).toBeNull()
    expect(await labels({ after: 'nonsense', limit: 1 })).toEqual(['Dress 6'])
  })

  test('is searched by the label of an entity, and takes `%` literally', async () => {
    await record({ label: 'FSC-2026-000001' })
    await record({ label: 'Half price 50%' })
    expect(await labels({ search: '000001' })).toEqual(['FSC-2026-000001'])
    expect(await labels({ search: '50%' })).toEqual(['Half price 50%'])
    expect(await labels({ search: 'fs' })).toEqual(['FSC-2026-000001'])
  })

  test('is filtered by kind of entity, act and person', async () => {
    const other = await aUser(shop, 'super_admin')
    await record({ label: 'A' })
    await record({ label: 'B', entity: 'order', action: 'status changed' })
    await record({ label: 'C', entity: 'order' }, other)
    expect(await labels({ entity: 'order' })).toEqual(['C', 'B'])
    expect(await labels({ action: 'edited' })).toEqual(['C', 'A'])
    expect(await labels({ email: other.email.toUpperCase() })).toEqual(['C'])
    expect(await labels({ entity: 'order', action: 'edited', email: admin.email })).toEqual([])
    expect(await labels({ email: 'nobody@example.com' })).toEqual([])
  })

  test('is filtered by days in Blantyre, both included', async () => {
    const at = (label: string, time: string) =>
      shop.db.insert(auditLog).values({
        byUser: admin.userId,
        action: 'edited',
        entity: 'product',
        entityId: 'p1',
        label,
        createdAt: sql`${time}::timestamptz`,
      })
    await at('Sunday', '2026-09-27T21:59:59Z')
    await at('Monday early', '2026-09-27T22:00:00Z')
    await at('Monday late', '2026-09-28T21:59:59.999Z')
    await at('Tuesday', '2026-09-28T22:00:00Z')
    // Started before midnight, written after it: its number is greater than Tuesday's first.
    await at('Monday slow', '2026-09-28T21:59:58Z')
    expect(await labels({ from: '2026-09-28', to: '2026-09-28' })).toEqual([
      'Monday slow',
      'Monday late',
      'Monday early',
    ])
    expect(await labels({ from: '2026-09-29' })).toEqual(['Tuesday'])
    expect(await labels({ to: '2026-09-27' })).toEqual(['Sunday'])
    expect(await labels({ from: '2027-01-01' })).toEqual([])
  })

  test('keeps the entries of a person whose account was deleted', async () => {
    await shop.db.insert(auditLog).values({
      action: 'deleted',
      entity: 'banner',
      entityId: 'b1',
      label: 'Old banner',
      before: { title: 'Old banner' },
    })
    expect((await list()).rows).toMatchObject([{ email: null, name: null, after: null }])
  })
})
