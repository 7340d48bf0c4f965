import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { anAdmin, aProduct, aUser } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { aSale, aShift, aTill } from '../../../../tests/support/till/counter.ts'
import {
  profiles,
  saleNumberLeases,
  tillDevices,
  tillDeviceUsers,
  tillPins,
  tillPriceLists,
  tills,
  users,
} from '../../../db/tables.server.ts'
import { snapshot } from '../../../rules/settings/settings.ts'
import { sealingKeyOf } from './approval-keys.ts'
import { claimTill, leaseNumbers, notePriceList, noteTillHere } from './claim-till.ts'
import { noteKey, wasAt } from './devices.ts'
import { readTillStart } from './till-start.ts'

const shop = useShop()
let bob: { userId: string; name: string; role: 'cashier' }
let till: { id: string; name: string }
let device: string

beforeEach(async () => {
  bob = { userId: (await aUser(shop, 'cashier')).userId, name: 'Bob', role: 'cashier' }
  device = randomUUID()
  const name = 'Front counter'
  const claimed = await claimTill(
    shop,
    { ...bob, ip: '10.0.0.1' },
    { name, deviceId: device, takeOver: false },
  )
  if (!claimed.ok) throw new Error(claimed.reason)
  till = claimed.till
})

const aPin = (userId: string, approves: boolean) =>
  shop.db.insert(tillPins).values({ userId, salt: 'salt', key: 'key', approves })

test('a device without a till gets the person signed in, and which tills are free or taken', async () => {
  const free = await aTill(shop, 'Back room')
  const gone = await aTill(shop, 'Attic')
  await shop.db.update(tills).set({ retiredAt: shop.now() }).where(eq(tills.id, gone.id))
  // Of who stands there alone: what they have bought themselves is approved by somebody else.
  await shop.db
    .update(profiles)
    .set({ phone: '+265991234567' })
    .where(eq(profiles.userId, bob.userId))
  for (const stranger of [null, randomUUID()]) {
    const start = await readTillStart(shop, bob, stranger)
    expect(start).toMatchObject({
      person: {
        id: bob.userId,
        name: 'Bob',
        role: 'cashier',
        pinSet: false,
        phone: '+265991234567',
      },
      till: null,
      openShift: null,
      approvers: [],
      tills: [
        { id: free.id, name: 'Back room', isTaken: false, isMine: false, shift: null },
        { id: till.id, isTaken: true, isMine: false },
      ],
    })
    expect(start.tills).toHaveLength(2)
  }
  expect(await shop.db.$count(tillDeviceUsers)).toBe(1)
})

test('a till gets its name, its open shift and its rights, and the request records its person', async () => {
  const eve = {
    userId: (await aUser(shop, 'cashier')).userId,
    name: 'Eve',
    role: 'cashier' as const,
  }
  expect(await wasAt(shop.db, device, eve.userId)).toBe(false)
  const before = await aShift(shop, {
    tillId: till.id,
    openedBy: bob.userId,
    closedAt: shop.now(),
    closedBy: bob.userId,
  })
  expect((await readTillStart(shop, eve, device)).openShift).toBeNull()
  const shift = await aShift(shop, { tillId: till.id, openedBy: bob.userId, openingFloat: 7000 })
  await aShift(shop, { tillId: (await aTill(shop)).id, openedBy: bob.userId })
  const start = await readTillStart(shop, eve, device)
  expect(before.id).not.toBe(shift.id)
  const { revision, shop: ofShop, limits } = snapshot()
  expect(start).toMatchObject({
    till,
    openShift: {
      id: shift.id,
      openedAt: shift.openedAt,
      openingFloat: 7000,
      openedBy: bob.userId,
    },
    settings: { revision, shop: ofShop, limits },
    sealTo: sealingKeyOf(shop.config.sessionSecret),
  })
  const takesAll = { takesMobileMoney: true, takesExchanges: true, takesOrderExchanges: true }
  expect(start.shop).toEqual({ ...takesAll, exchangesAtPaidPrice: true, isTest: false })
  expect(start.tills.find(({ id }) => id === till.id)).toMatchObject({
    isMine: true,
    isTaken: false,
    shift: { openedAt: shift.openedAt, openedBy: expect.stringContaining('Chisomo') },
  })
  expect(await wasAt(shop.db, device, eve.userId)).toBe(true)
  const off = { ...shop, config: { ...shop.config, payments: 'off' as const } }
  expect((await readTillStart(off, eve, device)).shop).toEqual({
    takesMobileMoney: false,
    takesExchanges: false,
    takesOrderExchanges: false,
    exchangesAtPaidPrice: true,
    isTest: false,
  })
})

test('a device gets the phone numbers of staff who have signed in at it', async () => {
  const eve = { ...(await aUser(shop, 'cashier')), name: 'Eve', role: 'cashier' as const }
  const left = { ...(await aUser(shop, 'cashier')), name: 'Left', role: 'cashier' as const }
  await shop.db.update(profiles).set({ phone: '0991' }).where(eq(profiles.userId, eve.userId))
  for (const person of [eve, left]) await readTillStart(shop, person, device)
  await shop.db.update(profiles).set({ role: 'customer' }).where(eq(profiles.userId, left.userId))
  const { phones } = await readTillStart(shop, bob, device)
  const known = phones.toSorted((one, two) => one.id.localeCompare(two.id))
  const both = [
    { id: eve.userId, phone: '0991' },
    { id: bob.userId, phone: null },
  ]
  expect(known).toEqual(both.toSorted((one, two) => one.id.localeCompare(two.id)))
  expect((await readTillStart(shop, bob, randomUUID())).phones).toEqual([])
  expect((await readTillStart(shop, bob, null)).phones).toEqual([])
})

test('a till gets the people who can approve, by name: admins with a PIN that allows it', async () => {
  const [zola, alile, short, plain] = [
    await anAdmin(shop),
    await anAdmin(shop),
    await anAdmin(shop),
    await aUser(shop, 'cashier'),
  ]
  for (const [person, name] of [
    [zola, 'Zola'],
    [alile, 'Alile'],
  ] as const) {
    await shop.db.update(users).set({ name }).where(eq(users.id, person.userId))
    await aPin(person.userId, true)
  }
  await shop.db
    .update(profiles)
    .set({ role: 'super_admin' })
    .where(eq(profiles.userId, zola.userId))
  await aPin(short.userId, false)
  // Who was an admin once.
  await aPin(plain.userId, true)
  const start = await readTillStart(shop, { ...short, name: 'Short' }, device)
  expect(start.approvers).toEqual([
    { id: alile.userId, name: 'Alile' },
    { id: zola.userId, name: 'Zola' },
  ])
  // One that approves nothing is set anew by who may approve, and will do for a cashier.
  expect(start.person.pinSet).toBe(false)
  expect((await readTillStart(shop, { ...zola, name: '' }, device)).person.pinSet).toBe(true)
  await aPin(bob.userId, false)
  expect((await readTillStart(shop, bob, device)).person.pinSet).toBe(true)
})

test('sale numbers are given to one till each, for the year, and no more once too many are unused', async () => {
  const asked = { count: 3, year: 2026 }
  const numbers = await leaseNumbers(shop.db, till.id, asked)
  expect(numbers).toHaveLength(3)
  for (const number of numbers) expect(number).toMatch(/^POS-2026-\d{6}$/)
  expect(numbers.toSorted()).toEqual(numbers)
  const more = await leaseNumbers(shop.db, till.id, asked)
  expect(new Set([...numbers, ...more]).size).toBe(6)
  const leases = shop.db.select().from(saleNumberLeases).orderBy(saleNumberLeases.saleNumber)
  expect(await leases).toMatchObject(
    [...numbers, ...more].toSorted().map((saleNumber) => ({ saleNumber, tillId: till.id })),
  )
  await leaseNumbers(shop.db, till.id, { count: 1990, year: 2026 })
  expect(await leaseNumbers(shop.db, till.id, { count: 500, year: 2026 })).toHaveLength(4)
  expect(await leaseNumbers(shop.db, till.id, asked)).toEqual([])
  // Another till has its own; one that is used, or lost a month ago, counts no more.
  expect(await leaseNumbers(shop.db, (await aTill(shop)).id, asked)).toHaveLength(3)
  await aSale(shop, {
    cashierId: bob.userId,
    product: await aProduct(shop),
    saleNumber: numbers[0] ?? '',
  })
  await shop.db
    .update(saleNumberLeases)
    .set({ leasedAt: sql`now() - interval '31 days'` })
    .where(eq(saleNumberLeases.saleNumber, numbers[1] ?? ''))
  expect(await leaseNumbers(shop.db, till.id, asked)).toHaveLength(2)
})

test('six requests at once for sale numbers together get no more than a till may hold unused', async () => {
  const asked = { count: 500, year: 2026 }
  const leased = await Promise.all(
    Array.from({ length: 6 }, async () => leaseNumbers(shop.db, till.id, asked)),
  )
  expect(new Set(leased.flat()).size).toBe(2000)
})

test('the price lists that a till has had are recorded for ninety days', async () => {
  const other = await aTill(shop)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const [old, recent, now] = [daysAgo(91), daysAgo(89), daysAgo(0)]
  await shop.db.insert(tillPriceLists).values([
    { tillId: other.id, asOf: old },
    { tillId: till.id, asOf: old },
    { tillId: till.id, asOf: recent },
  ])
  // Asked twice, noted once.
  for (const _ of [1, 2]) await notePriceList(shop.db, till.id, now.toISOString())
  const kept = await shop.db.select().from(tillPriceLists).orderBy(tillPriceLists.asOf)
  expect(kept).toMatchObject([
    { tillId: other.id, asOf: old },
    { tillId: till.id, asOf: recent },
    { tillId: till.id, asOf: now },
  ])
})

test('a report marks its own till as seen, and no other', async () => {
  const other = await aTill(shop)
  const long = sql`now() - interval '1 hour'`
  await shop.db.update(tills).set({ lastSeenAt: long })
  await noteTillHere(shop.db, till.id)
  const ago = async (id: string) => {
    const [row] = await shop.db.select().from(tills).where(eq(tills.id, id))
    return Date.now() - (row?.lastSeenAt?.getTime() ?? 0)
  }
  expect(await ago(till.id)).toBeLessThan(30 * 60_000)
  expect(await ago(other.id)).toBeGreaterThan(30 * 60_000)
})

test('a device without a key gets one, once, while it has a till', async () => {
  const left = randomUUID()
  await shop.db.insert(tillDevices).values({ deviceId: left, tillId: till.id })
  expect(await noteKey(shop.db, left, 'a key')).toBe(false)
  expect(await noteKey(shop.db, device, 'a key')).toBe(true)
  expect(await noteKey(shop.db, device, 'a key')).toBe(true)
  expect(await noteKey(shop.db, device, 'another')).toBe(false)
  expect(await noteKey(shop.db, randomUUID(), 'a key')).toBe(false)
  const keys = await shop.db.select().from(tillDevices).orderBy(tillDevices.claimedAt)
  expect(keys.map(({ deviceId, publicKey }) => [deviceId, publicKey])).toEqual([
    [device, 'a key'],
    [left, null],
  ])
})
