import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aProduct, aUser } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { aClosedShift, aSale, aShift, aTill } from '../../../../tests/support/till/counter.ts'
import { shifts, tills } from '../../../db/tables.server.ts'
import { listShifts, listTillNames } from './list-shifts.ts'

const shop = useShop()
let openedBy: string
let front: string
let back: string

beforeEach(async () => {
  openedBy = (await aUser(shop, 'cashier')).userId
  front = (await aTill(shop, 'Front')).id
  back = (await aTill(shop, 'back room')).id
})

const at = (text: string) => new Date(`${text}+02:00`)
const closed = (tillId: string, day: string) =>
  aClosedShift(shop, { tillId, openedBy, openedAt: at(`${day}T08:00:00`), counted: { 5000: 1 } })
const list = async (asked: Partial<Parameters<typeof listShifts>[1]> = {}) =>
  listShifts(shop.db, {
    now: shop.now(),
    till: null,
    state: null,
    from: null,
    to: null,
    direction: 'desc',
    after: null,
    limit: 25,
    ...asked,
  })

test('shifts are listed newest first, page by page, each once, with their figures', async () => {
  for (const day of ['2026-09-01', '2026-09-02', '2026-09-03']) await closed(front, day)
  const first = await list({ limit: 2 })
  const second = await list({ limit: 2, after: first.next })
  const days = [...first.rows, ...second.rows].map(({ openedAt }) => openedAt.getUTCDate())
  expect(days).toEqual([3, 2, 1])
  expect(second.next).toBeNull()
  expect(first.rows[0]).toMatchObject({
    till: 'Front',
    openedBy: expect.stringContaining('Chisomo'),
    closedBy: expect.stringContaining('Chisomo'),
    countedTotal: 5000,
    openingFloat: 10_000,
    ending: null,
    note: null,
    figures: { variance: -5000 },
  })
})

test('the list is filtered by till, open shifts and days of the shop’s calendar', async () => {
  await closed(front, '2026-09-01')
  const late = await aShift(shop, {
    tillId: front,
    openedBy,
    openedAt: at('2026-09-02T23:59:00'),
  })
  const early = await aShift(shop, { tillId: back, openedBy, openedAt: at('2026-09-03T00:00:00') })
  const ids = async (asked: Parameters<typeof list>[0]) =>
    (await list(asked)).rows.map(({ id }) => id)
  expect(await ids({ state: 'open' })).toEqual([early.id, late.id])
  expect(await ids({ state: 'closed' })).toHaveLength(1)
  expect(await ids({ till: back })).toEqual([early.id])
  expect(await ids({ from: '2026-09-03' })).toEqual([early.id])
  expect(await ids({ from: '2026-09-02', to: '2026-09-02' })).toEqual([late.id])
})

test('an open shift is out of touch when its till has not reported for a minute', async () => {
  const [lost, here, never] = [
    await aShift(shop, { tillId: front, openedBy }),
    await aShift(shop, { tillId: back, openedBy }),
    await aShift(shop, { tillId: (await aTill(shop)).id, openedBy }),
  ]
  await closed(back, '2026-09-01')
  const now = new Date('2099-01-01T12:00:00Z')
  const seen = (id: string, lastSeenAt: Date | null) =>
    shop.db.update(tills).set({ lastSeenAt }).where(eq(tills.id, id))
  await seen(front, new Date('2099-01-01T11:58:59Z'))
  await seen(back, new Date('2099-01-01T11:59:00Z'))
  await seen(never.tillId, null)
  // One that reported never is known by when its shift came in.
  const lostNow = async () =>
    (await list({ state: 'offline', now })).rows.map(({ id }) => id).toSorted()
  expect(await lostNow()).toEqual([lost.id, never.id].toSorted())
  await shop.db.update(shifts).set({ receivedAt: now }).where(eq(shifts.id, never.id))
  expect(await lostNow()).toEqual([lost.id])
  expect(await list({ state: 'open' })).toMatchObject({ rows: { length: 3 } })
  expect(here.closedAt).toBeNull()
})

test('an open shift has its expected cash so far, and no variance', async () => {
  const { id: shiftId } = await aShift(shop, { tillId: front, openedBy })
  await aSale(shop, { cashierId: openedBy, shiftId, product: await aProduct(shop) })
  const other = await aShift(shop, { tillId: back, openedBy })
  const { rows } = await list()
  // Of each its own.
  const figuresOf = (id: string) => rows.find((row) => row.id === id)?.figures
  expect(figuresOf(shiftId)).toMatchObject({ expected: 30_000, counted: null, variance: null })
  expect(figuresOf(other.id)).toMatchObject({ expected: 10_000 })
})

test('tills are listed alphabetically', async () => {
  expect((await listTillNames(shop.db)).map(({ name }) => name)).toEqual(['back room', 'Front'])
})
