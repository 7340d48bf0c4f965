import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { aProduct, aUser, type TestProduct } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { aTillAtShop } from '../../../../tests/support/till/till-at-shop.ts'
import {
  auditLog,
  credits,
  posReturns,
  posSales,
  shiftCash,
  shifts,
  tillDevices,
  unreadableTillEvents,
  users,
} from '../../../db/tables.server.ts'
import type { Role } from '../../../rules/accounts/roles.ts'
import type { CashSale, TillEvent } from '../../../rules/till/till-events.ts'
import { makeDeviceKeys, publicKeyOf, signContent } from '../../../rules/till/till-signature.ts'
import { liveProof } from '../devices/approval-keys.ts'
import { noteUserAt } from '../devices/devices.ts'
import type { Sender } from './event-origin.ts'
import { ingestEvents } from './ingest-events.ts'

// docs/product.md, Selling: what a till sends is taken once, and is whose it is proven to be.

const shop = useShop()
let bob: Person
let eve: Person
let dress: TestProduct
/** Bob's, whose device has a key, with his shift open. */
let till: Awaited<ReturnType<typeof aTillAtShop>>
let keys: CryptoKeyPair

type Person = { userId: string; name: string; role: Role }
async function aPerson(role: Role): Promise<Person> {
  const { userId } = await aUser(shop, role)
  const [user] = await shop.db.select().from(users).where(eq(users.id, userId))
  return { userId, name: user?.name ?? '', role }
}

beforeEach(async () => {
  dress = await aProduct(shop, { name: 'Linen Dress', price: 20_000, stock: 20 })
  bob = await aPerson('cashier')
  eve = await aPerson('cashier')
  till = await aTillAtShop(shop, bob.userId)
  keys = await makeDeviceKeys()
  await shop.db.update(tillDevices).set({ publicKey: await publicKeyOf(keys) })
  await noteUserAt(shop.db, till.deviceId, bob.userId)
})

const elsewhere = randomUUID()
const senderOf = ({ userId, role }: Person, deviceId = elsewhere): Sender => ({
  userId,
  role,
  deviceId,
  ip: '10.0.0.1',
})
const sendAs = (who: Person, ...events: unknown[]) => ingestEvents(shop, senderOf(who), events)
const sign = async <E extends TillEvent>(event: E, deviceId = till.deviceId) => ({
  ...event,
  signature: { deviceId, value: await signContent(event, keys.privateKey) },
})
const sold = (change: Partial<CashSale> = {}): CashSale => ({ ...till.sale(dress, 1), ...change })
const saleOf = async ({ id }: CashSale) =>
  (await shop.db.select().from(posSales).where(eq(posSales.idempotencyKey, id)))[0]
const unread = () =>
  shop.db.select().from(unreadableTillEvents).orderBy(asc(unreadableTillEvents.receivedAt))
const whys = async () => (await unread()).map(({ why }) => why.code)
const log = () =>
  shop.db.select().from(auditLog).where(eq(auditLog.action, 'maker unproven')).orderBy(auditLog.id)

describe('a sale', () => {
  test('signed by the till’s device belongs to its cashier, whoever sends it from any device', async () => {
    const sale = sold()
    const signed = await sign(sale)
    // A device may write its name in capitals.
    const loud = { ...signed.signature, deviceId: till.deviceId.toUpperCase() }
    expect(await sendAs(eve, { ...signed, signature: loud })).toEqual([
      { id: sale.id, number: sale.number, reviewReasons: [] },
    ])
    expect(await saleOf(sale)).toMatchObject({
      cashierId: bob.userId,
      sentBy: eve.userId,
      deviceId: till.deviceId,
      isSigned: true,
      shiftId: till.shiftId,
      tillId: till.till.id,
      reviewNotes: [],
    })
    expect(await log()).toEqual([])
  })

  test('without proof belongs to its sender, and the log has the cashier that it names', async () => {
    const sale = sold()
    await sendAs(eve, sale)
    expect(await saleOf(sale)).toMatchObject({
      cashierId: eve.userId,
      sentBy: eve.userId,
      deviceId: elsewhere,
      isSigned: false,
      shiftId: null,
      tillId: null,
      reviewReasons: ['maker-unproven', 'price-differs'],
      reviewNotes: [
        { code: 'maker-unproven', name: bob.name },
        { code: 'shift-of-others' },
        { code: 'price-differs', product: 'Linen Dress', sold: 20_000, listed: null },
      ],
    })
    const row = await saleOf(sale)
    // Nor does it take a number that the till has in store.
    expect(row?.saleNumber).not.toBe(sale.number)
    expect(await log()).toMatchObject([
      {
        entity: 'pos_sale',
        entityId: sale.id,
        label: row?.saleNumber,
        byUser: eve.userId,
        after: {
          named: bob.name,
          cashier: eve.name,
          device: elsewhere,
          signed: false,
          amount: 20_000,
        },
      },
    ])
  })

  test('by a person who was never at the signing device belongs to its sender', async () => {
    const sale = sold({ cashierId: eve.userId })
    await ingestEvents(shop, senderOf(bob), [await sign(sale)])
    expect(await saleOf(sale)).toMatchObject({
      cashierId: bob.userId,
      isSigned: true,
      shiftId: till.shiftId,
      reviewNotes: [{ code: 'maker-unproven', name: eve.name }],
    })
    await noteUserAt(shop.db, till.deviceId, eve.userId)
    const next = sold({ cashierId: eve.userId })
    await ingestEvents(shop, senderOf(bob), [await sign(next)])
    expect(await saleOf(next)).toMatchObject({ cashierId: eve.userId, reviewReasons: [] })
  })

  test('without a known staff member as cashier belongs to its sender', async () => {
    const customer = await aPerson('customer')
    for (const cashierId of [randomUUID(), customer.userId]) {
      const sale = sold({ cashierId })
      await till.send(sale)
      expect(await saleOf(sale)).toMatchObject({
        cashierId: bob.userId,
        reviewReasons: ['maker-unproven'],
        reviewNotes: [{ code: 'maker-none' }],
      })
    }
    expect((await log()).map(({ after }) => (after as { named: string }).named)).toEqual([
      bob.name,
      customer.name,
    ])
  })

  test('that was changed after it was signed goes under review, and is logged', async () => {
    const sale = till.sale(dress, 1)
    await till.send({ ...(await sign(sale)), notes: 'Paid' })
    expect(await saleOf(sale)).toMatchObject({
      reviewReasons: ['signature-wrong'],
      reviewNotes: [{ code: 'signature-wrong' }],
      isSigned: false,
      cashierId: bob.userId,
    })
    expect(await log()).toMatchObject([{ after: { named: bob.name, signed: false } }])
    // One by a device that has no key proves nothing, and is no lie.
    const other = await aTillAtShop(shop, bob.userId)
    const unknown = await sign(other.sale(dress, 1), other.deviceId)
    await other.send(unknown, await sign(sold(), randomUUID()))
    expect((await shop.db.select().from(posSales)).filter(({ isSigned }) => isSigned)).toEqual([])
    expect(await log()).toHaveLength(1)
    // Nothing is spent of what such a return put on a code.
    const back = till.back(sale, 1, 0, { creditCode: 'ABCD2345EFGH' })
    expect(await till.send({ ...(await sign(back)), reason: 'Torn' })).toMatchObject([
      { reviewReasons: ['signature-wrong'] },
    ])
    expect(await shop.db.select().from(credits)).toMatchObject([{ status: 'blocked' }])
  })

  test('is under the stricter limits of its cashier and its sender', async () => {
    const boss = await aPerson('admin')
    await noteUserAt(shop.db, till.deviceId, boss.userId)
    const off = (change: Partial<CashSale> = {}) =>
      sold({ discount: 9000, totalAmount: 11_000, ...change })
    const byBoss = await sign(off({ cashierId: boss.userId }))
    expect(await sendAs(eve, byBoss)).toMatchObject([{ reviewReasons: ['discount-unapproved'] }])
    const own = await sign(off({ cashierId: boss.userId }))
    expect(await sendAs(boss, own)).toMatchObject([{ reviewReasons: [] }])
    expect(await sendAs(boss, await sign(off()))).toMatchObject([
      { reviewReasons: ['discount-unapproved'] },
    ])
    // In the name of one that is none, an admin sends with a cashier’s limits.
    expect(await sendAs(boss, await sign(off({ cashierId: randomUUID() })))).toMatchObject([
      { reviewReasons: ['maker-unproven', 'discount-unapproved'] },
    ])
  })

  test('is approved at the device that signed it, whoever sends it; with a wrong signature only at the sender’s device', async () => {
    const boss = await aPerson('admin')
    const { sessionSecret } = shop.config
    const off = { discount: 9000, totalAmount: 11_000 }
    const approvedAt = async (deviceId: string) => {
      const sale = sold(off)
      const asked = { saleId: sale.id, off: 9000, subtotal: 20_000 }
      const proof = liveProof(sessionSecret, boss.userId, deviceId, asked)
      return sign({ ...sale, approval: { by: boss.userId, byName: boss.name, proof } })
    }
    const reasons = async (event: TillEvent) => (await sendAs(eve, event))[0]?.reviewReasons
    expect(await reasons(await approvedAt(till.deviceId))).toEqual([])
    expect(await reasons(await approvedAt(elsewhere))).toEqual(['discount-unapproved'])
    const changed = async (deviceId: string) => ({ ...(await approvedAt(deviceId)), notes: 'Paid' })
    expect(await reasons(await changed(elsewhere))).not.toContain('discount-unapproved')
    expect(await reasons(await changed(till.deviceId))).toContain('discount-unapproved')
    // Unsigned it is of the device that sends it, if that is so.
    const { signature: _, ...unsigned } = await approvedAt(elsewhere)
    expect(await reasons(unsigned)).not.toContain('discount-unapproved')
  })

  test('is not in a shift that ended before its device came, or was opened after the device had left', async () => {
    const device = (set: Partial<typeof tillDevices.$inferInsert>) =>
      shop.db.update(tillDevices).set(set).where(eq(tillDevices.deviceId, till.deviceId))
    const shift = (set: Partial<typeof shifts.$inferInsert>) =>
      shop.db.update(shifts).set(set).where(eq(shifts.id, till.shiftId))
    const placed = async () => {
      const sale = sold()
      await sendAs(eve, await sign(sale))
      return (await saleOf(sale))?.shiftId
    }
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const [closedAt, receivedAt] = [ago(10), ago(20)]
    await shift({ closedAt, closedBy: bob.userId, receivedAt })
    await device({ claimedAt: ago(9) })
    expect(await placed()).toBeNull()
    await device({ claimedAt: closedAt })
    expect(await placed()).toBe(till.shiftId)
    await device({ leftAt: ago(21) })
    expect(await placed()).toBeNull()
    await device({ leftAt: receivedAt })
    expect(await placed()).toBe(till.shiftId)
  })
})

describe('the drawer of a shift', () => {
  const made = ({ userId }: Person) => ({
    id: randomUUID(),
    cashierId: userId,
    at: new Date().toISOString(),
  })
  const opening = (who: Person): TillEvent => ({
    ...made(who),
    kind: 'shift-opened',
    tillId: till.till.id,
    float: 0,
  })
  const cash = (who: Person): TillEvent => ({
    ...made(who),
    kind: 'cash-moved',
    shiftId: till.shiftId,
    amount: -1000,
    reason: 'Tea',
  })
  const count = (who: Person): TillEvent => ({
    ...made(who),
    kind: 'shift-closed',
    shiftId: till.shiftId,
    counted: { 5000: 1 },
    note: null,
  })
  const isUntouched = async () => {
    expect(await shop.db.$count(shifts)).toBe(1)
    expect(await shop.db.$count(shiftCash)).toBe(0)
    expect(await shop.db.select().from(shifts)).toMatchObject([{ closedAt: null }])
  }

  test('is opened, used and counted by nobody else', async () => {
    await sendAs(eve, opening(eve), cash(eve), count(eve))
    expect(await whys()).toEqual(['not-this-till', 'not-of-shift', 'not-of-shift'])
    await isUntouched()
  })

  test('is opened by its own device with its key, and by no device that only has its id', async () => {
    await till.send(opening(bob))
    expect(await whys()).toEqual(['unsigned'])
    await isUntouched()
    expect(await sendAs(eve, await sign(opening(bob)))).toMatchObject([{ reviewReasons: [] }])
    expect(await shop.db.$count(shifts)).toBe(2)
  })

  test('changes only by its own cashier from its own till', async () => {
    await sendAs(bob, opening(bob), cash(bob), count(bob))
    expect(await whys()).toEqual(Array(3).fill('not-this-till'))
    await isUntouched()
    await till.send(cash(bob), count(bob))
    expect(await whys()).toHaveLength(3)
    expect(await shop.db.select().from(shifts)).toMatchObject([{ countedTotal: 5000 }])
    expect(await shop.db.$count(shiftCash)).toBe(1)
  })

  test('changes by events that its device signed, for whoever is there', async () => {
    await noteUserAt(shop.db, till.deviceId, eve.userId)
    await sendAs(eve, await sign(cash(eve)), await sign(count(eve)))
    expect(await whys()).toEqual([])
    expect(await shop.db.select().from(shiftCash)).toMatchObject([{ byUser: eve.userId }])
    expect(await shop.db.select().from(shifts)).toMatchObject([{ closedBy: eve.userId }])
  })

  test('does not change by an event that was altered after it was signed', async () => {
    const changed = async (event: TillEvent) => ({
      ...(await sign(event)),
      at: '2026-01-01T00:00:00.000Z',
    })
    const boss = await aPerson('admin')
    await sendAs(boss, await changed(opening(boss)), await changed(cash(boss)))
    expect(await whys()).toEqual(['signature-wrong', 'signature-wrong'])
    await isUntouched()
  })

  test('may be changed by an admin in their own name', async () => {
    const boss = await aPerson('admin')
    const hers = await aTillAtShop(shop, eve.userId)
    await shop.db.update(tillDevices).set({ publicKey: await publicKeyOf(keys) })
    await noteUserAt(shop.db, hers.deviceId, eve.userId)
    // What another till’s device has signed is whose it says, and no admin’s.
    const byEve = [opening(eve), cash(eve), count(eve)].map((one) => sign(one, hers.deviceId))
    await sendAs(boss, ...(await Promise.all(byEve)))
    expect(await whys()).toEqual(['not-this-till', 'not-of-shift', 'not-of-shift'])
    await sendAs(boss, cash(boss), count(boss), opening(boss))
    expect(await whys()).toHaveLength(3)
    expect(await shop.db.select().from(shiftCash)).toMatchObject([{ byUser: boss.userId }])
    expect(await shop.db.$count(shifts)).toBe(3)
    // One that there is not has no drawer.
    await sendAs(eve, { ...cash(eve), shiftId: randomUUID() })
    expect((await whys()).at(-1)).toBe('shift-unknown')
  })

  test('of one till cannot be used by another', async () => {
    const hers = await aTillAtShop(shop, eve.userId)
    await hers.send({ ...opening(eve), tillId: till.till.id } as TillEvent)
    expect(await whys()).toEqual(['not-this-till'])
    // A device of before there were keys opens its own.
    const own = { ...opening(eve), tillId: hers.till.id } as TillEvent
    await hers.send(own)
    expect(await shop.db.$count(shifts, eq(shifts.id, own.id))).toBe(1)
    // Her own shift, from a device that is another till.
    const there = senderOf(eve, till.deviceId)
    await ingestEvents(shop, there, [{ ...cash(eve), shiftId: own.id }])
    expect((await whys()).at(-1)).toBe('not-this-till')
  })
})

/** What the shop's log is given from here on. */
function logged(level: 'error' | 'warn') {
  const spy = vi.spyOn(shop.log, level)
  onTestFinished(() => spy.mockRestore())
  return () => spy.mock.calls
}

describe('an unreadable event', () => {
  test('is stored as it came with the reason, once for each different one, and blocks nothing', async () => {
    const sale = sold()
    const id = randomUUID()
    const [first, second] = [
      { id, kind: 'odd', sum: 1 },
      { id, kind: 'odd', sum: 2 },
    ]
    const long = { id: 'x'.repeat(150) }
    const sent = [first, second, first, second, 'nonsense', null, 'nonsense', long, sale]
    const answers = await till.send(...(sent as TillEvent[]))
    expect(answers.map((answer) => answer.id)).toEqual([
      id,
      id,
      id,
      id,
      '',
      '',
      '',
      'x'.repeat(100),
      sale.id,
    ])
    expect(answers[0]).toEqual({ id, number: null, reviewReasons: [] })
    const kept = await unread()
    expect(kept.map(({ body }) => body)).toEqual([first, second, 'nonsense', '', long])
    expect(kept[0]).toMatchObject({
      id,
      sentBy: bob.userId,
      deviceId: till.deviceId,
      why: { code: 'unreadable', path: 'kind' },
    })
    expect(kept[1]?.id).toMatch(/^[0-9a-f]{64}$/)
    expect(await shop.db.$count(posSales)).toBe(1)
  })

  test('that the database always refuses is stored for a person, and the others are recorded', async () => {
    const sale = sold()
    const close = { ...till.close(), counted: { 5000: 1_000_000 } } as TillEvent
    const [errors, warnings] = [logged('error'), logged('warn')]
    expect(await till.send(close, sale)).toMatchObject([{ id: close.id }, { id: sale.id }])
    const why = { code: 'database-refused', state: '22003' }
    expect(await unread()).toMatchObject([{ why }])
    expect(await shop.db.$count(posSales)).toBe(1)
    expect(errors()).toEqual([
      [{ error: expect.any(Error), event: close.id }, 'till event refused by the database'],
    ])
    expect(warnings()).toEqual([[{ id: close.id, why }, 'till event kept unread']])
  })
})

/** The shop with other transactions. */
const shopWith = (transaction: typeof shop.db.transaction) => ({
  ...shop,
  db: new Proxy(shop.db, {
    get: (target, name) =>
      name === 'transaction' ? transaction : (Reflect.get(target, name, target) as unknown),
  }),
})

test('a return that is sent twice at once, before its sale and with it, needs no review', async () => {
  const sale = sold()
  const back = till.back(sale, 1)
  const isWaiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let withSale: Promise<unknown> = Promise.resolve()
  const first = shopWith((work, how) =>
    shop.db.transaction(async (db) => {
      const done = await work(db)
      // Not kept yet: the other comes, and its sale is on record.
      withSale = till.send(sale, back)
      await vi.waitFor(async () => expect((await shop.db.execute(isWaiting)).rows).toHaveLength(1))
      return done
    }, how),
  )
  expect(await ingestEvents(first, senderOf(bob, till.deviceId), [back])).toHaveLength(1)
  expect(await withSale).toMatchObject([{ id: sale.id }, { id: back.id }])
  expect(await unread()).toEqual([])
  expect(await shop.db.$count(posReturns)).toBe(1)
})

describe('a database that is briefly unavailable', () => {
  const NONE = ''
  /** The shop, where the next transactions fail with these codes, and then none. */
  const failing = (...codes: string[]) =>
    shopWith(async (work, how) => {
      const code = codes.shift()
      if (code) throw Object.assign(new Error('away'), { cause: { code } })
      return shop.db.transaction(work, how)
    })
  const sender = () => senderOf(bob, till.deviceId)

  test('ends the batch at the first event that it could not record: the till sends that and the rest again', async () => {
    const sales = [sold(), sold(), sold()]
    const away = failing('57P01')
    const errors = logged('error')
    expect(await ingestEvents(away, sender(), sales)).toEqual([])
    expect(errors()).toEqual([[{ error: expect.any(Error) }, 'till event not received']])
    expect(await ingestEvents(away, sender(), sales)).toHaveLength(3)
    const more = [sold(), sold(), sold()]
    const half = await ingestEvents(failing(NONE, '57P01'), sender(), more)
    expect(half.map(({ id }) => id)).toEqual([more[0]?.id])
    expect(await shop.db.$count(posSales)).toBe(4)
    expect(await unread()).toEqual([])
  })

  test.each(['23505', '40001', '40P01'])('or a conflict (%s) is retried once', async (code) => {
    const sale = sold()
    expect(await ingestEvents(failing(code), sender(), [sale])).toMatchObject([{ id: sale.id }])
    expect(await shop.db.$count(posSales)).toBe(1)
  })

  test('or a conflict twice is not retried a third time', async () => {
    const sale = sold()
    expect(await ingestEvents(failing('40001', '40001'), sender(), [sale])).toEqual([])
    expect(await unread()).toEqual([])
    await ingestEvents(failing('23505', '23505'), sender(), [sale])
    expect(await unread()).toMatchObject([{ why: { code: 'database-refused', state: '23505' } }])
  })

  test('an unreadable return is replaced by its record when it is sent again after its sale; another under its id stays', async () => {
    const sale = sold()
    const back = till.back(sale, 1)
    const other = { ...back, reason: 'Too small' }
    for (const sent of [back, other]) await till.send(sent)
    expect(await whys()).toEqual(['sale-unknown', 'sale-unknown'])
    await till.send(sale)
    for (const _ of [1, 2]) expect(await till.send(back)).toMatchObject([{ reviewReasons: [] }])
    expect(await unread()).toMatchObject([{ body: { id: back.id, reason: 'Too small' } }])
    // Sent once more it is taken for the same return.
    await till.send(other)
    expect(await unread()).toEqual([])
    expect(await shop.db.$count(posReturns)).toBe(1)
  })
})
