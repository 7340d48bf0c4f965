import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aProduct, aUser, type TestProduct } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import {
  aClosedShift,
  aReturn,
  aSale,
  aShift,
  aTill,
  moveCash,
} from '../../../../tests/support/till/counter.ts'
import { posSales } from '../../../db/tables.server.ts'
import { readOwnShift, readShift } from './read-shift.ts'
import { recordShiftClosed } from './record-shift.ts'

const shop = useShop()
let skirt: TestProduct
let grace: string
let tillId: string

beforeEach(async () => {
  skirt = await aProduct(shop, { name: 'Skirt', price: 20_000 })
  grace = (await aUser(shop, 'cashier')).userId
  tillId = (await aTill(shop, 'Front counter')).id
})

/**
 * A day: a sale in cash, a split one, one that failed, one that waits, one by a colleague, a return, cash in and out.
 */
async function aDay(shiftId: string) {
  const colleague = (await aUser(shop, 'cashier')).userId
  const sold = { cashierId: grace, product: skirt, shiftId }
  const inCash = await aSale(shop, { ...sold, discount: 2000 })
  const mobile = { ...sold, paymentMethod: 'paychangu' as const }
  await aSale(shop, { ...mobile, cashAmount: 5000 })
  await aSale(shop, { ...mobile, paymentStatus: 'failed', cashAmount: 5000 })
  await aSale(shop, { ...mobile, paymentStatus: 'pending' })
  await aSale(shop, { ...sold, cashierId: colleague })
  await aReturn(shop, inCash, { cashierId: colleague, shiftId, refundAmount: 18_000 })
  await moveCash(shop, { shiftId, byUser: grace, amount: 5000, reason: 'Change from the bank' })
  await moveCash(shop, { shiftId, byUser: grace, amount: -1500, reason: 'Tea' })
  return colleague
}

test('a Z report adds up its shift, without another shift’s sales', async () => {
  const shift = await aClosedShift(shop, { tillId, openedBy: grace, counted: { 5000: 7, 500: 7 } })
  const colleague = await aDay(shift.id)
  await aSale(shop, { cashierId: grace, product: skirt })
  const report = await readShift(shop.db, shift.id)
  expect(report?.figures).toMatchObject({
    float: 10_000,
    cashSales: 38_000,
    splitCash: 5000,
    cashIn: 5000,
    cashOut: 1500,
    refunds: 18_000,
    expected: 38_500,
    counted: 38_500,
    variance: 0,
    sales: 3,
    amount: 58_000,
    mobileMoney: 15_000,
    discounts: 2000,
    returns: 1,
    waiting: 1,
    waitingAmount: 20_000,
  })
  expect(report?.figures.byCashier.map(({ cashierId, amount }) => [cashierId, amount])).toEqual([
    [grace, 38_000],
    [colleague, 20_000],
  ])
  expect(report?.figures.byCashier.every(({ name }) => name.startsWith('Chisomo'))).toBe(true)
  // Both may be of one millisecond.
  expect(report?.moves.map(({ amount }) => amount).toSorted()).toEqual([-1500, 5000])
  expect(report?.till.name).toBe('Front counter')
})

test('a sale that comes after the count changes the expected total, and both totals are shown', async () => {
  const counted = { 5000: 2 }
  const shift = await aClosedShift(shop, {
    tillId,
    openedBy: grace,
    counted,
    expectedTotal: 10_000,
  })
  await aSale(shop, { cashierId: grace, product: skirt, shiftId: shift.id })
  const report = await readShift(shop.db, shift.id)
  expect(report).toMatchObject({ expectedWhenCounted: 10_000 })
  expect(report?.figures).toMatchObject({ expected: 30_000, variance: -20_000 })
})

test('a counted shift keeps its count, whatever is paid later', async () => {
  const role = 'cashier' as const
  const deviceId = randomUUID()
  const sender = { userId: grace, ip: '10.0.0.1', role, deviceId }
  const who = { userId: grace, name: 'Grace', unproven: null, role }
  const origin = { sender, ...who, signer: null, tillId, doubts: [] }
  const shift = await aShift(shop, { tillId, openedBy: grace })
  const waiting = await aSale(shop, {
    cashierId: grace,
    product: skirt,
    shiftId: shift.id,
    paymentMethod: 'paychangu',
    paymentStatus: 'pending',
    cashAmount: 5000,
  })
  const closed = {
    kind: 'shift-closed' as const,
    id: randomUUID(),
    cashierId: grace,
    at: shop.now().toISOString(),
    shiftId: shift.id,
    counted: { 5000: 3 },
    note: null,
  }
  await shop.db.transaction((db) => recordShiftClosed(db, origin, closed, shop.now()))
  await shop.db
    .update(posSales)
    .set({ paymentStatus: 'completed' })
    .where(eq(posSales.id, waiting.id))
  const report = await readShift(shop.db, shift.id)
  expect(report?.atClose).toMatchObject({ expected: 10_000, variance: 5000, sales: 0, waiting: 1 })
  expect(report?.figures).toMatchObject({ expected: 15_000, variance: 0, sales: 1, waiting: 0 })
})

test('a cashier reads the report of an own shift once it is closed, admins read any', async () => {
  const other = (await aUser(shop, 'cashier')).userId
  const open = await aShift(shop, { tillId, openedBy: grace })
  const second = await aTill(shop)
  const closed = await aClosedShift(shop, {
    tillId: second.id,
    openedBy: grace,
    closedBy: other,
    counted: {},
  })
  const reads = async (userId: string, role: 'cashier' | 'admin', id: string) =>
    (await readOwnShift(shop.db, { userId, role }, id))?.id
  expect(await reads(grace, 'cashier', closed.id)).toBe(closed.id)
  expect(await reads(other, 'cashier', closed.id)).toBe(closed.id)
  expect(await reads(grace, 'cashier', open.id)).toBeUndefined()
  const stranger = (await aUser(shop, 'cashier')).userId
  expect(await reads(stranger, 'cashier', closed.id)).toBeUndefined()
  expect(await reads(stranger, 'admin', open.id)).toBe(open.id)
  expect(await reads(stranger, 'admin', randomUUID())).toBeUndefined()
})
