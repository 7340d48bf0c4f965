import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditLog, posSales, shifts, tills } from '../../../app/db/tables.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct, aUser, type TestProduct } from '../../support/factories.ts'
import { aSoldLine, aTill } from '../../support/till/till.ts'

const app = useApp()
const { shop } = app
let admin: SignedIn
let cashier: SignedIn
let skirt: TestProduct
let till: Awaited<ReturnType<typeof aTill>>

beforeEach(async () => {
  admin = await app.signIn('admin')
  cashier = await app.signIn('cashier')
  skirt = await aProduct(shop, { price: 20_000, stock: 5 })
  till = await aTill(cashier, { name: 'Front counter' })
  await till.send(till.openShift)
})

const act = (intent: string, id: string, who = admin) =>
  who.post('/admin/shifts', { intent, id }).then(({ status }) => status)
const see = async (path = '/admin/shifts') =>
  (await admin.open(path)).html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const shiftNow = async () =>
  (await shop.db.select().from(shifts).where(eq(shifts.id, till.shiftId)))[0]
const logOf = (entityId: string) =>
  shop.db.select().from(auditLog).where(eq(auditLog.entityId, entityId)).orderBy(auditLog.id)
const silentFor = (minutes: number) =>
  shop.db
    .update(tills)
    .set({ lastSeenAt: sql`now() - make_interval(mins => ${minutes})` })
    .where(eq(tills.id, till.till.id))

test('the back office sees which till sells, whether its device is connected, and what is kept as safety stock for it', async () => {
  expect(await see()).toContain('Open, not selling')
  await till.send(till.sale([aSoldLine(skirt)]))
  await till.post('here', { tillId: till.till.id, shiftId: till.shiftId, unsent: 0 })
  const page = await see()
  for (const words of ['Front counter', 'Device connected', 'Selling now'])
    expect(page).toContain(words)
  await silentFor(5)
  const later = await see()
  for (const words of ['Device last seen', 'Selling, offline', 'The web shop keeps units back'])
    expect(later).toContain(words)
})

test('an abandoned shift is closed by the back office without a count, and its late sales go under review', async () => {
  const late = till.sale([aSoldLine(skirt)])
  expect(await see(`/admin/shifts?shift=${till.shiftId}`)).toContain('Close shift')
  expect(await act('close', till.shiftId)).toBe(302)
  expect(await shiftNow()).toMatchObject({
    closedBy: admin.userId,
    abandonedAt: expect.any(Date),
    counted: null,
  })
  expect(await see(`/admin/shifts?shift=${till.shiftId}`)).toContain(
    'Not closed at its till: its drawer was not counted.',
  )
  expect(await logOf(till.shiftId)).toMatchObject([
    { action: 'shift closed', byUser: admin.userId, label: 'Front counter' },
  ])
  const closed = await shiftNow()
  await act('close', till.shiftId)
  expect(await shiftNow()).toEqual(closed)

  const { received } = await till.send(late)
  expect(received).toMatchObject([{ id: late.id, reviewReasons: ['shift-unknown'] }])
  const [sale] = await shop.db.select().from(posSales).where(eq(posSales.idempotencyKey, late.id))
  expect(sale).toMatchObject({
    shiftId: till.shiftId,
    reviewNotes: [{ code: 'shift-abandoned' }],
  })
  const [line] = late.lines
  const back = {
    ...till.made(),
    kind: 'return',
    shiftId: till.shiftId,
    tillId: till.till.id,
    saleNumber: late.number,
    lines: [{ lineId: line?.id, quantity: 1, amount: 20_000, isRestocked: true }],
    refund: 20_000,
    reason: 'Too small',
    exchangeSaleId: null,
    approval: null,
  }
  const returned = await till.send(back)
  expect(returned.received).toMatchObject([
    { id: back.id, reviewReasons: expect.arrayContaining(['shift-unknown']) },
  ])
})

test('a till without an open shift is retired, loses its device, and is brought back', async () => {
  const isRetired = async () =>
    (await shop.db.$count(
      tills,
      and(eq(tills.id, till.till.id), sql`retired_at is not null and device_id is null`),
    )) === 1
  await act('retire', till.till.id)
  expect(await isRetired()).toBe(false)
  await act('close', till.shiftId)
  await act('retire', till.till.id)
  expect(await isRetired()).toBe(true)
  const here = await till.post('here', { tillId: till.till.id, shiftId: null, unsent: 0 })
  expect(await here.json()).toMatchObject({ reason: 'till-not-this-device' })
  const start = (await (await till.get('start')).json()) as { tills: unknown[] }
  expect(start.tills).toEqual([])
  expect(await see()).toContain('Retired tills (1)')

  const other = await aTill(cashier, { name: 'front counter' })
  await act('restore', till.till.id)
  expect(await isRetired()).toBe(true)
  await act('retire', other.till.id)
  await act('restore', till.till.id)
  expect(await isRetired()).toBe(false)
  const log = await logOf(till.till.id)
  expect(log.map(({ action }) => action)).toEqual(['created', 'archived', 'restored'])
})

test('a cashier or customer closes no shift there and retires no till', async () => {
  for (const who of [cashier, await app.signIn()]) {
    expect(await act('close', till.shiftId, who)).toBe(403)
    expect(await act('retire', till.till.id, who)).toBe(403)
  }
  expect(await shiftNow()).toMatchObject({ closedAt: null })
})

test('a form that no page contains changes no till', async () => {
  const { userId } = await aUser(shop)
  for (const [intent, id] of [
    ['close', userId],
    ['retire', userId],
    ['restore', 'x'],
    ['burn', till.till.id],
  ] as const)
    expect(await act(intent, id)).toBe(302)
  expect(await shiftNow()).toMatchObject({ closedAt: null })
})
