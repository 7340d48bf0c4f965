import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { aShift } from '../../../../tests/support/till/counter.ts'
import { auditLog, shifts, tillDevices, tillDeviceUsers, tills } from '../../../db/tables.server.ts'
import { openRateLimiter } from '../../../platform/rate-limiter.server.ts'
import { claimTill, renameTill } from './claim-till.ts'

const shop = useShop()
let boss: { userId: string; ip: string; role: 'admin' }
let tillId: string
/** What stands for the front counter. */
let device: string

const claim = (name: string, deviceId: string = randomUUID(), publicKey?: string) =>
  claimTill(shop, boss, { name, deviceId, takeOver: false, publicKey })
const rename = (name: string) => renameTill(shop.db, boss, { tillId, name })

beforeEach(async () => {
  boss = { ...(await aUser(shop, 'admin')), ip: '10.0.0.1', role: 'admin' }
  device = randomUUID()
  const front = await claim('Front counter', device)
  if (!front.ok) throw new Error(front.reason)
  tillId = front.till.id
})
afterEach(() => {
  shop.rateLimiter = openRateLimiter(shop.db, 100_000)
})

const no = (reason: string) => ({ ok: false, reason })
const tillOf = async (id: string) => (await shop.db.select().from(tills).where(eq(tills.id, id)))[0]
const deviceOf = async (id: string) =>
  (await shop.db.select().from(tillDevices).where(eq(tillDevices.deviceId, id)))[0]
const lastLine = async () => (await shop.db.select().from(auditLog).orderBy(auditLog.id)).at(-1)

test('a device becomes a till with its person at it, which is logged; a repeated request changes nothing', async () => {
  expect(await lastLine()).toMatchObject({
    action: 'created',
    entity: 'till',
    entityId: tillId,
    label: 'Front counter',
    byUser: boss.userId,
    before: null,
    after: { device },
  })
  expect(await deviceOf(device)).toMatchObject({ tillId, publicKey: null, leftAt: null })
  expect(await shop.db.select().from(tillDeviceUsers)).toMatchObject([
    { deviceId: device, userId: boss.userId },
  ])
  const lines = await shop.db.$count(auditLog)
  expect(await claim('FRONT counter', device)).toEqual({
    ok: true,
    till: { id: tillId, name: 'Front counter' },
  })
  expect(await shop.db.$count(auditLog)).toBe(lines)
})

test('a till claimed by another device is taken over only on purpose, and only by an admin', async () => {
  const other = randomUUID()
  const take = (role: 'admin' | 'cashier', takeOver: boolean) =>
    claimTill(shop, { ...boss, role }, { name: 'Front counter', deviceId: other, takeOver })
  expect(await take('admin', false)).toEqual(no('till-taken'))
  expect(await take('cashier', true)).toEqual(no('till-taken'))
  expect(await deviceOf(other)).toBeUndefined()
  expect(await take('admin', true)).toMatchObject({ ok: true, till: { id: tillId } })
  expect(await tillOf(tillId)).toMatchObject({ deviceId: other })
  expect((await deviceOf(device))?.leftAt).toBeInstanceOf(Date)
  expect(await deviceOf(other)).toMatchObject({ tillId, leftAt: null })
  expect(await lastLine()).toMatchObject({
    action: 'edited',
    before: { device },
    after: { device: other },
  })
})

test('a device that becomes another till leaves its former one, unless a shift is open there', async () => {
  const shift = await aShift(shop, { tillId, openedBy: boss.userId })
  expect(await claim('Back room', device)).toEqual(no('till-shift-open'))
  await shop.db.update(shifts).set({ closedAt: shift.openedAt, closedBy: boss.userId })
  const back = await claim('Back room', device)
  expect(back).toMatchObject({ ok: true, till: { name: 'Back room' } })
  expect(await tillOf(tillId)).toMatchObject({ deviceId: null })
  expect(await deviceOf(device)).toMatchObject({ tillId: back.ok && back.till.id })
})

test('a device with a key claims a till only with that key, and keeps its first key', async () => {
  await claim('Back room', device, 'first key')
  expect(await deviceOf(device)).toMatchObject({ publicKey: 'first key' })
  for (const key of [undefined, 'another key'])
    expect(await claim('Door', device, key)).toEqual(no('till-taken'))
  expect(await claim('Door', device, 'first key')).toMatchObject({ ok: true })
})

test('a till is renamed, and the log has both names', async () => {
  expect(await rename('By the door')).toEqual({
    ok: true,
    till: { id: tillId, name: 'By the door' },
  })
  expect((await tillOf(tillId))?.name).toBe('By the door')
  expect(await lastLine()).toMatchObject({
    action: 'edited',
    entity: 'till',
    entityId: tillId,
    label: 'By the door',
    byUser: boss.userId,
    before: { name: 'Front counter' },
    after: { name: 'By the door' },
  })
})

test('a till renamed twice by one form, whose answer was lost, is renamed once', async () => {
  await rename('By the door')
  const lines = await shop.db.$count(auditLog)
  expect(await rename('By the door')).toMatchObject({ ok: true })
  expect(await shop.db.$count(auditLog)).toBe(lines)
})

test('two tills cannot have the same name, regardless of capitals; a till may change the capitals of its own', async () => {
  await claim('Back room')
  expect(await rename('BACK ROOM')).toEqual(no('till-name-taken'))
  expect(await rename('FRONT COUNTER')).toMatchObject({ ok: true })
})

test('a name that two tills request at once is given to one of them', async () => {
  const back = await claim('Back room')
  if (!back.ok) throw new Error(back.reason)
  const done = await Promise.all([
    rename('Door'),
    renameTill(shop.db, boss, { tillId: back.till.id, name: 'door' }),
  ])
  expect(done.filter(({ ok }) => ok)).toHaveLength(1)
})

test('a cashier renames no till, and a retired till cannot be renamed', async () => {
  const cashier = { ...boss, role: 'cashier' as const }
  expect(await renameTill(shop.db, cashier, { tillId, name: 'Mine' })).toEqual(
    no('till-rename-denied'),
  )
  await shop.db.update(tills).set({ retiredAt: shop.now() })
  expect(await rename('Gone')).toEqual(no('not-found'))
})

test('new tills are limited for each hour; existing tills are claimed as before', async () => {
  shop.rateLimiter = openRateLimiter(shop.db, 1)
  for (let n = 0; n < 9; n += 1) expect(await claim(`Till ${n}`)).toMatchObject({ ok: true })
  expect(await claim('One more')).toEqual({ ...no('too-many-attempts'), minutes: 60 })
  await shop.db.update(tills).set({ deviceId: null })
  expect(await claim('Till 3')).toMatchObject({ ok: true })
  // Somebody else may make some.
  boss = { ...boss, ...(await aUser(shop, 'admin')) }
  expect(await claim('One more')).toMatchObject({ ok: true })
})

test('a new till is refused when the back office could not list it any more; an existing one is claimed', async () => {
  await shop.db
    .insert(tills)
    .values(Array.from({ length: 199 }, (_, n) => ({ name: `Counter ${n}` })))
  expect(await claim('One more')).toEqual({ ...no('till-many'), available: 200 })
  expect(await claim('Counter 7')).toMatchObject({ ok: true })
})
