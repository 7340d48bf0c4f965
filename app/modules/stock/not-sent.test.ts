import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  anAdmin,
  aPaidOrder,
  aProduct,
  aUser,
  readOrder,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { stockMovements, variants } from '../../db/tables.server.ts'
import type { OrderStatus } from '../../rules/orders/orders.ts'
import type { RefundReason } from '../../rules/refunds/refunds.ts'
import type { Actor } from '../audit/record-audit.ts'
import { checkLedger, checkReservations } from '../health/check-stock.ts'
import { moveOrder } from '../orders/move-order.ts'
import { listItems } from '../orders/read-order.ts'
import { findAdminOrder } from '../orders/staff/find-admin-order.ts'
import { listAdminOrders } from '../orders/staff/list-admin-orders.ts'
import type { RefundWhat } from '../refunds/read-parts.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { addCounted, startCount } from './counts/count-stock.ts'
import { bookCount } from './counts/end-count.ts'

const shop = useShop()
let actor: Actor
let dress: TestProduct
let presses = 0
const press = (): Actor => ({ ...actor, request: `press-${(presses += 1)}` })

beforeEach(async () => {
  actor = await anAdmin(shop)
  dress = await aProduct(shop, { name: 'Dress', stock: 10, price: 20_000 })
})

const stockOf = async ({ variantId }: TestProduct) =>
  (await shop.db.select().from(variants).where(eq(variants.id, variantId)))[0]?.inventory
const paid = async (quantity: number) => {
  const { userId } = await aUser(shop)
  return (await aPaidOrder(shop, userId, [{ product: dress, quantity }])).order
}
const move = async (orderId: string, to: OrderStatus) => {
  const { version } = await readOrder(shop, orderId)
  expect(await moveOrder(shop, actor, { orderId, version, to })).toMatchObject({ ok: true })
}
async function giveBack(orderId: string, what: RefundWhat, reason: RefundReason) {
  const { version } = await readOrder(shop, orderId)
  const given = { reference: `FT ${(presses += 1)}` }
  const asked = { id: randomUUID(), orderId, version, what, reason, note: null, given }
  expect(await requestRefund(shop, actor, { ...asked, way: 'bank' })).toMatchObject({
    ok: true,
    status: 'done',
  })
}
async function giveBackUnits(orderId: string, units: number) {
  const [line] = await listItems(shop.db, orderId)
  const lines = [{ lineId: line?.id ?? '', units }]
  await giveBack(orderId, { kind: 'lines', lines, withDelivery: false }, 'not-sent')
}
async function expectGreen() {
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  expect(await checkReservations(shop.db)).toMatchObject({ code: 'reservations-agree' })
}
const listed = (waiting: 'packing' | null) =>
  listAdminOrders(shop.db, {
    search: '',
    status: null,
    waiting,
    sort: 'placed',
    direction: 'desc',
    after: null,
    limit: 10,
  })

test('a unit refunded as not sent and found by a stock-take is not counted again when its order is cancelled', async () => {
  const order = await paid(3)
  await giveBackUnits(order.id, 1)
  await expectGreen()
  const { id } = await startCount(shop.db, press(), { categoryId: null, location: null })
  // All ten lie there: two are the order's, one was found.
  await addCounted(shop.db, press(), id, [{ variantId: dress.variantId, quantity: 10 }])
  expect(await bookCount(shop.db, press(), id)).toEqual({ ok: true, changed: 1 })
  expect(await stockOf(dress)).toBe(8)
  await move(order.id, 'cancelled')
  expect(await stockOf(dress)).toBe(10)
  await expectGreen()
  await move(order.id, 'processing')
  expect(await stockOf(dress)).toBe(8)
  await expectGreen()
  await move(order.id, 'cancelled')
  expect(await stockOf(dress)).toBe(10)
  await expectGreen()
})

test('a unit refunded after its order was cancelled is not taken when the order is revived', async () => {
  const order = await paid(3)
  await move(order.id, 'cancelled')
  expect(await stockOf(dress)).toBe(10)
  await giveBackUnits(order.id, 1)
  await move(order.id, 'processing')
  expect(await stockOf(dress)).toBe(8)
  await expectGreen()
  await move(order.id, 'cancelled')
  expect(await stockOf(dress)).toBe(10)
  await expectGreen()
  const moved = and(
    eq(stockMovements.variantId, dress.variantId),
    eq(stockMovements.kind, 'return'),
  )
  expect(
    (await shop.db.select().from(stockMovements).where(moved).orderBy(stockMovements.id)).map(
      (row) => row.quantity,
    ),
  ).toEqual([3, 2])
})

test('an order that is fully refunded for cancellation is not to be packed, and returns its stock when it is cancelled', async () => {
  const order = await paid(2)
  expect((await listed('packing')).rows).toMatchObject([{ id: order.id, hasToSend: true }])
  await giveBack(order.id, { kind: 'amount', amount: 1_000 }, 'goodwill')
  expect((await listed('packing')).rows).toHaveLength(1)
  await giveBack(order.id, { kind: 'all', withDelivery: false }, 'cancelled')
  expect((await listed('packing')).rows).toEqual([])
  expect((await listed(null)).rows).toMatchObject([{ id: order.id, hasToSend: false }])
  expect((await findAdminOrder(shop.db, order.orderNumber))?.lines).toMatchObject([{ unsent: 2 }])
  await move(order.id, 'cancelled')
  expect(await stockOf(dress)).toBe(10)
  await expectGreen()
})

test('an order that is fully refunded for another reason is still to be packed', async () => {
  const order = await paid(2)
  await giveBack(order.id, { kind: 'all', withDelivery: true }, 'goodwill')
  expect((await listed('packing')).rows).toMatchObject([{ id: order.id }])
})
