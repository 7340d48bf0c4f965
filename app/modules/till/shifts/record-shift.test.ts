import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aProduct, aUser } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { aShift, aTill } from '../../../../tests/support/till/counter.ts'
import { aTillAtShop } from '../../../../tests/support/till/till-at-shop.ts'
import {
  auditLog,
  creditReserves,
  credits,
  shiftCash,
  shifts,
  tillDevices,
  tills,
  unreadableTillEvents,
} from '../../../db/tables.server.ts'
import type { Role } from '../../../rules/accounts/roles.ts'
import type { CashMoved, ShiftClosed, ShiftOpened } from '../../../rules/till/till-events.ts'
import { makeDeviceKeys, publicKeyOf, signContent } from '../../../rules/till/till-signature.ts'
import { issueCredit } from '../../credit/issue-credit.ts'
import { ingestEvents } from '../events/ingest-events.ts'
import { listOpenDrawers, moveDrawerCash } from './drawer-cash.ts'
import { readShift } from './read-shift.ts'

const shop = useShop()
let bob: string
let till: Awaited<ReturnType<typeof aTillAtShop>>

beforeEach(async () => {
  bob = (await aUser(shop, 'cashier')).userId
  till = await aTillAtShop(shop, bob)
})

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const made = () => ({ id: randomUUID(), cashierId: bob, at: at(0) })
const opened = (change: Partial<ShiftOpened> = {}): ShiftOpened => ({
  ...made(),
  kind: 'shift-opened',
  tillId: till.till.id,
  float: 5000,
  ...change,
})
const moved = (change: Partial<CashMoved> = {}): CashMoved => ({
  ...made(),
  kind: 'cash-moved',
  shiftId: till.shiftId,
  amount: -1000,
  reason: 'Tea',
  ...change,
})
const counted = (change: Partial<ShiftClosed> = {}): ShiftClosed => ({
  ...made(),
  kind: 'shift-closed',
  shiftId: till.shiftId,
  counted: { 5000: 3, 500: 1 },
  note: null,
  ...change,
})
const shiftOf = async (id: string) =>
  (await shop.db.select().from(shifts).where(eq(shifts.id, id)))[0]
const change = (id: string, set: Partial<typeof shifts.$inferInsert>) =>
  shop.db.update(shifts).set(set).where(eq(shifts.id, id))
const whys = async () =>
  (
    await shop.db.select().from(unreadableTillEvents).orderBy(asc(unreadableTillEvents.receivedAt))
  ).map(({ why }) => why.code)
const log = () =>
  shop.db.select().from(auditLog).where(eq(auditLog.entity, 'shift')).orderBy(auditLog.id)

/** A code of which this till holds a part for a cart. */
async function reserved() {
  const admin = { userId: (await aUser(shop, 'admin')).userId, ip: '10.0.0.1' }
  const id = randomUUID()
  const voucher = { kind: 'voucher', amount: 9000, email: null, reason: 'Paid' } as const
  await issueCredit(shop, admin, { id, ...voucher })
  const [code] = await shop.db.select().from(credits).where(eq(credits.id, id))
  expect(await till.reserve(code?.code ?? '', 9000)).toMatchObject({ ok: true })
}
const reserves = async () =>
  (await shop.db.select().from(creditReserves)).map(({ status }) => status)

describe('a shift that is opened', () => {
  test('is recorded as it was, and a repeated event changes nothing', async () => {
    const other = await aTill(shop)
    await shop.db.update(tills).set({ deviceId: null }).where(eq(tills.id, till.till.id))
    await shop.db.update(tills).set({ deviceId: till.deviceId }).where(eq(tills.id, other.id))
    const opening = opened({ tillId: other.id, at: at(-30) })
    const answer = { id: opening.id, number: null, reviewReasons: [] }
    expect(await till.send(opening)).toEqual([answer])
    const row = await shiftOf(opening.id)
    expect(row).toMatchObject({
      tillId: other.id,
      openedBy: bob,
      sentBy: bob,
      deviceId: till.deviceId,
      isSigned: false,
      openedAt: new Date(opening.at),
      openingFloat: 5000,
      closedAt: null,
      ending: null,
    })
    expect(await till.send({ ...opening, float: 9000 })).toEqual([answer])
    expect(await shiftOf(opening.id)).toEqual(row)
    expect(await whys()).toEqual([])
    // Nor does it end the one of another till.
    expect(await shiftOf(till.shiftId)).toMatchObject({ closedAt: null })
  })

  test('ends the shift that was left open at its till, uncounted, with its reserves', async () => {
    await reserved()
    const opening = opened()
    await till.send(opening)
    expect(await shiftOf(till.shiftId)).toMatchObject({
      closedAt: new Date(opening.at),
      closedBy: bob,
      ending: 'another-opened',
      countedTotal: null,
      abandonedAt: null,
    })
    expect(await shiftOf(opening.id)).toMatchObject({ closedAt: null, ending: null })
    expect(await reserves()).toEqual(['ended'])
    expect(await log()).toEqual([])
    // One that is sent again when it is over opens nothing.
    const next = opened()
    await till.send(next, opening)
    expect(await shiftOf(next.id)).toMatchObject({ closedAt: null })
  })

  test('and arrives after a later one is recorded as already ended', async () => {
    await reserved()
    const younger = await shiftOf(till.shiftId)
    const late = opened({ at: at(-60) })
    await till.send(late)
    expect(await shiftOf(late.id)).toMatchObject({
      openedAt: new Date(late.at),
      closedAt: younger?.openedAt,
      closedBy: bob,
      ending: 'another-opened',
    })
    expect(await shiftOf(till.shiftId)).toEqual(younger)
    expect(await reserves()).toEqual(['held'])
  })

  test('by a clock that is ahead is opened now', async () => {
    const opening = opened({ at: '2099-01-01T00:00:00.000Z' })
    await till.send(opening)
    expect((await shiftOf(opening.id))?.openedAt.getTime()).toBeLessThanOrEqual(Date.now())
  })

  test('at an unknown or retired till goes under review; a shift known before stays accepted', async () => {
    const admin = (await aUser(shop, 'admin')).userId
    const sender = {
      userId: admin,
      ip: '10.0.0.1',
      role: 'admin',
      deviceId: till.deviceId,
    } as const
    const byAdmin = (tillId: string) => opened({ tillId, cashierId: admin })
    const first = byAdmin(till.till.id)
    await ingestEvents(shop, sender, [byAdmin(randomUUID()), first])
    await shop.db.update(tills).set({ retiredAt: new Date() }).where(eq(tills.id, till.till.id))
    await ingestEvents(shop, sender, [byAdmin(till.till.id), first])
    expect(await whys()).toEqual(['till-unknown', 'till-retired'])
    expect(await shop.db.$count(shifts)).toBe(2)
  })
})

describe('more open shifts than one person may have', () => {
  /** Shifts of other tills, the first of them heard of last. */
  async function openElsewhere(openedBy: string, count: number) {
    const made = []
    for (let n = 0; n < count; n += 1) {
      const place = await aTill(shop, `Stand ${n}`)
      const lastSeenAt = new Date(Date.now() - n * 60_000)
      await shop.db.update(tills).set({ lastSeenAt }).where(eq(tills.id, place.id))
      made.push(await aShift(shop, { tillId: place.id, openedBy }))
    }
    return made
  }
  const open = async () =>
    (await shop.db.select().from(shifts)).filter(({ closedAt }) => closedAt === null).length

  test('end those whose tills reported least recently, with their reserves, and are logged', async () => {
    await reserved()
    const elsewhere = await openElsewhere(bob, 4)
    // Its till was not heard of since it was opened, an hour before the others.
    const receivedAt = new Date(Date.now() - 3_600_000)
    await change(till.shiftId, { openedAt: receivedAt, receivedAt })
    expect(await open()).toBe(5)
    const next = await aTill(shop)
    await shop.db.update(tills).set({ deviceId: null }).where(eq(tills.id, till.till.id))
    await shop.db.update(tills).set({ deviceId: till.deviceId }).where(eq(tills.id, next.id))
    const opening = opened({ tillId: next.id })
    await till.send(opening)
    expect(await open()).toBe(4)
    for (const id of [till.shiftId, elsewhere[3]?.id ?? ''])
      expect(await shiftOf(id)).toMatchObject({
        closedBy: bob,
        ending: 'too-many-open',
        abandonedAt: expect.any(Date),
        countedTotal: null,
      })
    expect((await shiftOf(till.shiftId))?.closedAt).toEqual(new Date(opening.at))
    expect(await shiftOf(opening.id)).toMatchObject({ closedAt: null })
    expect(await reserves()).toEqual(['ended'])
    const lines = await log()
    expect(lines).toHaveLength(2)
    expect(lines.find(({ entityId }) => entityId === till.shiftId)).toMatchObject({
      action: 'shift closed',
      label: till.till.name,
      byUser: bob,
      after: { countedTotal: null, openedTooMany: true },
    })
  })

  test('do not result from a late one that had already ended', async () => {
    await openElsewhere(bob, 3)
    await till.send(opened({ at: at(-60) }))
    expect(await open()).toBe(4)
  })

  test('are allowed for admins, and one that was opened later ends at its opening', async () => {
    const admin = (await aUser(shop, 'admin')).userId
    const elsewhere = await openElsewhere(admin, 5)
    const send = (role: Role, event: ShiftOpened) =>
      ingestEvents(shop, { userId: admin, ip: '10.0.0.1', role, deviceId: till.deviceId }, [event])
    await send('admin', opened({ cashierId: admin }))
    expect(await open()).toBe(6)
    const oldest = elsewhere[4]?.id ?? ''
    const openedAt = new Date(Date.now() + 60_000)
    await change(oldest, { openedAt })
    // Of both roles the one that may do less counts.
    await send('cashier', opened({ cashierId: admin }))
    expect(await open()).toBe(4)
    expect((await shiftOf(oldest))?.closedAt).toEqual(openedAt)
  })
})

describe('cash put in or paid out', () => {
  test('is recorded once, and is in the drawer’s expected cash', async () => {
    const out = moved({ at: at(-1) })
    const first = { id: out.id, number: null, reviewReasons: [] }
    expect(await till.send(out, out, { ...out, amount: 9000 })).toEqual([first, first, first])
    expect(await shop.db.select().from(shiftCash)).toMatchObject([
      {
        id: out.id,
        shiftId: till.shiftId,
        byUser: bob,
        sentBy: bob,
        deviceId: till.deviceId,
        amount: -1000,
        reason: 'Tea',
        at: new Date(out.at),
      },
    ])
    await till.send(moved({ amount: 2500, at: '2099-01-01T00:00:00.000Z' }))
    const report = await readShift(shop.db, till.shiftId)
    expect(report?.figures).toMatchObject({ cashIn: 2500, cashOut: 1000, expected: 1500 })
    expect(report?.moves.at(-1)?.at.getTime()).toBeLessThanOrEqual(Date.now())
  })

  test('in an unknown, counted or closed shift goes under review; an event known before stays accepted', async () => {
    const known = moved()
    await till.send(known, moved({ shiftId: randomUUID() }))
    await change(till.shiftId, { closedAt: new Date(), closedBy: bob })
    await till.send(known, moved())
    await change(till.shiftId, { counted: {}, countedTotal: 0 })
    await till.send(known, moved())
    expect(await whys()).toEqual(['shift-unknown', 'shift-closed', 'shift-counted'])
    expect(await shop.db.$count(shiftCash)).toBe(1)
  })
})

describe('a shift that is counted', () => {
  test('is closed with the counted cash beside the expected cash, and stays so', async () => {
    await reserved()
    const dress = await aProduct(shop, { price: 20_000 })
    await till.send(till.sale(dress, 1), moved({ amount: -4000 }))
    const closing = counted({ at: at(0), note: 'Short of change' })
    const answer = { id: closing.id, number: null, reviewReasons: [] }
    expect(await till.send(closing)).toEqual([answer])
    const row = await shiftOf(till.shiftId)
    expect(row).toMatchObject({
      closedAt: new Date(closing.at),
      closedBy: bob,
      counted: { 5000: 3, 500: 1 },
      countedTotal: 15_500,
      expectedTotal: 16_000,
      closingFigures: { expected: 16_000, counted: 15_500, variance: -500, cashOut: 4000 },
      note: 'Short of change',
      ending: null,
    })
    expect(await reserves()).toEqual(['ended'])
    expect(await log()).toMatchObject([
      {
        action: 'shift closed',
        entityId: till.shiftId,
        label: till.till.name,
        byUser: bob,
        after: {
          countedTotal: 15_500,
          expectedTotal: 16_000,
          device: till.deviceId,
          signed: false,
        },
      },
    ])
    const again = { ...closing, ...made(), counted: { 5000: 9 } }
    expect(await till.send(again)).toEqual([{ ...answer, id: again.id }])
    expect(await shiftOf(till.shiftId)).toEqual(row)
    expect(await log()).toHaveLength(1)
  })

  test('after it was closed uncounted gets its count, beside the earlier note', async () => {
    const abandoned = { closedAt: new Date(), closedBy: bob, note: 'Closed by the office.' }
    await change(till.shiftId, abandoned)
    await till.send(counted({ note: 'All there' }))
    expect(await shiftOf(till.shiftId)).toMatchObject({
      countedTotal: 15_500,
      note: 'Closed by the office. All there',
    })
    till = await aTillAtShop(shop, bob)
    await till.send(counted({ at: '2099-01-01T00:00:00.000Z' }))
    const row = await shiftOf(till.shiftId)
    expect(row?.note).toBeNull()
    expect(row?.closedAt?.getTime()).toBeLessThanOrEqual(Date.now())
  })

  test('and is unknown goes under review', async () => {
    await till.send(counted({ shiftId: randomUUID() }))
    expect(await whys()).toEqual(['shift-unknown'])
  })
})

describe('the back office', () => {
  const payOut = (id: string, shiftId: string, amount = 3000, reason = 'FSC-2026-000001') =>
    shop.db.transaction((db) =>
      moveDrawerCash(
        db,
        { userId: bob, ip: '10.0.0.1' },
        { id, shiftId, amount: -amount, reason, now: shop.now() },
      ),
    )

  test('pays cash out of the drawer of an open shift, once', async () => {
    const id = randomUUID()
    expect(await payOut(id, till.shiftId)).toEqual({ ok: true })
    expect(await payOut(id, till.shiftId)).toEqual({ ok: true })
    expect(await shop.db.select().from(shiftCash)).toMatchObject([
      { id, shiftId: till.shiftId, amount: -3000, byUser: bob, sentBy: bob },
    ])
    expect((await readShift(shop.db, till.shiftId))?.figures).toMatchObject({ expected: -3000 })
    // The id stands for that money: for no other sum, no other refund, and for no other drawer.
    const refused = { ok: false, reason: 'drawer-not-open' }
    const other = await aShift(shop, { tillId: (await aTill(shop)).id, openedBy: bob })
    expect(await payOut(id, till.shiftId, 4000)).toEqual(refused)
    expect(await payOut(id, till.shiftId, 3000, 'FSC-2026-000002')).toEqual(refused)
    expect(await payOut(id, other.id)).toEqual(refused)
    expect(await shop.db.$count(shiftCash)).toBe(1)
  })

  test('sees the open drawers by the names of their tills, and pays out of no other', async () => {
    const names = ['b stand', 'A stand', 'closed', 'gone']
    const [b, a, closed, gone] = await Promise.all(
      names.map(async (name) =>
        aShift(shop, { tillId: (await aTill(shop, name)).id, openedBy: bob }),
      ),
    )
    await change(closed?.id ?? '', { closedAt: new Date(), closedBy: bob })
    const retired = { retiredAt: new Date() }
    await shop.db.update(tills).set(retired).where(eq(tills.name, 'gone'))
    const drawers = await listOpenDrawers(shop.db)
    expect(drawers.map(({ shiftId }) => shiftId)).toEqual([a?.id, b?.id, till.shiftId])
    expect(drawers[0]).toMatchObject({
      till: 'A stand',
      openedBy: expect.stringContaining('Chisomo'),
    })
    for (const shiftId of [closed?.id ?? '', gone?.id ?? '', randomUUID()])
      expect(await payOut(randomUUID(), shiftId)).toEqual({ ok: false, reason: 'drawer-not-open' })
    expect(await shop.db.$count(shiftCash)).toBe(0)
  })
})

describe('a device that has left its till', () => {
  test('can no longer open or count a shift there', async () => {
    const keys = await makeDeviceKeys()
    await shop.db.update(tillDevices).set({ publicKey: await publicKeyOf(keys) })
    const last = opened()
    const leave = async () => {
      await shop.db.update(tillDevices).set({ leftAt: new Date(Date.now() + 60_000) })
      await shop.db.update(tills).set({ deviceId: randomUUID() }).where(eq(tills.id, till.till.id))
    }
    const sign = async <E extends ShiftOpened | ShiftClosed>(event: E) => ({
      ...event,
      signature: {
        deviceId: till.deviceId,
        value: await signContent(event, keys.privateKey),
      },
    })
    // While it stands for its till it does.
    await till.send(await sign(last))
    expect(await shiftOf(last.id)).toMatchObject({ isSigned: true, closedAt: null })
    await leave()
    await till.send(await sign(opened()), await sign(counted({ shiftId: last.id })))
    expect(await whys()).toEqual(['device-left', 'device-left'])
    expect(await shiftOf(last.id)).toMatchObject({ closedAt: null })
    expect(await shop.db.$count(shifts)).toBe(2)
  })
})
