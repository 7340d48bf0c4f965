import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import {
  aDeliveredOrder,
  aProduct,
  aUser,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { aTillAtShop } from '../../../tests/support/till/till-at-shop.ts'
import { refunds, returnItems, shiftCash } from '../../db/tables.server.ts'
import { askForReturn } from './request-return.ts'
import { takeBackAtTill } from './take-back-at-till.ts'

// docs/product.md, Returns of online orders: over the counter

const shop = useShop()
let dress: TestProduct
let cashierId: string
let till: Awaited<ReturnType<typeof aTillAtShop>>

beforeEach(async () => {
  dress = await aProduct(shop, { price: 20_000, stock: 20 })
  cashierId = (await aUser(shop, 'cashier')).userId
  till = await aTillAtShop(shop, cashierId)
})

async function asked() {
  const { userId } = await aUser(shop)
  const { order, lineId } = await aDeliveredOrder(shop, userId, [{ product: dress, quantity: 2 }])
  const back = {
    id: randomUUID(),
    orderId: order.id,
    shiftId: till.shiftId,
    reason: 'wrong-item' as const,
    lines: [{ lineId, quantity: 1, isRestocked: true }],
    refund: 20_000,
    approval: null,
    way: 'cash' as const,
  }
  return { back, lineId, userId }
}
type Back = Awaited<ReturnType<typeof asked>>['back']
const take = (back: Back) =>
  takeBackAtTill(
    shop,
    {
      userId: cashierId,
      ip: '10.0.0.1',
      role: 'cashier',
      deviceId: till.deviceId,
      tillId: till.till.id,
    },
    back,
  )
const CHANGED = { ok: false, reason: 'edited-meanwhile' }

test('a return at the till that is sent again after a lost answer is confirmed only as it was recorded', async () => {
  const { back, lineId } = await asked()
  expect(await take(back)).toMatchObject({ ok: true, refund: 20_000 })
  const line = { lineId, quantity: 1, isRestocked: true }
  const others: Back[] = [
    { ...back, refund: 40_000 },
    { ...back, refund: 40_000, lines: [{ ...line, quantity: 2 }] },
    { ...back, lines: [{ ...line, quantity: 2 }] },
    { ...back, lines: [{ ...line, isRestocked: false }] },
    { ...back, lines: [line, { ...line, lineId: randomUUID() }] },
    { ...back, lines: [{ ...line, lineId: randomUUID() }] },
  ]
  for (const other of others) expect(await take(other)).toEqual(CHANGED)
  expect(await take(back)).toMatchObject({ ok: true, refund: 20_000 })
  expect(await shop.db.select().from(refunds)).toMatchObject([{ amount: 20_000 }])
  expect(await shop.db.select().from(shiftCash)).toMatchObject([{ amount: -20_000 }])
  expect(await shop.db.select().from(returnItems)).toMatchObject([{ quantity: 1, restocked: 1 }])
})

test('a return at the till under the id of a return that waits elsewhere pays nothing', async () => {
  const { back, lineId, userId } = await asked()
  const { id, orderId } = back
  const lines = [{ lineId, units: 1 }]
  const web = { id, orderId, reason: 'faulty' as const, note: null, lines }
  expect(await askForReturn(shop, userId, web)).toMatchObject({ ok: true })
  expect(await take(back)).toEqual(CHANGED)
  expect(await shop.db.$count(refunds)).toBe(0)
})

test('a till that only asks about a return whose answer was lost makes none, and learns what is on record', async () => {
  const { back } = await asked()
  const onlyIfKnown = { ...back, onlyIfKnown: true }
  expect(await take(onlyIfKnown)).toEqual({ ok: false, reason: 'not-found' })
  expect(await shop.db.$count(refunds)).toBe(0)
  expect(await take(back)).toMatchObject({ ok: true, refund: 20_000 })
  expect(await take(onlyIfKnown)).toMatchObject({ ok: true, refund: 20_000 })
  expect(await shop.db.$count(refunds)).toBe(1)
})
