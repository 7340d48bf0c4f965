import { expect, test, vi } from 'vitest'
import { putTote, useTillStore } from '../../../../../tests/support/till/open-store.ts'
import * as acts from '../acts.ts'
import { db, readFact } from '../db.ts'
import { now } from '../live.ts'

useTillStore('down')

async function begin(quantity = 2) {
  await putTote(quantity)
  const started = await acts.beginMobileSale(0)
  if (!started.ok) throw new Error(started.reason)
  return started.wait
}
const approval = { by: 'x', byName: 'Thoko', proof: 'y' }

test('a sale that is sent for mobile money is stored with its basket, and a new basket starts', async () => {
  const wait = await begin()
  expect(now().basket.lines).toEqual([])
  expect(now().basket.id).not.toBe(wait.saleId)
  expect(await readFact('waiting')).toMatchObject([
    { saleId: wait.saleId, number: null, basket: { lines: [{ quantity: 2 }] } },
  ])
  expect((await db.baskets.toArray()).map(({ basket }) => basket.lines)).toEqual([[]])
})

test('two waiting sales are both stored, each with its number from the server', async () => {
  const one = await begin()
  const other = await begin(1)
  const answered = { number: 'POS-2026-000007', checkoutUrl: 'https://pay.example/7' }
  await acts.noteMobileSale(one.saleId, answered)
  await acts.showMobileSale(other.saleId, false)
  expect(await readFact('waiting')).toMatchObject([
    { saleId: one.saleId, ...answered, tab: one.tab },
    { saleId: other.saleId, number: null, tab: null },
  ])
})

test('a paid waiting sale is removed from the list once: only one tab prints it', async () => {
  const { saleId } = await begin()
  const [first, second] = await Promise.all([
    acts.endMobileSale(saleId),
    acts.endMobileSale(saleId),
  ])
  expect([first, second].map((ended) => ended.ok && ended.wait?.saleId)).toEqual([
    saleId,
    undefined,
  ])
  expect(now().waiting).toEqual([])
})

test('a waiting sale that the server refuses returns to the basket, with its approval', async () => {
  await putTote()
  await acts.setDiscount(5_000)
  await acts.setApproval(approval)
  const before = now().basket
  await acts.beginMobileSale(0)
  await acts.returnToBasket(before.id, 'refused')
  expect(now().basket).toEqual(before)
  expect(now().waiting).toEqual([])
})

test('a waiting sale that is called off returns to the basket as a new sale, once, and is still watched', async () => {
  await putTote()
  await acts.setDiscount(5_000)
  await acts.setApproval(approval)
  const started = await acts.beginMobileSale(0)
  const saleId = started.ok ? started.wait.saleId : ''
  await acts.returnToBasket(saleId, 'called-off')
  const again = await acts.returnToBasket(saleId, 'called-off')
  expect(again).toMatchObject({ ok: true, wait: null })
  expect(now().basket).toMatchObject({ lines: [{ quantity: 1 }], discount: 5_000, approval: null })
  expect(now().basket.id).not.toBe(saleId)
  expect(await db.suspended.count()).toBe(0)
  expect(now().waiting).toMatchObject([{ saleId, offAt: expect.any(String) }])
})

test('a sale that is called off while another is in the basket is suspended', async () => {
  const { saleId } = await begin()
  await putTote(1)
  const back = await acts.returnToBasket(saleId, 'called-off')
  expect(back).toMatchObject({ isSuspended: true })
  expect(now().basket.lines).toMatchObject([{ quantity: 1 }])
  expect(await db.suspended.toArray()).toMatchObject([{ basket: { lines: [{ quantity: 2 }] } }])
})

test('a called-off sale is forgotten after a few hours, a waiting one is not', async () => {
  const off = await begin()
  await acts.returnToBasket(off.saleId, 'called-off')
  await acts.clearBasket()
  const waits = await begin()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * 3_600_000 })
  await acts.showMobileSale(waits.saleId, true)
  expect((await readFact('waiting'))?.map(({ saleId }) => saleId)).toEqual([waits.saleId])
})

test('a voucher waits as one sale however often it is pressed, and none of it is added to the cart', async () => {
  await putTote(1)
  const id = crypto.randomUUID()
  const both = await Promise.all([
    acts.beginMobileVoucher(id, 20_000),
    acts.beginMobileVoucher(id, 20_000),
  ])
  for (const started of both)
    expect(started).toMatchObject({ wait: { saleId: id, voucher: 20_000, basket: { lines: [] } } })
  expect(now().waiting.map(acts.totalOfWait)).toEqual([20_000])
  expect(await acts.returnToBasket(id, 'called-off')).toMatchObject({
    ok: true,
    isSuspended: false,
  })
  expect(now().waiting).toMatchObject([{ saleId: id, offAt: expect.any(String) }])
  expect(now().basket.lines).toHaveLength(1)
  expect(await db.suspended.count()).toBe(0)
})
