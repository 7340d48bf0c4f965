import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aDiscount,
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  endUndoTime,
  payAtProvider,
  readOrder,
  readOrderEvents,
  type TestProduct,
} from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { auditLog, discounts, products, stockMovements } from '../../../db/tables.server.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../../rules/orders/orders.ts'
import { UNDO_SECONDS } from '../../../rules/orders/undo.ts'
import { expireOrder } from '../../checkout/expire-order.ts'
import { settlePayment } from '../../checkout/settle-payment.ts'
import { checkLedger } from '../../health/check-stock.ts'
import { adjustStock } from '../../stock/move-stock.ts'
import { moveOrder } from '../move-order.ts'
import { setWaybill } from '../parcels/set-waybill.ts'
import { notifyMoved } from './notify-moved.ts'
import { undoMove } from './undo-move.ts'

const shop = useShop()
let dress: TestProduct
let userId: string
let admin: Awaited<ReturnType<typeof anAdmin>>

beforeEach(async () => {
  shop.now = () => new Date()
  dress = await aProduct(shop, { name: 'Chitenje Dress', price: 20_000, stock: 5 })
  ;({ userId } = await aUser(shop))
  admin = await anAdmin(shop)
})

const read = (id: string) => readOrder(shop, id)
async function move(orderId: string, to: OrderStatus) {
  const { version } = await read(orderId)
  const moved = await moveOrder(shop, admin, { orderId, to, version })
  if (!moved.ok || !moved.undo) throw new Error('not moved')
  return moved.undo
}
const undo = (event: number) => undoMove(shop, admin, event)
const emails = async () => {
  const { rows } = await shop.db.execute<{ subject: string }>(
    sql`select data ->> 'subject' as subject from pgboss.job where name = 'send-email'`,
  )
  return rows.map(({ subject }) => subject).filter((subject) => !subject.endsWith('is paid'))
}
const stock = async () =>
  (await shop.db.select().from(products).where(eq(products.id, dress.productId)))[0]
    ?.inventoryQuantity
/** What an order is, but for how often it has changed and the code that a parcel has once and for all. */
async function core(id: string) {
  const { version: _, releaseCode: __, ...order } = await read(id)
  const [held] = await shop.db
    .select({ units: sql<number>`-sum(quantity)::int` })
    .from(stockMovements)
    .where(eq(stockMovements.orderId, id))
  return { ...order, held: held?.units, stock: await stock() }
}

describe('undoing a status change', () => {
  for (const from of ORDER_STATUSES)
    for (const isPaid of [true, false])
      test(`from ${from}, ${isPaid ? 'paid' : 'unpaid'}, restores the order, and nobody is notified`, async () => {
        await aDiscount(shop, { code: 'TEN', maximumUses: 1 })
        const terms = { type: 'percentage', value: 10 } as const
        const rung = isPaid ? aPaidOrder : aPendingOrder
        const { order } = await rung(shop, userId, [{ product: dress, quantity: 2 }], {
          terms,
          discount: { code: 'TEN' },
        })
        if ((await read(order.id)).status !== from) await move(order.id, from)
        await endUndoTime(shop)
        const before = await core(order.id)
        const notified = await emails()
        for (const to of ORDER_STATUSES.filter((to) => to !== from)) {
          expect(await undo(await move(order.id, to))).toMatchObject({ ok: true, to: from })
          expect(await core(order.id), to).toEqual(before)
          await endUndoTime(shop)
        }
        expect(await emails()).toEqual(notified)
        const [code] = await shop.db.select().from(discounts)
        expect(code?.usedCount).toBe(before.discountRedeemed ? 1 : 0)
        expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
      })

  test('is in the history and the log, with who did it', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    const event = await move(order.id, 'shipped')
    const other = await anAdmin(shop)
    await undoMove(shop, other, event)
    expect((await readOrderEvents(shop, order.id)).at(-1)).toMatchObject({
      fromStatus: 'shipped',
      toStatus: 'processing',
      note: { code: 'undone', event },
      byUser: other.userId,
    })
    const log = await shop.db.select().from(auditLog).orderBy(auditLog.id)
    expect(log.at(-1)).toMatchObject({
      byUser: other.userId,
      before: { status: 'shipped' },
      after: { status: 'processing', undone: true },
    })
  })

  test('is done once, however often it is pressed and whatever its email does meanwhile', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
      const eventId = await move(order.id, 'cancelled')
      const notified = (await emails()).length
      const press = { ...admin, request: crypto.randomUUID() }
      const notifying = () => notifyMoved(shop, { orderId: order.id, eventId })
      const undoing = () => undoMove(shop, press, eventId)
      const acts = round % 2 === 0 ? [notifying, undoing] : [undoing, notifying]
      const done = await Promise.all([...acts, undoing, undoing, notifying].map((act) => act()))
      const isUndone = done.some((one) => one?.ok)
      const { status } = await read(order.id)
      expect(status).toBe(isUndone ? 'processing' : 'cancelled')
      // Told, or undone: never both, never neither.
      expect(await emails()).toHaveLength(notified + (isUndone ? 0 : 1))
      const undone = (await readOrderEvents(shop, order.id)).filter(
        ({ note }) => note?.code === 'undone',
      )
      expect(undone).toHaveLength(isUndone ? 1 : 0)
      if (isUndone) await move(order.id, 'cancelled')
      await endUndoTime(shop)
      expect(await stock()).toBe(5)
    }
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('is refused once its customer was notified', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    const event = await move(order.id, 'shipped')
    await endUndoTime(shop)
    expect(await undo(event)).toEqual({
      ok: false,
      reason: 'undo-too-late',
      orderNumber: order.orderNumber,
    })
    expect((await read(order.id)).status).toBe('shipped')
    expect(await undo(event + 1000)).toMatchObject({ reason: 'not-found' })
  })

  test('is refused when the order has changed otherwise since', async () => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    const event = await move(order.id, 'shipped')
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    expect(await undo(event)).toMatchObject({ reason: 'undo-too-late' })
    expect((await read(order.id)).status).toBe('shipped')
    const { version } = await read(order.id)
    const next = await move(order.id, 'delivered')
    expect(version).toBeLessThan((await read(order.id)).version)
    expect(await undo(event)).toMatchObject({ reason: 'undo-too-late' })
    expect(await undo(next)).toMatchObject({ ok: true, to: 'shipped' })
  })

  test('of a cancelled order is refused when its returned units are sold', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress, quantity: 4 }])
    const event = await move(order.id, 'cancelled')
    await shop.db.transaction((db) => adjustStock(db, dress.variantId, -3, 'adjustment', {}))
    expect(await undo(event)).toMatchObject({ reason: 'order-stock-gone', available: 2 })
    await endUndoTime(shop)
    expect(await emails()).toEqual([`Your order ${order.orderNumber} was cancelled`])
  })

  test('of a cancelled unpaid order starts its expiry timer anew if the first one ran meanwhile', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    const event = await move(order.id, 'cancelled')
    shop.now = () => new Date(Date.now() + 31 * 60_000)
    expect(await expireOrder(shop, order.id)).toBe(false)
    expect(await undo(event)).toMatchObject({ ok: true })
    const { rows } = await shop.db.execute(
      sql`select from pgboss.job where name = 'expire-order' and start_after <= now() + interval '1 second'`,
    )
    expect(rows).toHaveLength(1)
    expect(await expireOrder(shop, order.id)).toBe(true)
  })

  test('of an expired order that was revived leaves it open for a late payment', async () => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    shop.now = () => new Date(Date.now() + 31 * 60_000)
    await expireOrder(shop, order.id)
    await undo(await move(order.id, 'processing'))
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    expect(await read(order.id)).toMatchObject({ status: 'processing', reviewReason: null })
  })
})

describe('the email of a status change', () => {
  test('is sent after the time to undo, once, however often its job runs', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    const eventId = await move(order.id, 'shipped')
    expect(await emails()).toEqual([])
    const { rows } = await shop.db.execute<{ seconds: number }>(
      sql`select extract(epoch from start_after - created_on)::int as seconds from pgboss.job where name = 'notify-moved'`,
    )
    expect(rows).toEqual([{ seconds: UNDO_SECONDS }])
    for (let n = 0; n < 3; n += 1) await notifyMoved(shop, { orderId: order.id, eventId })
    expect(await emails()).toEqual([`Your order ${order.orderNumber} is on the way`])
  })

  test('that was followed by another one is sent for the last one only', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    const first = await move(order.id, 'shipped')
    await move(order.id, 'delivered')
    await notifyMoved(shop, { orderId: order.id, eventId: first })
    await endUndoTime(shop)
    expect(await emails()).toEqual([`Your order ${order.orderNumber} was delivered`])
  })

  test('has the waybill that is noted before it is sent, and no second email follows', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    await move(order.id, 'shipped')
    const { version } = await read(order.id)
    await setWaybill(shop, admin, { orderId: order.id, version, waybill: 'SC 123' })
    await endUndoTime(shop)
    expect(await emails()).toEqual([`Your order ${order.orderNumber} is on the way`])
    const { rows } = await shop.db.execute<{ text: string }>(
      sql`select data::text as text from pgboss.job where name = 'send-email'`,
    )
    expect(rows.some(({ text }) => text.includes('SC 123'))).toBe(true)
  })
})
