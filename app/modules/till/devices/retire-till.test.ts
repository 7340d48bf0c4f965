import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { anAdmin, aProduct, aUser } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { aSale, aShift, aTill } from '../../../../tests/support/till/counter.ts'
import { auditLog, shifts, tillDevices, tills } from '../../../db/tables.server.ts'
import { listAdminTills } from './list-tills.ts'
import { closeAbandonedShift, restoreTill, retireTill } from './retire-till.ts'

const shop = useShop()
let boss: Awaited<ReturnType<typeof anAdmin>>
let bob: string
let till: typeof tills.$inferSelect
const device = randomUUID()

beforeEach(async () => {
  boss = await anAdmin(shop)
  bob = (await aUser(shop, 'cashier')).userId
  till = await aTill(shop, 'Front counter')
  await shop.db.update(tills).set({ deviceId: device }).where(eq(tills.id, till.id))
  await shop.db.insert(tillDevices).values({ deviceId: device, tillId: till.id })
})

const logged = () => shop.db.select().from(auditLog).orderBy(auditLog.id)
const shiftNow = async (id: string) =>
  (await shop.db.select().from(shifts).where(eq(shifts.id, id)))[0]
const tillNow = async () => (await shop.db.select().from(tills).where(eq(tills.id, till.id)))[0]

test('a shift that nobody at its till will close is closed uncounted, once, and the log says who closed it', async () => {
  const { id, openedAt } = await aShift(shop, { tillId: till.id, openedBy: bob })
  const other = await aShift(shop, { tillId: (await aTill(shop)).id, openedBy: bob })
  expect(await closeAbandonedShift(shop.db, boss, randomUUID())).toEqual({
    ok: false,
    reason: 'not-found',
  })
  const press = { ...boss, request: randomUUID() }
  expect(await closeAbandonedShift(shop.db, press, id)).toEqual({ ok: true })
  const closed = await shiftNow(id)
  expect(closed).toMatchObject({ closedBy: boss.userId, counted: null })
  expect(closed?.abandonedAt).toBeInstanceOf(Date)
  expect(closed?.closedAt?.getTime()).toBeGreaterThanOrEqual(openedAt.getTime())
  expect(await shiftNow(other.id)).toMatchObject({ closedAt: null, abandonedAt: null })
  const lines = [
    {
      action: 'shift closed',
      entity: 'shift',
      entityId: id,
      label: 'Front counter',
      byUser: boss.userId,
      after: { countedTotal: null, inBackOffice: true },
    },
  ]
  expect(await logged()).toMatchObject(lines)
  // The same press again is done; another one comes too late.
  expect(await closeAbandonedShift(shop.db, press, id)).toEqual({ ok: true })
  expect(await closeAbandonedShift(shop.db, boss, id)).toEqual({
    ok: false,
    reason: 'shift-closed-already',
  })
  expect(await shiftNow(id)).toEqual(closed)
  expect(await logged()).toMatchObject(lines)
})

test('a shift of a till whose clock is ahead is not closed before its start', async () => {
  const openedAt = new Date(Date.now() + 4 * 60_000)
  const { id } = await aShift(shop, { tillId: till.id, openedBy: bob, openedAt })
  await closeAbandonedShift(shop.db, boss, id)
  expect((await shiftNow(id))?.closedAt).toEqual(openedAt)
})

test('a till is retired without an open shift, and then has no device', async () => {
  const shift = await aShift(shop, { tillId: till.id, openedBy: bob })
  const gone = { ok: false, reason: 'not-found' }
  expect(await retireTill(shop.db, boss, randomUUID())).toEqual(gone)
  expect(await retireTill(shop.db, boss, till.id)).toEqual({ ok: false, reason: 'till-has-shift' })
  await closeAbandonedShift(shop.db, boss, shift.id)
  expect(await retireTill(shop.db, boss, till.id)).toEqual({ ok: true, name: 'Front counter' })
  expect(await tillNow()).toMatchObject({ retiredAt: expect.any(Date), deviceId: null })
  const [left] = await shop.db.select().from(tillDevices)
  expect(left?.leftAt).toBeInstanceOf(Date)
  const lines = await logged()
  expect(lines.at(-1)).toMatchObject({
    action: 'archived',
    entity: 'till',
    entityId: till.id,
    label: 'Front counter',
    byUser: boss.userId,
    before: { device },
  })
  // Twice is once.
  expect(await retireTill(shop.db, boss, till.id)).toEqual({ ok: true, name: 'Front counter' })
  expect(await logged()).toEqual(lines)
})

test('a retired till is reactivated, unless another has its name now', async () => {
  expect(await restoreTill(shop.db, boss, till.id)).toEqual({ ok: true, name: 'Front counter' })
  expect(await logged()).toEqual([])
  await retireTill(shop.db, boss, till.id)
  const other = await aTill(shop, 'FRONT COUNTER')
  expect(await restoreTill(shop.db, boss, till.id)).toEqual({
    ok: false,
    reason: 'till-name-taken',
  })
  await shop.db.update(tills).set({ name: 'Door' }).where(eq(tills.id, other.id))
  expect(await restoreTill(shop.db, boss, till.id)).toEqual({ ok: true, name: 'Front counter' })
  expect(await tillNow()).toMatchObject({ retiredAt: null })
  expect((await logged()).at(-1)).toMatchObject({ action: 'restored', entityId: till.id })
})

test('the back office lists each till with its activity: active ones by name, retired ones last', async () => {
  const back = await aTill(shop, 'back room')
  const old = await aTill(shop, 'Attic')
  await retireTill(shop.db, boss, old.id)
  const shift = await aShift(shop, { tillId: till.id, openedBy: bob })
  const quiet = { hasDevice: false, isSelling: false, hasSafetyStock: false, shift: null }
  expect(await listAdminTills(shop.db)).toMatchObject([
    { ...quiet, id: back.id, name: 'back room', isConnected: true, retiredAt: null },
    {
      id: till.id,
      hasDevice: true,
      isConnected: true,
      isSelling: false,
      hasSafetyStock: false,
      lastSeenAt: expect.any(Date),
      shift: {
        id: shift.id,
        openedAt: shift.openedAt,
        openedBy: expect.stringContaining('Chisomo'),
      },
    },
    { ...quiet, id: old.id, retiredAt: expect.any(Date) },
  ])
  await aSale(shop, {
    cashierId: bob,
    tillId: till.id,
    shiftId: shift.id,
    product: await aProduct(shop),
  })
  const front = async () => (await listAdminTills(shop.db)).find(({ id }) => id === till.id)
  expect(await front()).toMatchObject({ isSelling: true, hasSafetyStock: false })
  await shop.db
    .update(tills)
    .set({ lastSeenAt: sql`now() - interval '5 minutes'` })
    .where(eq(tills.id, till.id))
  expect(await front()).toMatchObject({ isConnected: false, isSelling: true, hasSafetyStock: true })
  await shop.db.update(tills).set({ lastSeenAt: null }).where(eq(tills.id, back.id))
  expect((await listAdminTills(shop.db))[0]).toMatchObject({ lastSeenAt: null, isConnected: false })
})
