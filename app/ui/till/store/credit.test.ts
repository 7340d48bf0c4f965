import { beforeEach, expect, test, vi } from 'vitest'
import { putTote, useTillStore } from '../../../../tests/support/till/open-store.ts'
import type { CreditInCart } from '../../../rules/credit/reserve.ts'
import * as acts from './acts.ts'
import { db, readFact } from './db.ts'
import { now, show } from './live.ts'
import { askReserve, endReserves } from './sync/reserves.ts'

const till = useTillStore('down')
const reserve = (change: Partial<CreditInCart> = {}): CreditInCart => ({
  id: crypto.randomUUID(),
  ending: 'EFGH',
  amount: 10_000,
  balance: 12_000,
  shiftId: till.shift.id,
  until: new Date(Date.now() + 3_600_000).toISOString(),
  ...change,
})

beforeEach(() => putTote())

test('a till that is offline spends only reserved credit, because a code is checked online', async () => {
  expect(await askReserve(crypto.randomUUID(), 'ABCD-2345-EFGH', 15_000)).toMatchObject({
    ok: false,
    reason: 'till-offline',
  })
  const credit = reserve()
  await acts.setCredit(credit)
  // The rest is paid in cash.
  expect(await acts.sellForCash(4_999)).toMatchObject({ reason: 'pos-cash', amount: 5_000 })
  expect(await acts.sellForCash(5_000)).toMatchObject({
    ok: true,
    sale: {
      totalAmount: 15_000,
      cashGiven: 5_000,
      credit: { reserveId: credit.id, ending: 'EFGH', amount: 10_000 },
    },
  })
  expect(now().basket.credit).toBeUndefined()
})

test('a sale without a code does not mention credit', async () => {
  const sold = await acts.sellForCash(15_000)
  expect(sold.ok && Object.keys(sold.sale)).not.toContain('credit')
})

test('credit that is reserved for another shift, or too long ago, is not spent', async () => {
  for (const change of [
    { shiftId: crypto.randomUUID() },
    { until: new Date(Date.now() - 1).toISOString() },
  ]) {
    await acts.setCredit(reserve(change))
    expect(await acts.sellForCash(15_000)).toMatchObject({ reason: 'till-credit-over' })
  }
  expect(now().basket.lines).toHaveLength(1)
})

test('a cart that no longer needs its code releases it once, when the till is online', async () => {
  const credit = reserve()
  const { connection } = now()
  show({ connection: { ...connection, isOnline: false } })
  await acts.setCredit(credit)
  await acts.clearBasket()
  await vi.waitFor(async () => expect(await readFact('unneeded')).toEqual([credit.id]))
  till.server.connection = 'up'
  show({ connection })
  await endReserves()
  await endReserves()
  expect(till.server.paths).toEqual(['/admin/pos/credit'])
  expect(await readFact('unneeded')).toEqual([])
})

test('a code that replaces another releases that one, but not itself', async () => {
  const { connection } = now()
  show({ connection: { ...connection, isOnline: false } })
  // This reserve belongs to the cart of a cancelled sale, which the server does not know as this cart.
  const former = reserve()
  await acts.setCredit(former)
  await acts.setCredit({ ...former, amount: 9000 })
  expect((await readFact('unneeded')) ?? []).toEqual([])
  const credit = reserve({ ending: 'K7WX' })
  await acts.setCredit(credit)
  expect(now().basket.credit).toEqual(credit)
  await vi.waitFor(async () => expect(await readFact('unneeded')).toEqual([former.id]))
  show({ connection })
})

test('a voucher is one sale with one code although it is pressed twice, and the cart stays unchanged', async () => {
  const voucher = { amount: 20_000, code: 'ABCD2345EFGH' }
  const id = crypto.randomUUID()
  expect(await acts.sellVoucher(id, voucher, 19_999)).toMatchObject({ reason: 'pos-cash' })
  expect(await acts.sellVoucher(id, { ...voucher, amount: 999 }, 999)).toMatchObject({
    reason: 'pos-voucher-sum',
    from: 1000,
  })
  const both = await Promise.all([
    acts.sellVoucher(id, voucher, 20_000),
    acts.sellVoucher(id, voucher, 25_000),
  ])
  for (const sold of both)
    expect(sold).toMatchObject({ sale: { id, lines: [], totalAmount: 20_000, voucher } })
  expect(await db.events.count()).toBe(1)
  expect(now().basket.lines).toHaveLength(1)
})
